"""内容物, ユニットカードについて, 敵カードについて: what a pack may say of the cards, and what is known of them."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from shinpan_engine.games import drive
from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.cards.cards import Cards, EnemyCard, UnitCard, all_told, face_word, is_solo
from shinpan_engine.games.drive.cards.pack_files import PACKS, suspicions
from shinpan_engine.games.drive.cards.pack_rows import CircuitRow
from shinpan_engine.games.drive.cards.texts import BonusOperation, EnemyOperation, PassiveOperation, UnitOperation, When
from shinpan_engine.games.drive.table.actions import Pick, TakeParty
from shinpan_engine.games.drive.table.options import Difficulty, PartySource, Setup
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import PackError, Undecidable
from shinpan_engine.kernel.judging.record import Action, Entry, Record
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import Thing, say
from shinpan_engine.kernel.packs import Pack, content, load

from ...random_games import header, play

HOUSE = files(drive).joinpath("packs", "house.toml").read_text("utf-8")
PRINT = GAME.packs["print"].cards
FULL: Cards = GAME.packs["house"].cards
ROWS = FULL.rows
BASE = [row for row in ROWS.unit if row.number <= 20]


def own(folder: Path, before: str, after: str) -> Pack:
    """The house pack with one text replaced, written to a file and loaded from there."""
    assert before in HOUSE, before
    file = folder / "own.toml"
    file.write_text(HOUSE.replace(before, after, 1), "utf-8")
    return load(PACKS, file)


def refused(folder: Path, before: str, after: str) -> str:
    """Why such a pack is refused."""
    with pytest.raises(PackError) as error:
        own(folder, before, after)
    assert "own.toml" in str(error.value)
    return str(error.value)


@pytest.mark.clause("DR-C-2", "DR-C-3", "DR-C-4", "DR-C-5", "DR-C-6", "DR-C-7", "DR-P5.2-1")
def test_the_house_pack_is_complete() -> None:
    """54 circuit cards, 20 units, 6 for solo play, 12 normal enemies, the gate, Faust and 4 bosses, all told in
    full."""
    assert [row.number for row in ROWS.circuit] == list(range(1, 55))
    assert all(map(all_told, ROWS.circuit))
    assert not FULL.untold
    assert [row.number for row in ROWS.unit if not row.set] == list(range(1, 27))
    assert all(FULL.unit(row.number).told for row in ROWS.unit)
    kinds = [(row.number, row.category) for row in ROWS.enemy if not row.set]
    assert kinds == [
        *((number, "normal") for number in range(1, 13)), (13, "gate"), *((number, "boss") for number in range(14, 19))
    ]  # fmt: skip
    assert all(FULL.enemy(row.number).told for row in ROWS.enemy)
    assert suspicions(ROWS) == []


@pytest.mark.clause("DR-S2-3", "DR-S2-4", "DR-S2.5-1", "DR-S4-13")
def test_the_likely_faces() -> None:
    """40 cards of one colour and number, two of each; 8 number-wilds, 6 colour-wilds, one for each pair; + on 4s; no
    bonus but mana and level-ups, and their split is marked as inferred."""
    plain = [row for row in ROWS.circuit if len(row.colours or ()) == len(row.numbers or ()) == 1]
    assert sorted(face_word(row) for row in plain) == sorted(
        f"{colour}{number}" for colour in "緑赤黄青" for number in range(5) for _ in "ab"
    )
    assert sum(len(row.numbers or ()) == 2 for row in ROWS.circuit) == 8
    assert len({tuple(row.colours or ()) for row in ROWS.circuit if len(row.colours or ()) == 2}) == 6
    assert all(row.plus == (4 in (row.numbers or ())) for row in ROWS.circuit)
    assert all(row.source["colours"].startswith("inferred:") for row in ROWS.circuit)
    assert {row.level_up for row in ROWS.circuit} == {0, 1}
    assert {row.mana for row in ROWS.circuit} == {0, 1, 2}


@pytest.mark.clause("DR-P4.1-1", "DR-P4.1-2", "DR-P4.1-4", "DR-P4.1-5", "DR-P5.3-3", "DR-P4.1-3")
def test_the_base_units() -> None:
    """Five of each attribute, of one attribute each, ranks 1 to 3 in whole stars, five levels with rising attack."""
    assert [row.attributes for row in BASE] == [[one] for one in ("earth", "fire", "wind", "water") for _ in range(5)]
    assert [FULL.unit(number).colours for number in (1, 6, 11, 16)] == [1, 2, 4, 8]
    assert {row.stars for row in BASE} == {1, 2, 3}
    assert not any(row.half_star for row in BASE)
    for row in BASE:
        attacks = [level.attack for level in row.levels or ()]
        assert (len(attacks), attacks) == (5, sorted(attacks))
        assert all(isinstance(level.bonus, BonusOperation) for level in (row.levels or ())[1:])


@pytest.mark.clause("DR-P4S-6", "DR-P4S-13")
def test_the_solo_units() -> None:
    """Six, without stars, each of two attributes, every pair once."""
    solo = [row for row in ROWS.unit if is_solo(row.number)]
    assert len({tuple(row.attributes or ()) for row in solo}) == 6
    assert all(row.stars is None for row in solo)


@pytest.mark.clause("DR-P5.2-2", "DR-P5.2-3", "DR-P5.2-6", "DR-P5.1-1", "DR-S6.2-5", "DR-S6.2-6", "DR-P5-15")
def test_the_enemies() -> None:
    """Rank 1 or 2 and HP up to 20, bosses without rank; the gate has HP 10; some have a skill with family, name and
    cost, some none; カラステング's is the printed one."""
    for row in ROWS.enemy:
        normal = row.category in ("normal", "gate")
        assert (row.rank in (1, 2)) == normal
        assert not normal or (row.hp or 0) <= 20
    assert FULL.enemy(13).hp == 10
    assert {bool(row.skills) for row in ROWS.enemy if row.category == "normal"} == {True, False}
    for cards in (FULL, PRINT):
        tengu = next(row for row in cards.rows.enemy if row.name == "カラステング")
        (skill,) = tengu.skills or ()
        assert (skill.cost, [type(op).__name__ for op in skill.effects]) == (3, ["Damage", "LoseHand"])


