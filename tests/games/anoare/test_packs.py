"""0.1 and 1:カードの説明: what a pack may say of the cards, and what is known of them."""

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from shinpan_engine.games import anoare
from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.cards.cards import Cards, Skill, set_of
from shinpan_engine.games.anoare.cards.pack_files import PACKS
from shinpan_engine.games.anoare.cards.texts import Operation, When
from shinpan_engine.games.anoare.table.actions import GO_ON, Keep, Pay, Set
from shinpan_engine.games.anoare.table.state import Step
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import PackError, Undecidable
from shinpan_engine.kernel.judging.record import Action, Entry, PackRef, Record
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.packs import Pack, content, load

from .scene import Scene, effect, op
from .test_preparation import header

HOUSE = files(anoare).joinpath("packs", "house.toml").read_text("utf-8")
PRINT = GAME.packs["print"].cards
FULL = GAME.packs["house"].cards


def changed(folder: Path, before: str, after: str, text: str = HOUSE) -> Pack:
    """The house pack with one text replaced, written to a file and loaded from there."""
    assert before in text
    file = folder / "own.toml"
    file.write_text(text.replace(before, after, 1), "utf-8")
    return load(PACKS, file)


def with_effect(folder: Path, kind: str, row: str) -> Pack:
    """The house pack with this effect on its first character, skill or fragment that has a plain one."""
    places = {
        "character": ("abilities = [", f"abilities = [\n    {{ level = 1, effects = [{row}] }},"),
        "skill": ("effects = []", f"effects = [{row}]"),
        "fragment": ('effects = [\n    { ops = [{ op = "distance", amount = -1 }] },\n]', f"effects = [{row}]"),
    }
    return changed(folder, *places[kind])


def house_effects() -> Iterator[Any]:
    """Every effect of the house pack."""
    rows = FULL.rows
    for character in rows.character:
        for ability in character.abilities or ():
            yield from ability.effects
    for row in (*rows.skill, *rows.fragment):
        yield from row.effects or ()


@pytest.mark.clause("AN-0.1-4", "AN-1.1-1", "AN-1.1-2", "AN-1.1-10", "AN-1.1-16", "AN-1.1-17")
def test_the_house_pack_is_complete() -> None:
    """5 characters, 35 normal skills, 15 ultra skills and 5 fragments, all of them told in full; both classes of skill
    carry the same kinds of things."""
    rows = FULL.rows
    assert [row.number for row in rows.character] == [1, 2, 3, 4, 5]
    assert [row.number for row in rows.skill] == list(range(1, 51))
    assert [row.kind for row in rows.skill].count("normal") == 35
    assert [row.kind for row in rows.skill].count("ultra") == 15
    assert [row.number for row in rows.fragment] == [1, 2, 3, 4, 5]
    for number in range(1, 51):
        assert FULL.skill(number).told
        assert FULL.cost(number) >= 0
    assert {row.double_cd for row in rows.skill if row.kind == "normal"} == {True, False}
    assert {row.double_cd for row in rows.skill if row.kind == "ultra"} == {True, False}


def test_the_house_pack_uses_the_whole_vocabulary() -> None:
    """Every operation, every moment and every kind of effect stands on some card."""
    effects = list(house_effects())
    assert {type(op) for one in effects for op in one.ops} == set(get_args(Operation))
    assert {one.when for one in effects} == set(get_args(When))
    assert {one.kind for one in effects} == {"text", "cd"}
    assert any(one.forced for one in effects)
    assert any(one.optional for one in effects)
    assert any(one.needs_skill for one in effects)
    assert {one.until for one in effects} == {"turn_end", "next_turn_end", "game_end"}
    assert any(one.per_turn > 1 for one in effects)


def test_the_house_pack_keeps_what_the_print_fixes() -> None:
    """What the print pack says of a skill or fragment, the house pack says too, names of characters aside."""
    for ours, theirs in ((FULL.rows.skill, PRINT.rows.skill), (FULL.rows.fragment, PRINT.rows.fragment)):
        mine = {row.number: row for row in ours}  # type: ignore[attr-defined]
        for row in theirs:  # type: ignore[attr-defined]
            for field in row.__struct_fields__:
                value = getattr(row, field)
                assert field == "source" or value is None or getattr(mine[row.number], field) == value


@pytest.mark.clause("AN-1.2-1", "AN-1.2-2", "AN-1.2-5", "AN-1.1-6", "AN-1.1-7", "AN-1.1-9")
def test_the_sample_skill_is_known_but_for_its_cost() -> None:
    """P1: 剣を投げる is an ultra of the swordsman: [-/3/far], double cooldown, two CD effects; its cost is not told."""
    (row,) = PRINT.rows.skill
    assert (row.name, row.kind, row.number in set_of(1)) == ("剣を投げる", "ultra", True)
    assert (row.distance, row.attack, row.crit, row.double_cd) == ("-", 3, "far", True)
    assert [one.kind for one in row.effects] == ["cd", "cd"]
    assert PRINT.skill(row.number).attack == 3
    with pytest.raises(Undecidable):
        PRINT.cost(row.number)
    assert FULL.rows.skill[row.number - 1].source["cost"].startswith("house:")


