"""The card table of a pack file in the page: what stands in it, how it is changed, and what is wrong where it is."""

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import LANGUAGES, Language, sentence
from shinpan_engine.kernel.packs import MOST_PACK_BYTES, PackText
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.words.card_words import card_words
from shinpan_records.packs.editing import with_field, with_row, without_row
from shinpan_records.packs.new import new_pack
from shinpan_records.packs.rows import rows_of_game, rows_of_text
from shinpan_records.packs.slips import Row, slips
from shinpan_records.page import worker
from shinpan_records.page.card_table import MOST_ROWS
from shinpan_service.workbench.simulation import seed_of

games = pytest.mark.parametrize("game", GAMES)
HEAD = '[pack]\nid = "mine"\ngame = "wars3x3"\ntitle = "My cards"\nbase = "print"\n'


def asked(do: str, language: Language = "en", **more: Any) -> dict[str, Any]:
    """What comes of one thing that somebody does, after all slices."""
    found = json.loads(worker.answer(json.dumps({"method": "cards", "do": do, "language": language, **more})))
    while "done" in found:
        found = json.loads(worker.answer('{"method":"more"}'))
    return dict(found)


def loaded(folder: Path, text: str | bytes, language: Language = "en") -> dict[str, Any]:
    """The table of a file."""
    path = folder / "pack.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return asked("load", language, name=str(path))


def row_of(told: dict[str, Any], kind: str, key: object) -> dict[str, Any]:
    return next(row for row in told["rows"] if (row["kind"], row["key"]) == (kind, key))


def cell_of(told: dict[str, Any], kind: str, key: object, field: str) -> dict[str, Any]:
    return next(cell for cell in row_of(told, kind, key)["cells"] if cell["field"] == field)


def put(told: dict[str, Any], kind: str, key: object, field: str, value: Any, source: str = "") -> dict[str, Any]:
    """What comes of a value in a field."""
    by = next(one["key"] for one in asked("show")["form"]["kinds"] if one["name"] == kind)
    place = row_of(told, kind, key)["place"]
    return asked("set", kind=kind, place=place, by=by, key=key, field=field, value=value, source=source)


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_pack_is_told_as_the_command_shows_it(game: str, language: Language) -> None:
    """Every card of the whole pack has a row, every line of a row is in words, and the text is that of `pack new`."""
    told = asked("new", language, game=game, pack="mine")
    assert told["text"] == new_pack(GAMES[game], "mine", language)
    read = rows_of_text(GAMES[game], PackText("x", told["text"].encode()))
    assert told["digest"] == read.pack.digest.hex()
    assert (told["slips"], told["left_out"]) == ([], 0)
    whole = rows_of_game(GAMES[game], "house").rows
    words = card_words(game, language)
    for kind, shape in GAMES[game].pack_kind.rows.items():
        first = shape.__struct_fields__[0]
        assert {getattr(row, first) for row in getattr(whole, kind)} <= {
            row["key"] for row in told["rows"] if row["kind"] == kind
        }
        for row in getattr(read.rows, kind):
            said = {line.field: line.text for line in words.lines(kind, row) if line.field != first}
            cells = {cell["field"]: cell for cell in row_of(told, kind, getattr(row, first))["cells"]}
            assert {field: cells[field].get("text") for field in said} == said


def test_what_is_open_is_marked_and_counted() -> None:
    """An open field, a number that is only bounded, and all of a card that is not known; none once it is told."""
    told = asked("new", game="wars3x3", pack="mine")
    assert cell_of(told, "card", 1, "cost")["open"]
    assert cell_of(told, "card", 1, "traits")["open"]
    assert "open" not in cell_of(told, "card", 1, "attribute")
    assert told["open"] == sum("open" in cell for row in told["rows"] for cell in row["cells"])
    after = put(told, "card", 1, "traits_complete", True)
    assert after["open"] == told["open"] - 2


def test_a_cell_is_changed_where_it_stands() -> None:
    """The note that it is open gives way to the value, its source is kept beside it, and all other lines stay."""
    told = asked("new", game="wars3x3", pack="mine")
    after = put(told, "magic", 15, "mana", {"sky": 1, "total": 2}, "web: the shop's page")
    before, now = told["text"].splitlines(), after["text"].splitlines()
    assert [line for line in now if line not in before] == [
        "mana = { sky = 1, total = 2 }",
        next(line for line in now if "shop" in line),
    ]
    assert len(before) == len(now)
    cell = cell_of(after, "magic", 15, "mana")
    assert (cell["source"], cell["from"]) == ("web: the shop's page", "web: the shop's page")
    assert after["noted"]
    gone = put(after, "magic", 15, "mana", None)
    assert "own" not in cell_of(gone, "magic", 15, "mana")
    assert "shop" not in gone["text"]