def test_the_house_pack_uses_the_whole_vocabulary() -> None:
    """Every operation and every moment stands on some card, every kind of cost, and what only expansions have."""
    skills = [skill for row in ROWS.unit for skill in row.skills or ()]
    assert {type(op) for skill in skills for op in skill.effects} == set(get_args(UnitOperation))
    assert {skill.trigger for skill in skills} == {*get_args(When), None}
    parts = [row.appearance or () for row in ROWS.enemy]
    parts += [skill.effects for row in ROWS.enemy for skill in row.skills or ()]
    assert {type(op) for part in parts for op in part} == set(get_args(EnemyOperation))
    passive = [op for row in ROWS.enemy for one in row.passives or () for op in one.effects]
    assert set(get_args(PassiveOperation)) - set(get_args(EnemyOperation)) <= {type(op) for op in passive}
    assert any(skill.x_most for skill in skills)
    assert any(skill.charge_cost for skill in skills)
    assert any(skill.awaken for skill in skills)
    assert any(skill.harmful for skill in skills)
    assert any(skill.once_per_turn for skill in skills)
    assert {"own", "any"} == {skill.turn for skill in skills} == {skill.riser for skill in skills}
    assert {len(row.attributes or ()) for row in ROWS.unit if row.set} == {0, 1, 2}
    assert any(row.half_star for row in ROWS.unit)
    assert {row.category for row in ROWS.enemy if row.set} == {"normal", "boss", "hard_boss"}