@pytest.mark.clause("AN-1.2-6", "AN-1.1-18")
def test_the_sample_fragment_is_known() -> None:
    """エイノアの勇気 (VALOR) has a distance correction of -1 and no cost."""
    (row,) = PRINT.rows.fragment
    assert (row.name, row.second_name) == ("エイノアの勇気", "VALOR")
    assert msgspec.to_builtins(row.effects[0].ops) == [{"op": "distance", "amount": -1}]
    assert "cost" not in row.__struct_fields__
    assert (PRINT.resting["fragment"][1], FULL.resting["fragment"][1]) == (None, None)


@pytest.mark.clause("AN-1.1-3")
def test_cards_are_told_apart_by_number(tmp_path: Path) -> None:
    """Two cards of one name are accepted; the name then means both."""
    names = changed(tmp_path, 'name = "払い抜け"', 'name = "踏み込み斬り"').names
    assert names.numbers("card", "踏み込み斬り") == [1, 2, 10001, 10002]
    assert names.numbers("card", "S1") == [1]
    assert names.text("card", 1) == "S1"


@pytest.mark.clause("AN-2.1-5")
def test_a_card_of_the_second_box_is_marked() -> None:
    """S50/2 is S50 of the second box; what no box has is no card, and fragments and characters have no second box."""
    names = GAME.packs["house"].names
    assert (names.numbers("card", "S50/2"), names.text("card", 10050)) == ([10050], "S50/2")
    assert [names.numbers("card", text) for text in ("S51", "S51/2", "S0/2", "S1/1", "S1/3", "S1/2/2")] == [[]] * 6
    assert [names.numbers(table, text) for table, text in (("fragment", "F1/2"), ("character", "C1/2"))] == [[]] * 2


@pytest.mark.clause("AN-0.1-5", "AN-0.1-4", "AN-1.1-1", "AN-1.1-4", "AN-1.1-8", "AN-1.1-10", "AN-1.1-16")
@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("[[fragment]]\nnumber = 5", "[[fragment]]\nnumber = 6", "fragment 6"),
        ("[[fragment]]\nnumber = 5", "[[fragment]]\nnumber = 4", "fragment 4: duplicate entry"),
        ("[[skill]]\nnumber = 50", "[[skill]]\nnumber = 51", "skill 51"),
        ("[[skill]]\nnumber = 2\n", "[[skill]]\nnumber = 1\n", "skill 1: duplicate entry"),
        ("[[character]]\nnumber = 5", "[[character]]\nnumber = 6", "character 6"),
        ('kind = "normal"', 'kind = "item"', "skill 1"),
        ('kind = "normal"', 'kind = "ultra"', "skill 1: kind"),
        ('crit = "near"', 'crit = ["near", "far"]', "skill 1"),
        ('crit = "near"', 'crit = "nearby"', "skill 1"),
        ("\ncost = 1\n", "\ncost = -1\n", "skill 1"),
        ("\ncost = 1\n", '\ncost = "-"\n', "skill 1"),
        ("response = 5", 'response = "five"', "character 1"),
        ("response = 5", "respond = 5", "character 1"),
        ("level = 1", "level = 4", "character 1"),
        ('source]\nname = "house', 'source]\nname = "hearsay', "character 1"),
    ],
)
def test_a_pack_that_cannot_be_is_refused(tmp_path: Path, before: str, after: str, told: str) -> None:
    """Wrong counts, kinds, numbers or words are refused, and the error names the card."""
    with pytest.raises(PackError, match=told):
        changed(tmp_path, before, after)


