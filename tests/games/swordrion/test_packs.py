"""カードの見方: what a pack may say of the cards, and what is known of them."""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games import swordrion
from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.cards.cards import Card, Cards
from shinpan_engine.games.swordrion.cards.pack_files import PACKS
from shinpan_engine.games.swordrion.cards.texts import Keywords, Operation, Relic, Tag, Timing
from shinpan_engine.games.swordrion.table.actions import PASS, Lay, Pick
from shinpan_engine.kernel.errors import PackError, Undecidable
from shinpan_engine.kernel.judging.record import Action, ChanceSource, Entry, Header, PackRef, Record, SeededChance
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.packs import load
from shinpan_engine.kernel.play.chance import Stream

HOUSE = files(swordrion).joinpath("packs", "house.toml").read_text("utf-8")
WHOLE = 'spell = { use = "single", ops = [{ op = "draw", count = 1 }] }\n'
ADDS = 'ops = [{ op = "additional", amount = 1 }]'
STANDS = 'tag = "standing", optional = true, ops = [{ op = "strengthen", attack = 1 }]'
SINGLE = 'use = "single", ops = [{ op = "additional", amount = 2 }]'
TOLD = {row.number for row in GAME.packs["print"].cards.rows.card}
PRINT, FULL = GAME.packs["print"].cards, GAME.packs["house"].cards


def changed(folder: Path, before: str, after: str) -> None:
    """Loads the house pack with one text replaced."""
    assert before in HOUSE
    file = folder / "own.toml"
    file.write_text(HOUSE.replace(before, after, 1), "utf-8")
    load(PACKS, file)


@pytest.mark.clause("SW-C-1", "SW-C-2", "SW-C-3", "SW-C-4", "SW-C-5", "SW-C-6", "SW-Q-9")
def test_the_house_pack_is_complete() -> None:
    """At least 120 cards in ten kinds, each with a number and a name of its own, cost, ★1 to ★5, HP and attack."""
    rows = FULL.rows.card
    assert [row.number for row in rows] == list(range(1, FULL.size + 1))
    assert (FULL.size >= 120, len({row.name for row in rows})) == (True, FULL.size)
    assert {row.kind for row in rows} == set(FULL.box.kinds)
    assert (len(FULL.box.kinds), {row.stars for row in rows}) == (10, {1, 2, 3, 4, 5})
    assert all(FULL.fighter(row.number).fights and FULL.cost(row.number) >= 0 for row in rows)
    assert all((row.kind == "術") == (row.spell is not None) for row in rows)
    assert all(row.relic is not None for row in rows)


@pytest.mark.clause("SW-K.0-2")
def test_the_house_pack_uses_the_whole_vocabulary() -> None:
    """Every tag, keyword, operation, relic moment and kind of spell stands on some card."""
    rows = FULL.rows.card
    skills = [skill for row in rows for skill in row.skills]
    relics = [row.relic for row in rows if isinstance(row.relic, Relic)]
    spells = [row.spell for row in rows if row.spell]
    ops = [op for text in (*skills, *relics, *spells) for op in text.ops]
    assert {skill.tag for skill in skills} == set(Tag.__args__)
    assert {relic.timing for relic in relics} == set(Timing.__args__)
    assert {type(op) for op in ops} == set(Operation.__args__)
    assert {spell.use for spell in spells} == {"single", "equip"}
    assert {spell.on for spell in spells} == {"own", "other", "either"}
    for word in Keywords.__struct_fields__:
        assert any(getattr(row.keywords, word) for row in rows), word
    assert any(skill.optional for skill in skills)
    assert any(skill.looks_for for skill in skills)


@pytest.mark.clause("SW-C-1", "SW-C-2")
def test_the_house_pack_keeps_what_is_printed() -> None:
    """What the print pack tells, the house pack tells too: ピリトの火の玉 is 魔1, バスター・コール 剣9."""
    mine = {row.number: row for row in FULL.rows.card}
    for row in PRINT.rows.card:
        for name in ("name", "kind", "cost"):
            assert getattr(row, name) in (None, getattr(mine[row.number], name))
    told = {row.name: (row.kind, row.cost) for row in PRINT.rows.card if row.kind}
    assert told == {"ピリトの火の玉": ("魔", 1), "バスター・コール": ("剣", 9)}