@pytest.mark.clause("DR-S3.2-3", "DR-R-14", "DR-P4.1-5", "DR-P4S-13", "DR-S3.5-2")
def test_suspicious_packs(tmp_path: Path) -> None:
    """Pursuit, a continuing effect or automatic damage in battle in the base set, an attack that falls, a solo unit of
    one attribute: loaded, but told of."""
    skill = 'effects = [{ op = "heal", amount = 2 }] }'
    pursuing = 'type = "auto", trigger = "battle_start", effects = [{ op = "pursuit" }] }'
    cases = (
        ('{ name = "苔の寝床", family = "heal", type = "normal", cost = 1, ' + skill, "{ " + pursuing, "unit 2"),
        (skill, 'effects = [{ op = "lasting", guard = 1 }] }', "unit 2"),
        ("    { attack = 1 },", "    { attack = 9 },", "unit 1: the attack falls"),
        ('attributes = ["earth", "fire"]', 'attributes = ["earth"]', "unit 21"),
        (
            '"battle_end", effects = [{ op = "heal"',
            '"battle_end", effects = [{ op = "damage"',
            "unit 3: no base unit has",
        ),
    )
    for before, after, told in cases:
        assert [said for said in suspicions(own(tmp_path, before, after).cards.rows) if told in said], after


@pytest.mark.clause(
    "DR-C-2",
    "DR-S5.1-1",
    "DR-S5.1-8",
    "DR-S5.1-10",
    "DR-S5.2-11",
    "DR-S5.5-4",
    "DR-P4.1-6",
    "DR-P5.1-1",
    "DR-P5.2-2",
    "DR-P4.1-2",
)
@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('type = "auto", trigger = "battle_end"', 'type = "auto"', "unit 3: trigger"),
        ('type = "auto", trigger = "battle_end"', 'type = "auto", cost = 1, trigger = "battle_end"', "unit 3: cost"),
        ("x_most = 5,", "x_most = 5, cost = 1,", "unit 9: cost"),
        ("x_most = 5,", "cost = 5,", "unit 9: amount"),
        ("charge_cost = 2,", "charge_cost = 2, cost = 1,", "unit 33: cost"),
        ('effects = [{ op = "pursuit" }]', 'effects = [{ op = "pursuit" }, { op = "draw" }]', "unit 27: effects"),
        (
            'type = "auto", trigger = "battle_start", condition = { hand_most = 4 }',
            'type = "normal"',
            "unit 27: effects",
        ),
        (
            'trigger = "battle_start", condition = { joined = true, level = 4 }',
            'trigger = "enemy_step"',
            "unit 19: effects",
        ),
        (
            'trigger = "battle_start", condition = { hand_most = 2 }',
            'trigger = "play", condition = { hand_most = 2 }',
            "unit 10: effects",
        ),
        ("    { attack = 1 },", '    { attack = 1, bonus = { op = "draw" } },', "unit 1: levels"),
        ('bonus = { op = "heal", amount = 1 }', 'bonus = { op = "mana", amount = 1 }', "unit 1"),
        ('bonus = { op = "heal", amount = 1 }', 'bonus = { op = "heal", amount = "x" }', "unit 1: levels"),
        ('attributes = ["earth"]', 'attributes = ["earth", "fire"]', "unit 1: attributes"),
        ('attributes = ["earth"]', "attributes = []", "unit 1: attributes"),
        ("stars = 1\n", "stars = 1\nhalf_star = true\n", "unit 1: stars"),
        ("stars = 1\n", "stars = 0\n", "unit 1: stars"),
        ('attributes = ["earth", "fire"]\n', 'attributes = ["earth", "fire"]\nstars = 1\n', "unit 21: stars"),
        ("set = 1\n", "set = 7\n", "unit 27: set"),
        ("set = 1\n", "", "unit 27: set"),
        ('category = "boss"\nset = 1', 'category = "boss"\nset = 7', "enemy 19: set"),
        ('category = "boss"\nset = 1\n', 'category = "boss"\n', "enemy 19: set"),
        ("hp = 8\n", "hp = 21\n", "enemy 1: hp"),
        ("hp = 10\n", "hp = 9\n", "enemy 13: hp"),
        ("rank = 1\n", "rank = 3\n", "enemy 1"),
        ("rank = 1\n", "rank = 0\n", "enemy 1: rank"),
        ('category = "normal"', 'category = "boss"', "enemy 1: category"),
        ('category = "hard_boss"\nset = 1', 'category = "gate"\nset = 1', "enemy 20: category"),
        (
            'when = "continuous", effects = [{ op = "armour"',
            'when = "turn_start", effects = [{ op = "armour"',
            "enemy 7",
        ),
        (
            'appearance = [{ op = "level_down" }]',
            'appearance = [{ op = "level_down", unit = "own" }]',
            "enemy 8: effects",
        ),
        ('{ op = "heal", amount = 2 }, { op = "mana", amount = 1 }, {', '{ op = "heal", amount = "x" }, {', ": amount"),
        (
            'cost = 3, effects = [{ op = "damage", amount = 2 }',
            'cost = 3, effects = [{ op = "damage", amount = "x" }',
            "enemy 1: effects",
        ),
        ("units = [1, 2, 8, 6]", "units = [1, 2, 8, 21]", "party 1: units"),
        ("units = [1, 2, 8, 6]", "units = [1, 1, 8, 6]", "party 1: units"),
        ("number = 2\n", "number = 1\n", "circuit 1: duplicate entry"),
        ("number = 54\n", "number = 55\n", "circuit 55"),
        ('colours = ["green"]', 'colours = ["green", "red", "blue"]', "circuit 1"),
        ("numbers = [0]", "numbers = [10]", "circuit 1"),
    ],
)
def test_wrong_packs_are_refused(tmp_path: Path, before: str, after: str, told: str) -> None:
    """What cannot be is refused, with file, kind and number of the entry."""
    assert told in refused(tmp_path, before, after)


