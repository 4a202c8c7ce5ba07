"""Packs of owners: what disables one disables no other, and what a process judges with is read once."""

import os
import sys
import tracemalloc
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgpack
import msgspec
import pytest

from shinpan.v1 import referee_pb2
from shinpan_engine.games.registry import GAMES, read_packs, use_packs
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.kernel import packs
from shinpan_engine.kernel.clauses import RuleBook
from shinpan_engine.kernel.errors import NotHere, OpenField, PackError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.report import Assumption
from shinpan_engine.kernel.packs import (
    LONGEST_NAME,
    MOST_OWN_PACKS,
    MOST_PACK_BYTES,
    PackInfo,
    PackKind,
    PackText,
    assumptions,
    missing,
    not_printed,
    open_fields,
    packs_of,
    read_folder,
    resting_on,
    unsaid,
)
from shinpan_service.messages.judging import packs_read, prepare_with, rules_read
from shinpan_service.serving.workers import SPAWN, Prepare
from tests.hostile import NO_FILES, no_waiting, put_no_file

SOURCE = {"cost": "print: the card", "hp": "house: a stand-in", "attack": "house: a stand-in", "name": "web: a page"}
OURS = read_folder(GAME.pack_kind.package)
PLACE = OURS[0].where.removesuffix("/print.toml")
MINE = f"{PLACE}/mine.toml"
HEAD = b'[pack]\nid = "mine"\ngame = "wars3x3"\ntitle = "t"\n'
BASED = HEAD + b'base = "house"\n'
CARD = b"[[card]]\nnumber = 3\n%s\nsource = {}\n"


def test_only_what_is_not_printed_rests_on_the_pack() -> None:
    """A printed field does not, nor one that the row says nothing of."""
    assert open_fields(SOURCE, ("cost", "hp", "name", "stars")) == ["hp", "name"]


def test_each_reason_is_told_once() -> None:
    """With the fields it is given for, in their order; without fields nothing is told."""
    told = [str(part) for part in not_printed("toy", SOURCE, ("hp", "name", "attack"))]
    assert told == ["hp, attack house: a stand-in", "name web: a page"]
    assert not_printed("toy", SOURCE, ()) == ()
    rests = resting_on("toy", "card", "C7", "fox", SOURCE, ("cost", "hp", "name"))
    assert rests is not None
    assert (rests.kind, rests.id, str(rests.text)) == ("card", "C7", "fox: hp house: a stand-in; name web: a page")
    assert resting_on("toy", "card", "C7", "fox", SOURCE, ("cost",)) is None


def test_what_was_used_is_listed_once_and_in_order() -> None:
    """Assumptions come table by table as the game lists them, by number, each once; what is printed or no entry brings
    none."""
    one, two, tile = (Assumption("card", id, "") for id in ("C1", "C2", "T9"))
    resting = {"card": {2: two, 1: one, 3: None}, "tile": {9: tile}}
    assert assumptions(resting, {"tile": [9, 9], "card": (3, 2, 1, 2, 40)}) == [tile, one, two]
    assert assumptions(resting, {"card": []}) == []


def test_what_a_pack_leaves_open() -> None:
    """Of an entry without a row every field, of another those without a value; the question names them all."""
    row, fields = SimpleNamespace(hp=0, cost=None), ("hp", "cost")
    assert [one.field for one in missing("card", 7, None, fields)] == ["hp", "cost"]
    open = missing("card", 7, row, fields)
    assert open == [OpenField("card", 7, "cost")]
    error = unsaid("what 7 costs", "X-1", open)
    assert (error.clauses, error.open) == (("X-1",), tuple(open))
    assert str(error) == "the pack does not say what 7 costs"


def with_mine(content: bytes) -> tuple[PackText, ...]:
    """Our packs, and an owner's."""
    return (*OURS, PackText(MINE, content))


