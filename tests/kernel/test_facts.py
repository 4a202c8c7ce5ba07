"""Facts that a record brings: what they may say, and what comes of them."""

import re

import pytest
from msgspec.structs import replace

from shinpan_engine.games.registry import GAMES, with_packs
from shinpan_engine.kernel.errors import InvalidHeader, Undecidable
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Fact, PackRef
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import sentence
from shinpan_engine.kernel.packs import Pack, facts_from, still_open, told, with_facts
from shinpan_engine.kernel.packs.facts import MOST_MADE, _made
from shinpan_engine.kernel.packs.values import fact_fields, spelled, value_of
from shinpan_records import transcript
from shinpan_service.workbench.simulation import random_record, seed_of
from tests.filled_in import filled_in, texts_from

WARS = GAMES["wars3x3"]
PRINT = WARS.packs["print"]
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def given(*facts: tuple[str, int, str, str], game: Game = WARS, pack: str = "print") -> Pack:
    return with_facts(game.pack_kind, game.packs[pack], [Fact(*fact) for fact in facts])


def test_a_fact_fills_what_is_open() -> None:
    """Numbers, words and lists of them; the pack keeps its id and digest, and each fact is an assumption."""
    pack = given(
        ("card", 6, "name", "灰色狼"),
        ("card", 6, "unit", "yes"),
        ("magic", 15, "mana.sky", "1"),
        ("magic", 15, "mana.total", "2"),
    )
    cards = pack.cards
    assert (cards.name[6], cards.unit[6]) == ("灰色狼", True)
    assert cards.magic[15].mana.icons == (0, 0, 0, 1)
    assert (pack.id, pack.digest) == ("print", PRINT.digest)
    assert pack.names.numbers("card", "灰色狼") == [6]
    assert [sentence(fact.text, names=pack.names) for fact in pack.facts[:2]] == [
        "灰色狼:炎: name is 灰色狼, as the record says",
        "灰色狼:炎: unit is yes, as the record says",
    ]
    assert PRINT.cards.name[6] == ""


def test_a_fact_narrows_what_is_bounded() -> None:
    """To one number, or to fewer."""
    assert given(("magic", 8, "mana.water", "1")).cards.magic[8].mana.icons[1] == 1
    assert given(("magic", 8, "mana.water", "0 1")).cards.magic[8].mana.icons[1].ends() == (0, 1)


REFUSED = [
    ([("magic", 8, "mana.water", "3"), ("magic", 8, "mana.grass", "0")], "", "facts ascend by table, number and field"),
    ([("magic", 8, "mana.water", "1")] * 2, "", "none comes twice"),
    ([("spell", 8, "mana.water", "1")], "[0].table", "no facts of “spell”; there are: card, magic"),
    ([("magic", 23, "mana.water", "1")], "[0].number", "there is no magic A23"),
    ([("magic", 8, "manna", "1")], "[0].field", "a fact does not say “manna”; it may say: name, attribute, mana.fire"),
    ([("magic", 8, "number", "9")], "[0].field", "a fact does not say “number”"),
    (
        [("magic", 8, "mana.water", "01")],
        "[0].value",
        "found “01”; allowed: a whole number from 0 to 99, or a list of 2",
    ),
    ([("magic", 8, "mana.water", "x")], "[0].value", "magic A08 (毒殺): mana.water: found “x”"),
    ([("magic", 8, "mana.water", "²")], "[0].value", "found “²”"),
    ([("magic", 8, "mana.water", "1 0")], "[0].value", "found “1 0”"),
    ([("magic", 8, "mana.water", "9")], "[0]", "magic A08 (毒殺): mana.water: the pack says 0 to 3"),
    ([("magic", 8, "mana.water", "0 3")], "[0]", "the pack says 0 3 already"),
    ([("magic", 8, "mana.fire", "1")], "[0]", "0 is what the pack says"),
    (
        [("magic", 15, "mana.fire", "0"), ("magic", 15, "mana.total", "1")],
        "[0]",
        "0 is what holds where nothing is said",
    ),
    ([("card", 3, "name", "別人")], "[0]", "card 003 (先行打撃兵:炎): name: the pack says 先行打撃兵"),
    (
        [("card", 3, "traits", "haste")],
        "[0]",
        "the pack says transparent unblocking substitution, and a fact can only add",
    ),
    ([("card", 6, "traits", "haste"), ("card", 6, "traits_complete", "no")], "[1]", "the pack says no already"),
    (
        [("card", 3, "cost", "1")],
        "[0]",
        "with “fact 003 cost=1” the pack “print” cannot be: card 4: cost: all cards named 先行打撃兵 have one cost",
    ),
    ([("magic", 15, "mana.sky", "1")], "[0]", "magic 15: mana.total: it is missing"),
    (
        [("card", 6, "cost", "4"), ("magic", 8, "mana.total", "0"), ("magic", 8, "mana.water", "1")],
        "[2]",
        "with “fact A08 mana.water=1” the pack “print” cannot be: magic 8: mana.total: the icons of all",
    ),
    ([("card", 6, "name", "a\x1bb")], "[0].value", "name: found"),
    ([("card", 6, "name", "x" * 1_000_000)], "[0].value", "name: found"),
]


@pytest.mark.parametrize(("facts", "field", "message"), REFUSED)
def test_what_is_not_open_is_refused(facts: list[tuple[str, int, str, str]], field: str, message: str) -> None:
    """With the fact that is wrong and what the pack says."""
    with pytest.raises(InvalidHeader) as caught:
        given(*facts)
    assert caught.value.field == f"record.header.facts{field}"
    assert message in str(caught.value)
    assert len(str(caught.value)) < 1000