@pytest.mark.clause("AN-6.3-7", "AN-1.1-9", "AN-5.0-10")
@pytest.mark.parametrize(
    ("kind", "row", "told"),
    [
        ("skill", '{ ops = [{ op = "lose_life", amount = 1 }] }', "lose_life"),
        ("skill", "{ ops = [] }", "a list of at least 1"),
        ("skill", '{ when = "turn_start", ops = [{ op = "distance", amount = 1 }] }', "used skill"),
        ("skill", '{ when = "turn_end", ops = [{ op = "distance", amount = 1 }] }', "used skill"),
        ("skill", '{ ops = [{ op = "cost", amount = 1 }] }', "too late"),
        ("skill", '{ when = "reveal", ops = [{ op = "forbid_set", skills = "all" }] }', "too late"),
        ("skill", '{ forced = true, ops = [{ op = "attack", amount = 1 }] }', "forced"),
        (
            "skill",
            '{ kind = "cd", when = "damaged", additional_cost = 1, ops = [{ op = "attack", amount = 1 }] }',
            "additional",
        ),
        ("skill", '{ when = "continuous", ops = [{ op = "heal", amount = 1 }] }', "continuous"),
        ("skill", '{ when = "continuous", optional = true, ops = [{ op = "attack", amount = 1 }] }', "continuous"),
        ("skill", '{ when = "continuous", until = "game_end", ops = [{ op = "attack", amount = 1 }] }', "continuous"),
        ("character", '{ kind = "cd", ops = [{ op = "attack", amount = 1 }] }', "CD"),
        ("character", '{ when = "continuous", ops = [{ op = "disable_ability", level = 1 }] }', "disables"),
        ("character", '{ ops = [{ op = "cost", amount = 1 }] }', "too late"),
        ("character", '{ forced = true, ops = [{ op = "attack", amount = 1 }] }', "forced"),
        ("fragment", '{ when = "turn_start", ops = [{ op = "attack", amount = 1 }] }', "fragment"),
        ("fragment", '{ optional = true, ops = [{ op = "attack", amount = 1 }] }', "fragment"),
        ("fragment", '{ additional_cost = 1, ops = [{ op = "attack", amount = 1 }] }', "fragment"),
        ("fragment", '{ condition = { level = 2 }, ops = [{ op = "attack", amount = 1 }] }', "fragment"),
    ],
)
def test_an_effect_that_cannot_be_is_refused(tmp_path: Path, kind: str, row: str, told: str) -> None:
    """What no rule of the leaflet carries is refused where it is loaded; losing life without damage is no operation."""
    with pytest.raises(PackError, match=told):
        with_effect(tmp_path, kind, row)


@pytest.mark.clause("AN-5.4a-23", "AN-5.2-6", "AN-5.0-10")
@pytest.mark.parametrize(("operation", "asked"), [("cost", (1, "pay")), ("forbid_set", (2, "set"))])
def test_damage_may_come_early_enough(tmp_path: Path, operation: str, asked: tuple[int, str]) -> None:
    """What damage triggers can still change the cost or what may be set in the same turn: damage comes at its start."""
    what = {"cost": "amount = 1", "forbid_set": 'skills = "all"'}[operation]
    row = f'{{ when = "damaged", ops = [{{ op = "{operation}", {what}, to = "opponent" }}] }}'
    assert with_effect(tmp_path, "character", row).cards.character(1).abilities[1]
    fields = {"amount": 1} if operation == "cost" else {"skills": "all"}
    answer = effect({"op": operation, "to": "opponent", **fields}, when="damaged")
    hurts = effect(op("damage", 1, to="opponent"), when="turn_start")
    scene = Scene(abilities={1: [(1, [hurts])], 2: [(1, [answer])]}).until(Step.SELECTION)
    if operation == "cost":
        scene.do(1, Set(1)).do(2, Set(11))
    assert scene.asked() == [asked]


@pytest.mark.clause("AN-6.1-4")
def test_each_ability_has_one_level() -> None:
    """An ability is entered under the lowest level at which it is in force; several of one level count on."""
    scene = Scene(abilities={1: [(1, [effect(op("distance", 1))]), (1, [effect(op("distance", 2))])]})
    assert [at.effect for at, _ in scene.table.cards.character(1).abilities[1]] == [0, 1]
    assert scene.table.cards.character(1).abilities[2] == ()


@pytest.mark.clause("AN-1.1-12")
def test_only_characters_have_response_power() -> None:
    """It is a field of the character card; skills and fragments have none."""
    rows = FULL.rows
    assert all(row.response is not None for row in rows.character)
    assert not [row for row in (*rows.skill, *rows.fragment) if "response" in row.__struct_fields__]


@pytest.mark.clause("AN-1.1-5")
def test_the_icon_makes_double_cooldown() -> None:
    """A skill has double cooldown exactly if its row says so."""
    assert [number for number in range(1, 51) if number in FULL.double_cd] == [
        row.number for row in FULL.rows.skill if row.double_cd
    ]


def test_broken_files_are_told(tmp_path: Path) -> None:
    """A file that is missing, no TOML or of another game is refused by name."""
    with pytest.raises(PackError, match=r"none\.toml: cannot be read"):
        load(PACKS, tmp_path / "none.toml")
    (tmp_path / "x.toml").write_text("[pack", "utf-8")
    with pytest.raises(PackError, match=r"x\.toml"):
        load(PACKS, tmp_path / "x.toml")
    with pytest.raises(PackError, match="game"):
        changed(tmp_path, 'game = "anoare"', 'game = "wars3x3"')
    with pytest.raises(PackError, match=r"\[\[skill\]\]"):
        changed(tmp_path, "[[skill]]", "[skill]", '[pack]\nid = "x"\ngame = "anoare"\ntitle = ""\n[[skill]]\n')