def named(name: str, field: str = "name") -> bytes:
    """A pack that names a card."""
    return HEAD + CARD % f'{field} = "{name}"'.encode()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packs with ours in it; `owned` is the game with these."""
    packs = tmp_path / "of_an_owner" / "packs"
    packs.mkdir(parents=True)
    (tmp_path / "of_an_owner" / "__init__.py").touch()
    monkeypatch.delitem(sys.modules, "of_an_owner", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    for text in OURS:
        (packs / f"{text.stem}.toml").write_bytes(text.data)
    (packs / "schema.json").touch()
    return packs


def owned() -> Game:
    """The game with the packs of `folder`."""
    game = type(GAME)()
    game.__dict__["pack_kind"] = GAME.pack_kind._replace(package="of_an_owner")
    return game


def told(game: Game) -> list[tuple[str, str]]:
    """What is wrong with the files of a game that are left out, by the ids of the packs."""
    return [(one.id, str(one.told)) for one in game.made.broken]


BROKEN = {
    "no toml": (b"[pack", "at the end of the file: "),
    "empty": (b"", "pack: it is missing; a table [pack] says id, game and title"),
    "nested too deep": (HEAD + b"x = " + b"[" * 5000, "nested too deep"),
    "a long number": (HEAD + CARD % (b"cost = " + b"9" * 5000), "too many digits"),
    "no utf-8": (HEAD + b"# \xff", "byte 51 is no text in UTF-8"),
    "a long key": (HEAD + CARD % (b"x" + b".x" * 100_000 + b" = 1"), "line 7 has more than 40 dots between words"),
    "a table that is none": (HEAD + b"[[carrd]]\n", "carrd: there is no such table; there are: [[card]], [[magic]]"),
    "a wrong base": (HEAD + b'base = "yours"\n', "pack: base: there is no pack yours; there are: print, house"),
    "no base": (HEAD + b'base = "My house"\n', "pack: base: found “My house”; allowed: the id of a pack, and if need"),
    "another digest": (HEAD + b'base = "house@00000000"\n', "there is no house@00000000; there are: c6b86c6923d82fc9"),
    "itself as base": (
        HEAD + b'base = "mine"\n',
        "pack: base: mine is based on this pack itself; bases must not form a circle",
    ),
    "another game": (HEAD.replace(b"wars3x3", b"drive"), "pack: game: this is no pack of wars3x3"),
    "a wrong word": (
        HEAD + CARD % b'attribute = "purple"',
        "card 3: attribute: found “purple”; allowed: fire, grass, none, sky, water",
    ),
    "a wrong field": (
        HEAD + CARD % b"power = 3",
        "card 3: power: there is no such field; there are: number, name, attribute",
    ),
    "a name with a command": (named("a\\u001bJ"), "card 3: name: printed signs"),
    "a name with two lines": (named("a\\nb"), "card 3: name: printed signs"),
    "a name like an argument": (named("a b=c"), "card 3: name: printed signs"),
    "a name like a hash": (named("#ab"), "card 3: name: printed signs"),
    "a name with space around": (named(" a"), "card 3: name: printed signs"),
    "a long name": (named("a" * (LONGEST_NAME + 1)), "card 3: name: printed signs"),
    "a name as long as a book": (named("a" * (MOST_PACK_BYTES // 2)), "card 3: name: printed signs"),
    "a grand magic with a long name": (
        HEAD + b'[[grand]]\nname = "' + b"a" * 600 + b'"\nsource = {}\n',
        "a: name: printed signs",
    ),
    "a field as long as a book": (HEAD + CARD % (b"a" * (MOST_PACK_BYTES // 2) + b" = 1"), "card 3: "),
    "a title with a command": (HEAD.replace(b'"t"', b'"\\u001b"'), "pack: title: printed signs"),
    "a long title": (HEAD.replace(b'"t"', b'"' + b"t" * 300 + b'"'), "pack: title: printed signs"),
    "what all rows together say": (
        HEAD + CARD % b'name = "x"\ncost = 1' + (CARD % b'name = "x"\ncost = 2').replace(b"3", b"4"),
        "card 4: cost: all cards named x have one cost, and 003 says 1; found 2",
    ),
}


@pytest.mark.parametrize(("content", "why"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_of_an_owner_disables_itself_only(content: bytes, why: str) -> None:
    """The others are made; of this one it is said where it lies and what is wrong, in one line that can be read."""
    made = packs_of(GAME.pack_kind, with_mine(content))
    assert list(made.whole) == ["print", "house"]
    (left_out,) = made.broken
    said = str(left_out.told)
    assert said.startswith(f"{MINE}: ")
    assert why in said
    assert said.isprintable()
    assert len(said) < len(MINE) + 600


@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file_is_not_waited_for(folder: Path, kind: str) -> None:
    """Pipes, devices and the like in the folder, or links to them, are told like any broken file."""
    put_no_file(folder / "mine.toml", kind)
    with no_waiting():
        game = owned()
        assert list(game.packs) == ["print", "house"]
    assert told(game) == [("mine", f"{folder}/mine.toml: cannot be read: there is no plain file")]


def test_a_file_too_large_is_not_read(folder: Path) -> None:
    """100 MB are refused by their length; as much as is allowed is read."""
    with (folder / "mine.toml").open("wb") as file:
        file.truncate(100_000_000)
    text = HEAD.replace(b"mine", b"most") + b"#"
    (folder / "most.toml").write_bytes(text.ljust(MOST_PACK_BYTES, b"x"))
    game = owned()
    tracemalloc.start()
    assert list(game.packs) == ["print", "house", "most"]
    assert tracemalloc.get_traced_memory()[1] < 30 * MOST_PACK_BYTES
    tracemalloc.stop()
    why = f"{folder}/mine.toml: it is too large: a pack file has at most {MOST_PACK_BYTES} bytes"
    assert told(game) == [("mine", why)]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_that_may_not_be_read_is_told(folder: Path) -> None:
    """In the words of the system."""
    (folder / "mine.toml").touch(mode=0)
    assert told(owned()) == [("mine", f"{folder}/mine.toml: cannot be read: Permission denied")]


def test_of_too_many_packs_the_first_are_read(folder: Path) -> None:
    """By name; where they end is told once."""
    for number in range(MOST_OWN_PACKS + 2):
        (folder / f"p{number:03}.toml").write_bytes(HEAD.replace(b"mine", b"p%03d" % number))
    made = owned().made
    assert list(made.whole) == ["print", "house", *(f"p{number:03}" for number in range(MOST_OWN_PACKS))]
    assert [one.id for one in made.broken] == [f"p{MOST_OWN_PACKS}"]


def test_every_file_of_the_folder_is_a_pack(folder: Path) -> None:
    """Ours first, then the others by name; what is no TOML is none, and the mark of an editor in front says nothing."""
    (folder / "mine.toml").write_bytes(b"\xef\xbb\xbf" + BASED)
    (folder / "another.toml").write_bytes(HEAD.replace(b"mine", b"another"))
    game = owned()
    assert list(game.packs) == ["print", "house", "another", "mine"]
    assert game.made.broken == []
    assert game.packs["mine"].cards.rows.card == GAME.packs["house"].cards.rows.card


def test_a_record_that_names_a_broken_pack_is_told_why() -> None:
    """The pack is not here, and what is said names the file, the row, the field and what is allowed."""
    game = type(GAME)()
    game.made = packs_of(GAME.pack_kind, with_mine(BROKEN["a wrong word"][0]))
    assert game.pack("house") is game.packs["house"]
    assert game.pack("yours") is None
    with pytest.raises(NotHere) as error:
        game.pack("mine")
    assert error.value.field == "record.header.pack.id"
    for part in ("“mine” is disabled", MINE, "card 3", "attribute", "allowed: fire"):
        assert part in str(error.value)


@pytest.mark.parametrize("id", ["print", "house"])
def test_a_broken_pack_of_ours_is_an_error(id: str) -> None:
    """Also where an owner's pack stands upon it, and where it is missing."""
    for content in (b"[pack", None):
        unread = "" if content else "cannot be read: there is no plain file"
        bent = [
            text._replace(data=content or b"", unread=unread) if text.stem == id else text for text in with_mine(BASED)
        ]
        with pytest.raises(PackError, match=rf"{id}\.toml: "):
            packs_of(GAME.pack_kind, bent)