def test_a_card_without_a_row_gets_one(tmp_path: Path) -> None:
    """What only the base says is told, and a change of it is a row of the file; that can be taken out again."""
    told = loaded(tmp_path, HEAD)
    assert cell_of(told, "card", 20, "name")["text"] == "龍王妃"
    assert row_of(told, "card", 20)["place"] == -1
    after = put(told, "card", 20, "unit", True, "print: the card")
    assert tomllib.loads(after["text"])["card"] == [{"number": 20, "unit": True, "source": {"unit": "print: the card"}}]
    dropped = asked("drop", kind="card", place=0)
    assert (dropped["digest"], "card" in tomllib.loads(dropped["text"])) == (told["digest"], False)


PUT = 6
"""So many fields are put into a new pack."""


@games
def test_what_our_pack_says_of_any_field_can_be_put_into_a_new_one(game: str) -> None:
    """Of random fields of cards: it is in the text as our pack has it, no note is lost, and the page can show it.
    SHINPAN_SEED gives others."""
    seed = os.environ.get("SHINPAN_SEED", "1")
    dice = Stream(seed_of(f"owner {seed}", 1), "cells")
    told = asked("new", game=game, pack="mine")
    cells = [
        (kind, key, field, value)
        for kind, rows in GAMES[game].packs["house"].tables.items()
        for key, row in rows.items()
        for field, value in list(row.items())[1:]
        if field != "source"
    ]
    for _ in range(PUT):
        kind, key, field, value = cells[dice.below(len(cells))]
        told = put(told, kind, key, field, value, "print: the card")
        row = tomllib.loads(told["text"])[kind][row_of(told, kind, key)["place"]]
        assert row[field] == value, f"SHINPAN_SEED={seed} pytest {__file__} -k {game}"
        assert row["source"][field] == "print: the card"
        assert told["noted"]
        cell = cell_of(told, kind, key, field)
        assert cell.get("text") or cell["value"] in ([], {}, False)


SLIPS = (
    HEAD
    + """
[[card]]
number = 3
attribute = "purple"
cots = 2
source = { cost = "my card" }

[[magic]]
number = 15
name = "逆風"
effects = [{ op = "drawing" }]

[[card]]
number = 3

[[card]]
number = "x"

[[cards]]
number = 4
"""
)


def test_a_slip_is_told_at_its_cell(tmp_path: Path) -> None:
    """What stands there and what is allowed, as `pack check` says it; what is right is in words all the same."""
    told = loaded(tmp_path, SLIPS.replace("[[cards]]", "[[card]]"))
    first, second, third = (row for row in told["rows"] if row["kind"] == "card" and row["place"] in (0, 1, 2))
    wrong = {cell["field"]: cell["wrong"] for row in (first, third) for cell in row["cells"] if cell.get("wrong")}
    assert "found “purple”; allowed: fire" in wrong["attribute"][0]
    assert "there is no such field" in wrong["cots"][0]
    assert "found “x”; allowed: a whole number" in wrong["number"][0]
    assert "duplicate" in second["wrong"][0]
    assert "found “drawing”" in cell_of(told, "magic", 15, "effects")["wrong"][0]
    assert cell_of(told, "magic", 15, "effects")["text"] == '[{ op = "drawing" }]'
    assert cell_of(told, "card", 20, "name")["text"] == "龍王妃"
    said = [sentence(one.why) for one in slips(GAMES["wars3x3"], PackText("x", told["text"].encode()))]
    assert [one["text"] for one in told["slips"]] == said
    assert told["digest"] == ""


def test_what_is_wrong_with_all_of_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    """An unknown table beside the rows; a file that is no TOML by its line, with its text, so that it can be mended."""
    told = loaded(tmp_path, SLIPS)
    assert "there is no such table" in told["elsewhere"][0]["text"]
    told = loaded(tmp_path, HEAD + "[[card]]\nnumber = = 3\n")
    assert told["unread"]["line"] == 7
    assert told["text"].startswith(HEAD)
    told = loaded(tmp_path, "[pack]\nid = 3\n")
    assert "which game" in told["unread"]["text"]
    assert "no text in UTF-8" in loaded(tmp_path, b"\xff\xfe")["error"]["en"]