def test_the_printed_pack_keeps_to_the_print() -> None:
    """It tells no face of a circuit card and no value of a base unit; each fact has its source; what it says the house
    pack says too, where it has that card."""
    assert PRINT.rows.circuit == []
    assert face_word(CircuitRow(number=1, colours=["green"], source={})) == ""
    assert face_word(CircuitRow(number=1, numbers=[1], source={})) == ""
    assert len(PRINT.untold) == 54
    assert [row.number for row in PRINT.rows.unit] == [27, 28, 29]
    for rows in (PRINT.rows.unit, PRINT.rows.enemy, PRINT.rows.set):
        for row in rows:
            said = [name for name in row.__struct_fields__ if getattr(row, name) not in (None, "", 0, False)]
            assert set(said) - {"number", "source", "category"} <= set(row.source), row
    for row in PRINT.rows.enemy:
        (ours,) = (one for one in ROWS.enemy if one.number == row.number)
        assert (ours.name, ours.category) == (row.name, row.category)
        assert row.hp in (None, ours.hp)


@pytest.mark.clause("DR-S3.2-5", "DR-P4.1-3")
def test_what_the_print_leaves_open_is_undecidable() -> None:
    """サラスヴァティ's pursuit is told, her levels are not; a rank is at least one star and at most what a party may
    hold."""
    (sample,) = (row for row in PRINT.rows.unit if row.name == "サラスヴァティ")
    (skill,) = sample.skills or ()
    assert skill.condition.hand_most == 4
    for ask in (lambda: PRINT.unit(27), lambda: PRINT.unit(1), lambda: PRINT.enemy(1), lambda: PRINT.party(1)):
        with pytest.raises(Undecidable):
            ask()
    with pytest.raises(Undecidable):
        PRINT.require_faces([1])
    with pytest.raises(Undecidable):
        PRINT.attributes(28)
    assert PRINT.rank(1) > 1
    assert not PRINT.rank(1) > 10


@pytest.mark.parametrize("field", ["colours", "numbers", "mana", "level_up", "plus"])
def test_a_circuit_card_told_in_part_is_not_told(field: str) -> None:
    """A face without any one of its facts decides nothing."""
    assert not all_told(msgspec.structs.replace(ROWS.circuit[0], **{field: None}))


@pytest.mark.parametrize("field", ["attributes", "levels", "skills"])
def test_a_unit_told_in_part_is_not_told(field: str) -> None:
    """A unit without any one of its facts decides nothing; its stars count while parties are made."""
    assert not UnitCard(msgspec.structs.replace(ROWS.unit[0], **{field: None})).told
    assert UnitCard(msgspec.structs.replace(ROWS.unit[0], stars=None)).told