def test_contents_are_given_before_any_pack_is_used_and_wholly() -> None:
    """A process that has packs keeps these; of contents in which one of ours is broken nothing is taken."""
    games = {name: type(game)() for name, game in GAMES.items()}
    contents = read_packs()
    last = list(games)[-1]
    bent = {**contents, last: tuple(text._replace(data=b"[") for text in contents[last])}
    with pytest.raises(PackError, match=r"print\.toml"):
        use_packs(bent, games)
    use_packs({**contents, "wars3x3": with_mine(BASED)}, games)
    assert list(games["wars3x3"].packs) == ["print", "house", "mine"]
    with pytest.raises(RuntimeError, match="in use already"):
        use_packs(contents, games)
    assert list(games["wars3x3"].packs) == ["print", "house", "mine"]


def told_by(prepare: Prepare) -> list[str]:
    """The packs that a worker prepared so tells of."""
    parts: list[bytes] = []
    prepare()("GetGame", referee_pb2.GetGameRequest(game="wars3x3").SerializeToString(), parts.append)
    return [pack.id for pack in referee_pb2.GetGameResponse.FromString(parts[0]).game.packs]


def test_a_worker_judges_with_the_contents_it_is_given() -> None:
    """Not with what lies in the folder when it starts: packs that are only in the contents are there, with the same
    digests as here, and broken ones stop nobody."""
    contents: Mapping[str, Any] = {**read_packs(), "wars3x3": with_mine(BASED)}
    contents["wars3x3"] += (PackText("bent.toml", b"["),)
    with ProcessPoolExecutor(1, SPAWN) as elsewhere:
        assert elsewhere.submit(told_by, partial(prepare_with, contents)).result() == ["print", "house", "mine"]


def clauses_by(prepare: Prepare) -> list[str]:
    """The clauses that a worker prepared so tells of."""
    parts: list[bytes] = []
    prepare()("GetGame", referee_pb2.GetGameRequest(game="wars3x3").SerializeToString(), parts.append)
    return [clause.id for clause in referee_pb2.GetGameResponse.FromString(parts[0]).game.clauses]