def test_sources_enter_no_digest(tmp_path: Path) -> None:
    """A better note on where a fact is from changes no record; another number does."""
    ours = GAME.packs["house"].digest
    note = changed(tmp_path, '[character.source]\nname = "house: ', '[character.source]\nname = "house: truly ')
    assert note.digest == ours
    assert changed(tmp_path, "response = 5", "response = 9").digest != ours


def test_a_digest_is_made_of_arrays() -> None:
    """What a pack's digest is made of has no map in it, and nothing of its sources."""
    canonical = content(FULL.rows, PACKS)
    waiting: list[object] = [msgspec.msgpack.decode(canonical)]
    while waiting:
        value = waiting.pop()
        assert not isinstance(value, dict)
        if isinstance(value, list):
            waiting += value
    assert b"house: a stand-in" not in canonical


def test_every_field_has_a_source() -> None:
    """Each fact of both packs says where it is from."""
    for cards in (FULL, PRINT):
        rows = cards.rows
        for row in (*rows.character, *rows.skill, *rows.fragment):
            told = [
                field for field in row.__struct_fields__ if field not in ("number", "kind", "second_name", "source")
            ]
            missing = [field for field in told if getattr(row, field) is not None and field not in row.source]
            assert missing == []


@pytest.mark.clause("AN-1.1-9")
@pytest.mark.parametrize("field", ["double_cd", "distance", "attack", "crit", "effects"])
def test_a_skill_told_in_part_is_not_told(field: str) -> None:
    """All five that count from the reveal on have to be known."""
    row = FULL.rows.skill[0]
    assert Skill(row, row.number).told
    assert not Skill(msgspec.structs.replace(row, **{field: None}), row.number).told


RESTING = {
    "character": ["response", "abilities"],
    "skill": ["cost", "double_cd", "distance", "attack", "crit", "effects"],
    "fragment": ["effects"],
}


@pytest.mark.parametrize(("table", "field"), [(table, field) for table, fields in RESTING.items() for field in fields])
def test_a_verdict_rests_on_each_fact_that_is_not_printed(table: str, field: str) -> None:
    """A card of which this alone is a stand-in is an assumption wherever it was used."""
    row, *rest = getattr(FULL.rows, table)
    ours = msgspec.structs.replace(row, source={field: "house: a stand-in"})
    found = Cards(msgspec.structs.replace(FULL.rows, **{table: [ours, *rest]})).resting
    resting = found["card" if table == "skill" else table][row.number]
    assert resting is not None
    assert "a stand-in" in str(resting.text)


@pytest.mark.clause("AN-1.2-5", "AN-1.1-9")
def test_missing_data_is_undecidable_and_used_data_an_assumption() -> None:
    """With the print pack the game stops where an unknown text would act; with the house pack the report lists the
    stand-ins that were used, no card paid as cost among them, and none before it is revealed."""
    acts = [Action(1, Keep(3)), Action(2, Keep(5))]
    order = [3, 1, 5, 2]
    open_game = verify(GAMES, Record(header(order, "print"), tuple(map(Entry, acts))))
    assert (open_game.verdict, open_game.findings[0].clauses) == (Verdict.UNDECIDABLE, ("AN-1.1-9",))
    go = [Action(1, GO_ON)] * 3
    sets = [*acts, *go, Action(1, Set(1)), Action(2, Set(22))]
    before = verify(GAMES, Record(header(order, characters=[1, 3]), tuple(map(Entry, sets))))
    assert [one.id for one in before.assumptions] == ["C1", "C3"]
    paid = [*sets, Action(1, GO_ON), Action(1, Pay([2])), Action(2, Pay([21]))]
    after = verify(GAMES, Record(header(order, characters=[1, 3]), tuple(map(Entry, paid))))
    assert after.verdict is Verdict.INCOMPLETE
    assert [one.id for one in after.assumptions if one.kind != "ruling"] == ["C1", "C3", "S1", "S22"]


def test_packs_are_toml_with_every_row_in_order() -> None:
    """Both files list their rows by number."""
    for name in ("print", "house"):
        data = tomllib.loads(files(anoare).joinpath("packs", f"{name}.toml").read_text("utf-8"))
        for table in ("character", "skill", "fragment"):
            numbers = [row["number"] for row in data[table]]
            assert numbers == sorted(numbers)
        assert PackRef(name, GAME.packs[name].digest).id == data["pack"]["id"]
