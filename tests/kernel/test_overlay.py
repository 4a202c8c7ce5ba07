"""Rows over the rows of a base, and packs of one id side by side."""

from collections.abc import Sequence
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.packs import MOST_PACK_BYTES, Packs, PackText, packs_of, read_folder
from shinpan_engine.kernel.packs.shelf import MOST_BASES

GAME = GAMES["wars3x3"]
OURS = read_folder(GAME.pack_kind.package)
HOUSE, PRINT = GAME.packs["house"], GAME.packs["print"]


def text(rows: str = "", id: str = "mine", base: str = "house", where: str = "", title: str = "t") -> PackText:
    """A pack file."""
    head = f'[pack]\nid = "{id}"\ngame = "wars3x3"\ntitle = "{title}"\n'
    based = f'base = "{base}"\n' if base else ""
    return PackText(where or f"{id}.toml", f"{head}{based}{rows}".encode())


def made(*texts: PackText) -> Packs:
    return packs_of(GAME.pack_kind, (*OURS, *texts))


def row(kind: str, number: int, rows: str, base: str = "house") -> dict[str, Any]:
    """A row as it comes out of a pack that says these rows over a base."""
    found = made(text(rows, base=base))
    assert found.broken == []
    return dict(found.whole["mine"].tables[kind][number])


def why(*texts: PackText) -> list[str]:
    return [str(one.told) for one in made(*texts).broken]


def test_a_row_says_only_what_differs() -> None:
    """All else is the base's, required fields too; the sources of what is not said as well."""
    said = row("card", 20, "[[card]]\nnumber = 20\ntraits = []\n")
    house = HOUSE.tables["card"][20]
    assert said == {**house, "traits": [], "source": {k: v for k, v in house["source"].items() if k != "traits"}}
    assert row("magic", 4, '[[magic]]\nnumber = 4\nattribute = "sky"\n')["name"] == HOUSE.tables["magic"][4]["name"]


def test_a_table_lies_over_a_table() -> None:
    """Part by part, as facts do; a list stands in place of a list."""
    printed = PRINT.tables["magic"][8]
    said = row("magic", 8, "[[magic]]\nnumber = 8\nmana.water = 1\n[magic.source]\nmana = 'print: the card'\n", "print")
    assert said["mana"] == {**printed["mana"], "water": 1}
    assert said["source"] == {**printed["source"], "mana": "print: the card"}
    assert row("magic", 8, "[[magic]]\nnumber = 8\neffects = []\n", "print")["effects"] == []


@pytest.mark.parametrize(
    ("fields", "mana", "condition"),
    [
        ("condition = { steps = ['4.1'] }", "", "house: ours"),
        ("condition = { any_turn = true }", "", "house: ours; in part {}"),
        ("mana = { water = 1 }", "house: ours; in part {}", ""),
        ("mana = { water = 1, total = 3 }\nsource.mana = 'web: a page'", "web: a page", ""),
    ],
)
def test_the_source_of_all_is_that_of_parts_too(fields: str, mana: str, condition: str) -> None:
    """Of a table that the row says; what is left there of the base's keeps the base's beside it."""
    below = HOUSE.tables["magic"][15]
    said = row("magic", 15, f"[[magic]]\nnumber = 15\n{fields}\nsource.all = 'house: ours'\n")["source"]
    for field, told in (("mana", mana), ("condition", condition)):
        assert said[field] == (told.format(below["source"][field]) or below["source"][field])


def test_a_printed_part_does_not_hide_a_stand_in() -> None:
    """What is not printed comes first, or no verdict would tell of it."""
    below = HOUSE.tables["magic"][15]["source"]["condition"]
    rows = "[[magic]]\nnumber = 15\ncondition.any_turn = true\nsource.all = 'print: the card'\n"
    assert below.startswith("house: ")
    assert row("magic", 15, rows)["source"]["condition"] == f"{below}; in part print: the card"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{ condtion = 'print: x' }", "source.condtion: there is no such field; perhaps condition; there are: all, "),
        ("{ all = 'card' }", "source.all: found “card”; allowed: “print: …”"),
        ("{ all = 3 }", "source.all: found 3; allowed: “print: …”"),
        ("3", "source: found 3; allowed: a table of texts"),
    ],
)
@pytest.mark.parametrize("fields", ["", "mana = { total = 2 }\n"])
def test_a_source_that_is_none_is_told_where_it_stands(source: str, said: str, fields: str) -> None:
    """With the field that was meant, if one is near."""
    (told,) = why(text(f"[[magic]]\nnumber = 15\n{fields}source = {source}\n"))
    assert told.startswith(f"mine.toml: magic 15: {said}")


def test_what_is_taken_back_is_said() -> None:
    """By its path; what the base does not say cannot be taken back, and without a base nothing can."""
    assert "mana" not in row("magic", 8, "[[magic]]\nnumber = 8\nwithout = ['mana']\n", "print")
    assert "water" not in row("magic", 8, "[[magic]]\nnumber = 8\nwithout = ['mana.water']\n", "print")["mana"]
    (told,) = why(text("[[card]]\nnumber = 3\nwithout = ['costs']\n"))
    assert told == "mine.toml: card 3: without: the base says nothing of “costs”"
    (told,) = why(text("[[card]]\nnumber = 3\nwithout = ['cost']\nsource = {}\n", base=""))
    assert told == "mine.toml: card 3: without: it takes back what a base says, and this pack has none"