def test_a_worker_has_the_rule_books_it_is_given() -> None:
    """It does not read them once more."""
    books = rules_read()
    first = [*books["wars3x3"]][:3]
    short = {"wars3x3": RuleBook(GAME.pack_kind.package, first, [])}
    with ProcessPoolExecutor(1, SPAWN) as elsewhere:
        told = elsewhere.submit(clauses_by, partial(prepare_with, read_packs(), None, short)).result()
        assert told == [clause.id for clause in first]
    with ProcessPoolExecutor(1, SPAWN) as elsewhere:
        told = elsewhere.submit(clauses_by, partial(prepare_with, read_packs(), None, books)).result()
        assert told == [clause.id for clause in GAME.rules]


def test_the_front_hears_of_every_broken_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its path and the reason; the contents hold it all the same, so that workers tell the same."""
    monkeypatch.setattr(
        "shinpan_service.messages.judging.read_packs",
        lambda besides: {**read_packs(besides=besides), "wars3x3": with_mine(b"[")},
    )
    contents, broken = packs_read()
    assert contents["wars3x3"][-1].data == b"["
    assert [why.partition(": ")[0] for why in broken] == [MINE]


class Op(msgspec.Struct, tag="hit", tag_field="op", forbid_unknown_fields=True):
    """An operation of a card."""

    amount: int = 1


class CardRow(msgspec.Struct, forbid_unknown_fields=True):
    """A card of which some is open."""

    number: int
    source: packs.Sources
    cost: int | None = None
    ops: list[Op] = []
    names: tuple[str, ...] = ()


class File(msgspec.Struct, forbid_unknown_fields=True):
    """A pack of such cards."""

    pack: PackInfo
    card: list[CardRow] = []


KIND = PackKind(
    "toy", "toy", File, {"card": CardRow}, lambda _: None, lambda _: None, lambda _: GAME.packs["print"].names
)


def one(card: CardRow, **pack: Any) -> bytes:
    """The canonical bytes of a pack of one card."""
    info = PackInfo(**{"id": "mine", "game": "toy", "title": "t", **pack})
    return packs.content(File(info, [card]), KIND)


def test_a_pack_is_what_it_says() -> None:
    """Its rows with what is not at its default, each map as pairs in ascending order; no title and no source."""
    said = [["card", [[["number", 3], ["ops", [[["amount", 2], ["op", "hit"]], [["op", "hit"]]]]]]]]
    said += [["pack", [["game", "toy"], ["id", "mine"]]]]
    assert one(CardRow(3, {"cost": "web: x"}, ops=[Op(2), Op()])) == msgpack.packb(said, use_bin_type=True)
    assert one(CardRow(3, {}, ops=[Op(2), Op()]), title="u") == msgpack.packb(said, use_bin_type=True)


def test_the_order_of_rows_says_nothing() -> None:
    """Rows may stand in any order in a file."""
    info = PackInfo(id="mine", game="toy", title="t")
    first, second = (File(info, [CardRow(number, {}) for number in order]) for order in ((3, 4), (4, 3)))
    assert packs.content(first, KIND) == packs.content(second, KIND)


@pytest.mark.parametrize("other", [{"cost": 0}, {"cost": 1}, {"ops": [Op()]}, {"ops": [Op(0)]}, {"names": ("a",)}])
def test_whatever_a_card_says_names_another_pack(other: dict[str, Any]) -> None:
    """A cost of 0 is not an open one."""
    assert one(CardRow(3, {}, **other)) != one(CardRow(3, {}))


def test_a_field_that_is_added_moves_no_digest() -> None:
    """Neither in a row nor in an operation nor in what a pack is, as long as it is at its default."""
    more = msgspec.defstruct("Op", [("often", int, 1)], bases=(Op,), tag="hit", tag_field="op")
    fields: list[Any] = [("art", str, ""), ("limits", list[int], msgspec.field(default_factory=list))]
    row = msgspec.defstruct("CardRow", fields, bases=(CardRow,))
    info = msgspec.defstruct("PackInfo", [("by", str, "")], bases=(PackInfo,), kw_only=True)
    grown = File(info(id="mine", game="toy", title="t"), [row(3, {}, ops=[more(2)])])
    assert packs.content(grown, KIND) == one(CardRow(3, {}, ops=[Op(2)]))
    grown.card[0].art = "x"  # type: ignore[attr-defined]
    assert packs.content(grown, KIND) != one(CardRow(3, {}, ops=[Op(2)]))


@pytest.mark.parametrize("game", GAMES)
def test_the_digest_is_that_of_the_content(game: str) -> None:
    """Every pack of ours is named by the canonical bytes of what it says."""
    kind = GAMES[game].pack_kind
    for id, pack in GAMES[game].packs.items():
        content = packs.content(packs.rows_of(kind, pack), kind)
        assert pack.id == id
        assert pack.digest == sha256(content).digest()
        assert pack.title.encode() not in content
