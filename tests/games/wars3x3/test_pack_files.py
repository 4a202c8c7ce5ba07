"""How a wrong pack is refused, and packs built upon another."""

from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.cards.pack_files import PACKS
from shinpan_engine.games.wars3x3.cards.texts import DrawCards
from shinpan_engine.kernel.errors import PackError, Undecidable
from shinpan_engine.kernel.packs import PackInfo, content, load

from .own_pack import own_card, own_magic

HEAD = '[pack]\nid = "own"\ngame = "wars3x3"\ntitle = "mine"\n'
CARD = "[[card]]\nnumber = 3\n{}\nsource = {{}}\n"
GRAND = '[[grand]]\nname = "x"\n{}\nsource = {{}}\n'
MAGIC = '[[magic]]\nnumber = 1\nname = "x"\n{}\nsource = {{}}\n'


def refusal(folder: Path, text: str) -> str:
    """What is said about a wrong pack; it always names the file."""
    file = folder / "own.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(PackError) as error:
        load(PACKS, file)
    assert str(error.value).startswith(f"{file}: ")
    return str(error.value).removeprefix(f"{file}: ")


@pytest.mark.clause("W3-0.1-8", "W3-0.1-13")
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (CARD.format('traits = ["vale"]'), ("card 3", "traits", "allowed: abundance, double_wall")),
        (CARD.format('attribute = "purple"'), ("card 3", "found “purple”; allowed: fire, grass, none, sky, water")),
        (CARD.format("cost = 100"), ("card 3", "cost", "found 100; allowed: a whole number from 0 to 99")),
        (CARD.format("cost = -1"), ("card 3", "cost", "found -1; allowed: a whole number from 0")),
        (CARD.format("cost = [3, 1]"), ("card 3", "cost", "write the least before the greatest")),
        (CARD.format("cost = [1, 2, 3]"), ("card 3", "cost", "found [1, 2, 3]; allowed: a whole")),
        (CARD.format("power = 2"), ("card 3", "power")),
        (CARD.format("unit = false"), ("card 3", "unit", "protean or wild_card")),
        (CARD.format('unit = true\ntraits = ["wild_card"]'), ("card 3", "traits", "not units")),
        (CARD.format('unit = true\nattribute = "none"'), ("card 3", "attribute", "one of the four for units")),
        (
            CARD.format('unit = false\nattribute = "fire"\ntraits = ["protean"]'),
            ("card 3", "attribute", "none for the purple cards"),
        ),
        (CARD.format('unit = false\ntraits = ["protean"]\ncost = 2'), ("card 3", "cost", "no printed cost")),
        ("[[card]]\nnumber = 3\n", ("card 3", "source")),
        (
            '[[card]]\nnumber = 3\nsource = { cost = "hearsay" }\n',
            ("card 3", "source.cost: found “hearsay”; allowed: “print: …”, “errata: …”"),
        ),
        ("[[card]]\nnumber = 49\nsource = {}\n", ("card 49", "number: found 49; allowed: a whole number from 1 to 48")),
        ("[[card]]\nname = 'x'\nsource = {}\n", ("card no. 1 of the file", "number: it is missing; allowed: a whole")),
        (CARD.format("") * 2, ("card 3", "write each one once")),
        (
            CARD.format('name = "x"\ncost = 1') + CARD.format('name = "x"\ncost = 2').replace("3", "4"),
            ("card 4", "cost", "have one cost"),
        ),
        (MAGIC.format('effects = [{ op = "explode" }]'), ("magic 1", "effects", "op", "allowed: damage")),
        (
            MAGIC.format('effects = [{ op = "draw", count = 0 }]'),
            ("magic 1", "effects[0].count: found 0; allowed: a whole number from 1 to 99"),
        ),
        (MAGIC.format('effects = [{ op = "draw" }]'), ("magic 1", "count")),
        (
            MAGIC.format('effects = [{ op = "discard", who = "all", count = 1 }]'),
            ("magic 1", "effects[0].who: found “all”; allowed: opponent, user"),
        ),
        (MAGIC.format('condition = { steps = ["6.1"] }'), ("magic 1", "steps", "allowed: 1.1, 2.1")),
        (MAGIC.format("mana = { fire = [2, 1], total = 3 }"), ("magic 1", "mana.fire", "write the least before")),
        (MAGIC.format("mana = { fire = 2, total = 1 }"), ("magic 1", "mana.total")),
        (MAGIC.format('traits = ["manifest"]\nlasting = []'), ("magic 1", "lasting", "go together")),
        (CARD.format('swelling = "always"'), ("card 3", "swelling", "belongs to the trait")),
        (CARD.format('traits = ["swelling"]\nswelling = "often"'), ("card 3", "swelling", "allowed: alone, always")),
        (CARD.format("substitution = []"), ("card 3", "substitution", "belongs to the trait")),
        (CARD.format('traits = ["treasure", "substitution"]'), ("card 3", "traits", "treasure or substitution")),
        (
            CARD.format('traits = ["substitution"]\nsubstitution = [{ op = "negate" }]'),
            ("card 3", "negate belongs to grand magic"),
        ),
        (MAGIC.format('effects = [{ op = "wild_mana" }]'), ("magic 1", "wild_mana belongs to grand magic")),
        (
            MAGIC.format('effects = [{ op = "extra_deployment" }, { op = "draw", count = 1 }]'),
            ("magic 1", "extra_deployment must be last"),
        ),
        (MAGIC.format('grand = "x"'), ("magic 1", "grand: there is none")),
        (GRAND.format("effects = []"), ("grand x", "effects: found []; allowed: a list of at least 1")),
        (GRAND.format('effects = [{ op = "negate" }, { op = "negate" }]'), ("grand x", "negate must be alone")),
        (
            GRAND.format('effects = [{ op = "copy_magic" }, { op = "wild_mana" }]'),
            ("grand x", "copy_magic must be last"),
        ),
        (
            GRAND.format('effects = [{ op = "extra_deployment" }, { op = "wild_mana" }]'),
            ("grand x", "extra_deployment must be last"),
        ),
        (GRAND.format("") * 2, ("grand x", "write each one once")),
        (GRAND.replace('"x"', '"none"').format(""), ("grand none", "it has no grand magic")),
        (GRAND.format("mana = 1"), ("grand x", "mana")),
        (MAGIC.format('traits = ["echoes"]'), ("magic 1", "traits", "allowed: echo, manifest")),
        (MAGIC.format("power = 2"), ("magic 1", "power")),
        (MAGIC.format("mana = { blue = 1, total = 1 }"), ("magic 1", "blue", "mana")),
        (MAGIC.format('condition = { phase = "4.0" }'), ("magic 1", "phase", "condition")),
        (MAGIC.format("condition = { discard = { count = 1, colour = 1 } }"), ("magic 1", "colour", "discard")),
        (
            MAGIC.replace("1", "23").format(""),
            ("magic 23", "number: found 23; allowed: a whole number from 1 to 22"),
        ),
        ("[card]\nnumber = 3\n", ("card", "[[card]]")),
    ],
)  # fmt: skip
def test_a_wrong_row_is_named(rows: str, said: tuple[str, ...], tmp_path: Path) -> None:
    """A pack with a wrong row is refused with its file, card, field and what is allowed there."""
    others = "".join(f"{kind} = []\n" for kind in ("card", "magic") if f"{kind}]" not in rows)
    message = refusal(tmp_path, others + HEAD + rows)
    for part in said:
        assert part in message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("card = []\nmagic = []\n", "pack"),
        ("card = 5\nmagic = []\n" + HEAD, "card"),
        ("card = []\nmagic = []\n" + HEAD.replace("wars3x3", "chess"), "game"),
        ("card = []\nmagic = []\n" + HEAD.replace('"own"', '"Own Pack"'), "id"),
        ("card = []\nmagic = []\n" + HEAD + 'author = "me"\n', "author"),
        ("card = []\nmagic = []\nspell = []\n" + HEAD, "spell"),
        ("[[[", "line 1"),
    ],
)
def test_a_wrong_pack_is_refused(text: str, said: str, tmp_path: Path) -> None:
    """What is no pack of this game at all is refused with what is missing or wrong."""
    assert said in refusal(tmp_path, text)