def test_a_base_is_named_by_its_digest() -> None:
    """Whichever pack that is; one that is not here is told with those that are."""
    digest = HOUSE.digest.hex()
    assert made(text(base=f"house@{digest[:8]}")).whole["mine"].tables == HOUSE.tables
    first, second = text("[[card]]\nnumber = 6\ncost = 5\n"), text("[[card]]\nnumber = 6\ncost = 6\n", where="2.toml")
    packs = made(first, second)
    (one, two) = packs.of("mine")
    upon = made(first, second, text(id="upon", base=f"mine@{two.digest.hex()[:8]}")).whole["upon"]
    assert [pack.tables["card"][6]["cost"] for pack in (one, two, upon)] == [5, 6, 6]
    assert [t.where for t in upon.texts] == ["upon.toml", "2.toml"]
    (told,) = why(text(base="house@00000000"))
    assert (
        told == f"mine.toml: pack: base: there is no house@00000000; there are: {digest[:16]} (what comes with shinpan)"
    )


def test_the_order_of_files_does_not_matter_to_bases() -> None:
    """A base may be found after what stands on it; of an id without digest the first file is meant."""
    texts = [text(id="c", base="b"), text(id="b", base="a"), text("[[card]]\nnumber = 6\ncost = 5\n", id="a")]
    assert made(*texts).whole["c"].tables["card"][6]["cost"] == 5
    assert list(made(*texts).whole) == ["print", "house", "c", "b", "a"]


def test_bases_do_not_go_round() -> None:
    """Nor stand higher than so many; each file says what is wrong with it."""
    circle = "is based on this pack itself; bases must not form a circle"
    assert why(text(id="a", base="b"), text(id="b", base="a")) == [
        f"a.toml: pack: base: b {circle}",
        f"b.toml: pack: base: a {circle}",
    ]
    chain = [text(id=f"p{n}", base=f"p{n - 1}" if n else "house") for n in range(MOST_BASES + 1)]
    assert why(*chain) == [f"p{MOST_BASES}.toml: pack: base: at most {MOST_BASES} packs can be based on each other"]
    (_, told) = why(text("[[card]]\nnumber = 99\n", id="a"), text(id="b", base="a"))
    assert told.startswith("b.toml: pack: base: a is left out: a.toml: card 99: number: found 99; allowed: ")


def test_versions_live_side_by_side() -> None:
    """A corrected pack takes nothing away: each content is found by its digest."""
    packs = made(
        text("[[card]]\nnumber = 6\ncost = 5\n", where="1"), text("[[card]]\nnumber = 6\ncost = 6\n", where="2")
    )
    for pack in packs.of("mine"):
        assert packs.get("mine", pack.digest) is pack
    assert packs.whole["mine"].texts[0].where == "1"
    assert len(packs.of("mine")) == 2


def test_packs_that_say_the_same_are_one() -> None:
    """The first that was found is taken, with a note where the other is in other words; a copy needs none."""
    packs = made(text(where="1"), text(where="2", title="another"), text(where="3"))
    (pack,) = packs.of("mine")
    assert pack.title == "t"
    assert [*map(str, pack.notes)] == ["the pack “mine” is taken from 1; 2 says the same in other words"]
    assert packs.whole["mine"] is pack


HOSTILE: Sequence[tuple[str, bytes, str]] = [
    ("100,000 rows", text().data + b"[[card]]\n" * 100_000, "card no. 1 of the file: number: it is missing"),
    ("deep tables", text().data + b"[" + b"a." * 5_000 + b"a]", "dots between words"),
    ("deep lists", text().data + b"x = " + b"[" * 5_000, "nested too deep"),
    ("deep braces", text().data + b"x = " + b"{a=" * 5_000, "nested too deep"),
    ("binary", bytes(range(256)) * 100, "is no text in UTF-8"),
    ("a name of 1 MB", text().data + b'[[card]]\nnumber = 3\nname = "' + b"x" * 1_000_000 + b'"', "card 3: name: "),
    ("ESC", text().data + b'[[card]]\nnumber = 3\nname = "\\u001b[2J"', "card 3: name: printed signs"),
    ("rows of one number", text().data + b"[[card]]\nnumber=3\n" * 50_000, "card 3: duplicate entry"),
]


@pytest.mark.parametrize(("data", "told"), [case[1:] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
def test_hostile_files_are_told(data: bytes, told: str) -> None:
    """In one short line that can be shown."""
    assert len(data) <= MOST_PACK_BYTES
    (said,) = why(PackText("mine.toml", data))
    assert told in said
    assert said.isprintable()
    assert len(said) < 400


def test_a_mark_of_an_editor_says_nothing() -> None:
    """A file that begins with a BOM is read."""
    assert why(PackText("mine.toml", b"\xef\xbb\xbf" + text().data)) == []