@pytest.mark.parametrize("field", ["rank", "hp", "attack", "appearance", "passives", "skills"])
def test_an_enemy_told_in_part_is_not_told(field: str) -> None:
    """An enemy without any one of its facts decides nothing."""
    assert not EnemyCard(msgspec.structs.replace(ROWS.enemy[0], **{field: None})).told


RESTING = {
    "circuit": ["colours", "numbers", "mana", "level_up", "plus"],
    "unit": ["attributes", "stars", "levels", "skills"],
    "enemy": ["rank", "hp", "attack", "appearance", "passives", "skills"],
    "party": ["units"],
}


@pytest.mark.parametrize(("table", "field"), [(table, field) for table, fields in RESTING.items() for field in fields])
def test_a_verdict_rests_on_each_fact_that_is_not_printed(table: str, field: str) -> None:
    """An entry of which this alone is a stand-in is an assumption wherever it was used."""
    row, *rest = getattr(ROWS, table)
    ours = msgspec.structs.replace(row, source={field: "house: a stand-in"})
    found = Cards(msgspec.structs.replace(ROWS, **{table: [ours, *rest]})).resting
    resting = found["card" if table == "circuit" else table][row.number]
    assert resting is not None
    assert "a stand-in" in str(resting.text)


@pytest.mark.clause("DR-P2-17", "DR-P5-3", "DR-P5-4", "DR-P5-9")
def test_what_an_expansion_holds_is_asked_by_its_clause() -> None:
    """The print does not tell what is in expansions: neither their units nor their normal enemies and bosses."""
    asked = {
        "DR-P2-17": lambda: PRINT.units_of([3]),
        "DR-P5-3": lambda: PRINT.enemies_of("boss", [3]),
        "DR-P5-4": lambda: PRINT.enemies_of("hard_boss", [3]),
        "DR-P5-9": lambda: PRINT.enemies_of("normal", [3]),
    }
    for clause, ask in asked.items():
        with pytest.raises(Undecidable) as error:
            ask()
        assert error.value.clauses == (clause,)
        assert error.value.message == say("cards.expansion", set=Thing("set", 3))


def test_a_game_with_the_printed_pack() -> None:
    """The first pick fits whatever the ranks are; whether a second one does is undecidable."""
    head = header(GAME, 0, "solo_partner", "print")
    record = Record(head, tuple(Entry(Action(1, Pick(unit))) for unit in (1, 2)))
    report = verify(GAMES, record)
    assert report.verdict is Verdict.UNDECIDABLE
    assert report.findings[0].clauses == ("DR-P4-8",)
    assert report.actions_replayed == 1


def test_what_a_verdict_rests_on() -> None:
    """The stand-ins of the units in play, the enemies met and the cards played are told, each once."""
    record = play(GAME, 1)
    told = [one.id for one in verify(GAMES, record).assumptions if one.kind in ("card", "unit", "enemy")]
    assert len(told) == len(set(told))
    assert "E13" in told
    assert any(id.startswith("C") for id in told)
    assert any(id.startswith("U") for id in told)
    assert all(
        "house:" in str(one.text) or "inferred:" in str(one.text)
        for one in verify(GAMES, record).assumptions
        if one.kind in ("card", "unit", "enemy")
    )
    preset = Setup(Difficulty.A, party_source=PartySource.PRESET)
    head = msgspec.structs.replace(header(GAME, 0, "solo_partner"), setup=preset)
    taken = verify(GAMES, Record(head, (Entry(Action(1, TakeParty(2))),)))
    assert [one.id for one in taken.assumptions if one.kind == "party"] == ["R2"]
    start = Record(record.header, ())
    assert [one.id for one in verify(GAMES, start).assumptions if one.kind == "card"] == []


def test_a_better_source_moves_no_record() -> None:
    """The source notes are none of what a pack's digest names."""
    data = tomllib.loads(HOUSE)
    data["circuit"][0]["source"]["mana"] = "print: another"
    assert content(msgspec.convert(data, type(ROWS)), PACKS) == content(ROWS, PACKS)
    data["circuit"][0]["mana"] = 9
    assert content(msgspec.convert(data, type(ROWS)), PACKS) != content(ROWS, PACKS)