DEEP = 5_000
STRANGE = {
    "100,000 rows": HEAD + "[[card]]\n" * 100_000,
    "too large": HEAD + "#" * MOST_PACK_BYTES,
    "deep": f"{HEAD}[[card]]\nnumber = 1\ntraits = {'[' * DEEP}{']' * DEEP}\n",
    "less deep": f"{HEAD}[[card]]\nnumber = 1\ntraits = {'[' * 150}{']' * 150}\n",
    "a long name": f'{HEAD}[[card]]\nnumber = 1\nname = "{"x" * 1_000_000}"\n',
    "odd signs": HEAD + '[[card]]\nnumber = 1\nname = "\\u001b[31m\\u202e<script>alert(1)</script>"\n',
    "many notes": f"{HEAD}[[card]]\nnumber = 1\ncost = 1 {'#' * 900_000}\n",
    "rows that are none": f"card = [1, 2]\n{HEAD}",
    "a date": HEAD + "[[card]]\nnumber = 1\nname = 2026-11-20\n",
    "a head that is none": "pack = 3\n",
    "dotted": HEAD + "[[card]]\nnumber = 1\n" + "a." * 50 + "b = 1\n",
}


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_a_strange_file_ends_in_a_sentence(text: str, tmp_path: Path) -> None:
    """Whatever the file is: something is said of it, nothing of it at length, and a change of it can be asked."""
    told = loaded(tmp_path, text)
    said = [told.get("error"), told.get("unread"), *told.get("slips", [])]
    assert any(said)
    assert len(json.dumps({**told, "text": "", "form": None})) < 3_000_000
    assert all(ord(sign) >= 32 and sign != "\u202e" for one in filter(None, said) for sign in str(one))
    if "rows" in told:
        # Each change of 100,000 rows reads them all, which takes seconds.
        assert len(told["rows"]) > MOST_ROWS or put(told, "card", 1, "name", "瓶詰火霊")
        assert len(told["rows"]) < 2 * MOST_ROWS


def test_what_was_lost_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that was replaced knows no file."""
    monkeypatch.setattr(worker, "_ASKED", worker.Asked())
    assert asked("show") == {"lost": True}


def test_an_id_of_ours_is_refused() -> None:
    """A new pack has an id of its own, and one that records can name."""
    assert "comes with the game" in asked("new", game="drive", pack="print")["error"]["en"]
    assert "small letters" in asked("new", game="drive", pack="My pack")["error"]["en"]


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(-99, 99), st.text(max_size=8)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab."# [', max_size=4), inner, max_size=3),
    max_leaves=6,
)
NOTED = """# mine
[pack] # head
id = "mine"

[[card]]   # one
"number" = 1
name = 'a # b'   # note
traits = [
  "x", # inside
  "y",
]
# cost =   # open
source = {}

# 2
[[card]]
number = 2
text = '''
[[card]]
'''
[card.mana]
sky = 1

# [[card]]
# number = 3
# name =
"""


@settings(deadline=None, max_examples=300)
@given(st.integers(0, 1), st.sampled_from(["number", "name", "traits", "cost", "mana", "text", "new", "a b"]), VALUES)
def test_a_change_says_what_was_meant_and_no_more(place: int, field: str, value: Any) -> None:
    """Whatever is put wherever: the file has that value there, and everything else as it was."""
    meant = tomllib.loads(NOTED)
    meant["card"][place][field] = value
    edited = with_field(NOTED, Row("card", place), field, value)
    assert tomllib.loads(edited.text) == meant
    if place == 0:
        assert edited.noted
        assert all(note in edited.text for note in ("# mine", "# head", "# one", "# 2", "# number = 3"))
    gone = with_field(edited.text, Row("card", place), field, None)
    del meant["card"][place][field]
    assert tomllib.loads(gone.text) == meant
    assert tomllib.loads(without_row(edited.text, Row("card", place)).text)["card"] == [
        tomllib.loads(NOTED)["card"][1 - place]
    ]
    assert tomllib.loads(with_row(NOTED, "magic", {"name": value}).text)["magic"] == [{"name": value}]