def test_bounds_may_be_wide_or_narrow(tmp_path: Path) -> None:
    """Bounds that meet, icons that may be fewer than their greatest and numbers that are not given are all right."""
    file = tmp_path / "own.toml"
    rows = CARD.format("cost = [3, 3]\nunit = true") + CARD.format("unit = true").replace("3", "4")
    file.write_text(HEAD + rows + MAGIC.format("mana = { fire = [0, 2], total = 1 }"), "utf-8")
    cards = load(PACKS, file).cards
    assert cards.cost[3] == 3
    assert cards.cost[4] >= 0
    with pytest.raises(Undecidable):
        bool(cards.cost[4] > 0)
    assert cards.magic[1].mana.total == 1


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """A file that is missing or is no text is refused like a wrong pack, by name."""
    missing, binary = tmp_path / "missing.toml", tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    for file in (missing, binary):
        with pytest.raises(PackError, match=file.name):
            load(PACKS, file)


def test_a_pack_built_upon_another_is_the_pack_written_out(tmp_path: Path) -> None:
    """A file with a base stands for the whole: its rows go before the base's, and the digest is that of all rows."""
    head = '[pack]\nid = "own"\ngame = "wars3x3"\ntitle = "mine"\n'
    row = own_magic(1, '[{ op = "draw", count = 2 }]')
    file = tmp_path / "short.toml"
    file.write_text(f'card = []\n{head}base = "house"\n{row}', "utf-8")
    short = load(PACKS, file).cards
    assert short.magic[1].effects == (DrawCards(2),)
    assert short.magic[4] == GAME.packs["house"].cards.magic[4]
    whole = msgspec.structs.replace(short.rows, pack=PackInfo(id="own", game="wars3x3", title="mine"))
    assert content(short.rows, PACKS) == content(whole, PACKS)
    assert short.rows.card == GAME.packs["house"].cards.rows.card


@pytest.mark.parametrize(
    ("base", "rows", "said"),
    [
        ("mine", "", "base"),
        ("house", own_magic(1, "[]") * 2, "magic 1: duplicate entry"),
        ("house", own_card(4, "fire", "3").replace("試作 4", "先行打撃兵"), "card 4: cost"),
    ],
)
def test_a_pack_built_wrongly_is_refused(base: str, rows: str, said: str, tmp_path: Path) -> None:
    """An unknown base, a row that stands twice, and a row that does not go with the base's are refused."""
    head = f'[pack]\nid = "own"\ngame = "wars3x3"\ntitle = "mine"\nbase = "{base}"\n'
    lists = "".join(f"{kind} = []\n" for kind in ("card", "magic") if f"[[{kind}]]" not in rows)
    file = tmp_path / "wrong.toml"
    file.write_text(lists + head + rows, "utf-8")
    with pytest.raises(PackError, match=said):
        load(PACKS, file)