@pytest.mark.clause("SW-C-4")
def test_cards_are_called_by_number_name_and_alias() -> None:
    """The spelling that was read wrong off the booklet means the card too."""
    names = GAME.packs["house"].names
    assert [names.numbers("card", text) for text in ("005", "5", "装甲チャリオット", "装甲チーリオット")] == [[5]] * 4
    assert (names.text("card", 5), names.printed("card", 5)) == ("005", "装甲チャリオット")
    assert names.numbers("card", "999") == []
    assert names.numbers("card", "nobody") == []


@pytest.mark.parametrize("field", ["kind", "hp", "attack", "keywords", "skills"])
def test_a_fighter_told_in_part_does_not_fight(field: str) -> None:
    """A card without any one of these facts decides nothing in a field; its cost does not count there."""
    row = next(row for row in FULL.rows.card if row.kind != "術")
    assert not Card(msgspec.structs.replace(row, **{field: None})).fights
    assert Card(msgspec.structs.replace(row, cost=None)).fights


@pytest.mark.parametrize("field", ["kind", "cost", "stars", "hp", "attack", "keywords", "skills", "relic", "spell"])
def test_a_verdict_rests_on_each_fact_that_is_not_printed(field: str) -> None:
    """A card of which this alone is a stand-in is an assumption wherever it was used."""
    row = next(row for row in FULL.rows.card if getattr(row, field) is not None)
    ours = msgspec.structs.replace(row, source={field: "house: a stand-in"})
    cards = [ours if one is row else one for one in FULL.rows.card]
    resting = Cards(msgspec.structs.replace(FULL.rows, card=cards)).resting["card"][row.number]
    assert resting is not None
    assert "a stand-in" in str(resting.text)


@pytest.mark.clause("SW-C-1", "SW-C-3", "SW-C-5", "SW-C-6", "SW-K.0-2")
@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("stars = 1", "stars = 6", "card 1"),
        ("stars = 1", "stars = 0", "card 1"),
        ("hp = 1\n", "hp = -1\n", "card 1"),
        ('kind = "魔"', 'kind = "虫"', "card 1: kind"),
        ("number = 2\n", "number = 1\n", "card 1: duplicate entry"),
        ("number = 128\n", "number = 129\n", "card 129: number"),
        ('kinds = ["剣", "魔"', 'kinds = ["剣", "剣"', "box 1: kinds"),
        ("keywords = {}", "keywords = { flying = true }", "card 1"),
        ('tag = "on_turn"', 'tag = "whenever"', "card 1"),
        ('op = "additional"', 'op = "explode"', "card 1"),
        ('skills = [\n    { tag = "on_turn"', 'skills = [\n    { tag = "summon"', "card 1: skills"),
        ('skills = [\n    { tag = "on_turn"', 'skills = [\n    { tag = "standing"', "card 1: ops"),
        ('tag = "on_turn", ops = [{ op = "additional", amount = 1 }]', STANDS, "card 1: skills: a standing effect"),
        ('ops = [{ op = "additional", amount = 1 }]', "ops = []", "card 1: skills"),
        ('ops = [{ op = "additional", amount = 1 }]', 'ops = [{ op = "points", amount = 1 }]', "card 1: ops"),
        ('ops = [{ op = "additional", amount = 1 }]', 'looks_for = "虫", ops = [{ op = "draw", count = 1 }]', "card 1"),
        ('timing = "scoring", ops = [{ op = "points"', 'timing = "shop", ops = [{ op = "points"', "card 1: relic"),
        ('timing = "scoring", ops = [{ op = "points"', 'timing = "exchange", ops = [{ op = "points"', "card 1: relic"),
        ('timing = "scoring"', 'timing = "dawn"', "card 1"),
        ('use = "equip", on = "own", attack = 2', 'use = "equip", on = "own"', "spell"),
        ('use = "equip", on = "own", attack = 2', 'use = "equip", keywords = { multi_hit = 2 }', "spell"),
        ('use = "single", ops = [{ op = "additional", amount = 2 }]', 'use = "single"', "spell"),
        (SINGLE, SINGLE.replace("additional", "points"), "spell"),
        (ADDS, ADDS.replace("1 }", '1, at = "each" }'), "one card"),
        ("[[card]]\nnumber = 9\n", "[[card]]\nnumber = 9\n" + WHOLE, "card 9: spell: only 術 cards are spells"),
        ('game = "swordrion"', 'game = "anoare"', "pack: game"),
    ],
)  # fmt: skip
def test_a_pack_that_cannot_be_is_refused(tmp_path: Path, before: str, after: str, told: str) -> None:
    """Wrong numbers, kinds, keywords and texts are refused, never guessed, and the error names the card."""
    with pytest.raises(PackError, match=told):
        changed(tmp_path, before, after)