def test_packs_of_facts_are_kept_for_a_while() -> None:
    """So many and no more, each for the pack that it is of."""
    assert given(("card", 6, "cost", "4")) is given(("card", 6, "cost", "4"))
    for cost in range(3, 3 + MOST_MADE + 2):
        with_facts(
            WARS.pack_kind, PRINT._replace(title=str(cost), digest=bytes([cost])), [Fact("card", 6, "cost", "4")]
        )
    assert len(_made) == MOST_MADE


@games
def test_facts_say_what_a_fuller_pack_says(game: Game) -> None:
    """In every game what is open in the print, texts aside, and plain in the house pack is filled in; then there is
    nothing more to say."""
    kind, pack, house = game.pack_kind, game.with_packs([texts_from(game)]).packs["texts"], game.packs["house"]
    facts = facts_from(kind, pack, house)
    whole = with_facts(kind, pack, facts)
    assert facts or not list(still_open(kind, pack))
    assert len(whole.facts) == len(facts)
    for fact in facts:
        types = fact_fields(kind, fact.table)
        assert spelled(value_of(types[fact.field], fact.value)) == fact.value
    assert not facts_from(kind, whole, house)


@games
def test_every_word_of_a_pack_has_one_spelling(game: Game) -> None:
    """What stands in our packs comes back from its spelling, if it has one."""
    for pack in game.packs.values():
        for table, kind in game.pack_kind.tables.items():
            types = fact_fields(game.pack_kind, table)
            for row in pack.tables[kind].values():
                for path in types.keys() & row.keys():
                    read = value_of(types[path], spelled(row[path])) if not isinstance(row[path], dict) else None
                    assert read is None or read == row[path]


@pytest.mark.parametrize("seed", range(20))
def test_a_game_with_its_facts_is_judged(seed: int) -> None:
    """A random game of any mode under the print, with texts from a pack upon it and the rest as facts, is decided to
    its end."""
    mode = WARS.modes[seed % 4].name
    report = verify(with_packs([texts_from(WARS)]), filled_in(WARS, mode, seed))
    assert (report.verdict, report.findings) == (Verdict.LEGAL, ())
    assert {assumption.kind for assumption in report.assumptions} >= {"fact"}


def test_facts_are_named_by_the_header_hash() -> None:
    """And written and read in the transcript, in one line a card."""
    games, record = with_packs([texts_from(WARS)]), filled_in(WARS, "beginner", 1)
    bare = replace(record, header=replace(record.header, facts=[]))
    assert Replay(games, record).header_hash != Replay(games, bare).header_hash
    text = transcript.dump(record, games)
    assert text.count("\nfact ") == len({(fact.table, fact.number) for fact in record.header.facts})
    assert transcript.load(text, games).record.header == record.header


def test_an_open_number_says_what_to_write() -> None:
    """The fact, what the pack knows of it, and the clauses that are asked about; cards of one name share a cost."""
    cards = PRINT.cards
    for open_number, message, clauses in (
        (
            cards.magic[8].mana.icons[1],
            "how much water mana 毒殺 needs (0 to 3); write “fact A08 mana.water=…” as printed on the card",
            ("W3-M1-3", "W3-M1-9"),
        ),
        (
            cards.magic[8].mana.total,
            "how much mana 毒殺 needs in all (0 to 5); write “fact A08 mana.total=…” as printed on the card",
            ("W3-M1-9", "W3-M1-2"),
        ),
        (
            cards.cost[20],
            "what 龍王妃 costs (8 to 9); write “fact 020 cost=…” and “fact 033 cost=…” as printed on the card",
            (),
        ),
    ):
        with pytest.raises(Undecidable) as caught:
            bool(open_number > open_number.ends()[0])
        assert str(told(caught.value, WARS.pack_kind, PRINT.names)) == f"the pack does not say {message}"
        assert caught.value.clauses == clauses


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("anoare", r"write “fact C\d response=…” as printed on the card; only a pack can say abilities of C\d"),
        ("drive", r"the pack does not say "),
        ("swordrion", r"write “fact \d{3} "),
    ],
)
def test_every_game_says_what_is_missing(name: str, message: str) -> None:
    """A game that the print does not carry says what to write, and where."""
    game = GAMES[name]
    mode = next(one.name for one in game.modes if one.supported)
    record = random_record(game, mode, game.packs["house"], seed_of("open", 1))
    pack = game.packs["print"]
    finding = verify(GAMES, replace(record, header=replace(record.header, pack=PackRef(pack.id, pack.digest)))).findings
    assert re.search(message, "".join(str(one.message) for one in finding))


def test_a_text_is_no_fact() -> None:
    """What only a pack can say is told so."""
    drive = GAMES["drive"]
    with pytest.raises(Undecidable) as caught:
        drive.packs["print"].cards.unit(1)
    said = told(caught.value, drive.pack_kind, drive.packs["print"].names)
    assert str(said) == (
        "the pack does not say attribute, levels and skills of unit 1; "
        "write “fact U1 attributes=…” as printed on the card; only a pack can say levels, skills of U1"
    )


def test_what_a_pack_has_settled_stays() -> None:
    """A list that is complete takes nothing more, and that it is complete is not taken back."""
    for fact, why in (
        (("card", 1, "traits_complete", "no"), "the pack says yes"),
        (("card", 1, "traits", "haste"), "the pack says"),
    ):
        with pytest.raises(InvalidHeader, match=why):
            given(fact, pack="house")