def printed(mode: str, seats: int) -> Header:
    """A header with the print pack."""
    drawn = ChanceSource(SeededChance("sha256ctr-1", bytes(range(32))))
    setup = GAME.drawn_setup(mode, seats, GAME.packs["print"], Stream(bytes(32), "setup"))
    return Header(
        1, "swordrion", mode, "1", PackRef("print", GAME.packs["print"].digest), drawn, None, seats, [], setup
    )


@pytest.mark.clause("SW-C-3", "SW-C-7")
def test_what_is_not_told_is_undecidable() -> None:
    """With the print pack the first hand can be judged, and that it rests on the number of cards is said; what a card
    that nothing is told of may do is undecidable, not illegal."""
    head = printed("solo", 1)
    hand = next(card for card in range(1, 129) if card > 8)
    first = verify(GAMES, Record(head, (Entry(Action(1, PASS)),)))
    assert first.verdict is Verdict.INCOMPLETE
    assert [(one.kind, one.id) for one in first.assumptions if one.kind == "box"] == [("box", "cards")]
    laid = [
        verify(GAMES, Record(head, (Entry(Action(1, PASS)), Entry(Action(1, Lay(card)))))) for card in range(1, 129)
    ]
    assert {report.verdict for report in laid} == {Verdict.ILLEGAL, Verdict.UNDECIDABLE}
    assert sum(report.verdict is Verdict.UNDECIDABLE for report in laid) == 7
    assert verify(GAMES, Record(printed("versus", 2), (Entry(Action(1, Pick(hand))),))).verdict in (
        Verdict.ILLEGAL,
        Verdict.INCOMPLETE,
    )


@pytest.mark.clause("SW-2.1-6")
def test_what_is_not_told_cites_the_clause_that_asks_for_it() -> None:
    """Whether a card may be laid asks first whether it is a spell, and the finding says what to write."""
    head = printed("solo", 1)
    laid = [
        verify(GAMES, Record(head, (Entry(Action(1, PASS)), Entry(Action(1, Lay(card)))))) for card in range(1, 129)
    ]
    untold = [report.findings[0] for report in laid if report.verdict is Verdict.UNDECIDABLE]
    assert {finding.clauses for finding in untold} == {("SW-2.1-6",)}
    assert all("write “fact " in str(finding.message) and "kind=…" in str(finding.message) for finding in untold)


@pytest.mark.parametrize(
    ("clause", "question"),
    [
        pytest.param("SW-2.2-6", PRINT.has_relic, marks=pytest.mark.clause("SW-2.2-6")),
        pytest.param("SW-4.3-2", PRINT.cost, marks=pytest.mark.clause("SW-4.3-2")),
        pytest.param("SW-S1-2", PRINT.spell, marks=pytest.mark.clause("SW-S1-2")),
    ],
    ids=["relic", "cost", "spell"],
)
def test_each_question_about_a_card_has_its_clause(clause: str, question: Callable[[int], object]) -> None:
    """Of a card of which nothing is told as well."""
    untold = [number for number in range(1, PRINT.size + 1) if number not in TOLD]
    with pytest.raises(Undecidable) as raised:
        question(untold[0])
    assert raised.value.clauses == (clause,)


@pytest.mark.clause("SW-C-1", "SW-Q-9")
def test_a_card_of_an_untold_kind_may_be_a_spell() -> None:
    """Where that matters it is undecidable."""
    untold = next(number for number in range(1, PRINT.size + 1) if PRINT.card(number).kind is None)
    with pytest.raises(Undecidable, match=r"unknown\.kind") as raised:
        PRINT.is_spell(untold)
    assert raised.value.clauses == ("SW-C-1",)
