"""What the service says it can judge."""

import dataclasses
from importlib.metadata import version

import pytest

from shinpan.v1 import catalog_pb2
from shinpan.v1.referee_pb2 import GetGameRequest, ListGamesRequest
from shinpan.v1.referee_pb2_grpc import RefereeServiceStub
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import fields
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import MOST_ENTRIES
from shinpan_engine.kernel.play.work import MOST_STEPS
from shinpan_service.client import Client
from shinpan_service.messages import server_info
from shinpan_service.messages.paging import page_of
from shinpan_service.messages.server_info import ServerInfo
from shinpan_service.messages.wire_errors import WireError
from shinpan_service.serving.operating.info import said_by_front
from shinpan_service.serving.options import DEFAULTS, ServerOptions

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def described(stub: RefereeServiceStub, name: str) -> catalog_pb2.Game:
    """A game in full."""
    return stub.GetGame(GetGameRequest(game=name)).game


@games
def test_clauses_and_options_in_japanese(stub: RefereeServiceStub, game: Game) -> None:
    """Their texts come in the language asked for; names, ids and choices are the same."""
    english = described(stub, game.name)
    japanese = stub.GetGame(GetGameRequest(game=game.name, language="ja")).game
    for one, other in zip(english.clauses, japanese.clauses, strict=True):
        clause = game.rules.told(game.rules[one.id], "ja")
        told = (other.section, other.text, other.example, other.ruling, other.ambiguity, other.reason)
        assert told == (clause.section, clause.text, clause.example, clause.ruling, clause.ambiguity, clause.reason)
        assert (one.id, one.modes, one.hold, one.inferred) == (other.id, other.modes, other.hold, other.inferred)
    for option, known in zip(japanese.options, game.rules.options, strict=True):
        assert (option.name, option.about) == (known.name, game.rules.about(known, "ja"))
    assert [option.about for option in english.options] == [option.about for option in game.rules.options]
    for one, other in zip(english.packs, japanese.packs, strict=True):
        assert (one.id, one.digest) == (other.id, other.digest)
        assert one.title.isascii()
        assert not other.title.isascii()


def test_every_game_is_listed(stub: RefereeServiceStub) -> None:
    """All games are listed in order, as they are described one by one, but without their clauses."""
    listed = stub.ListGames(ListGamesRequest())
    assert not listed.next_page_token
    whole = [described(stub, name) for name in GAMES]
    for game in whole:
        assert game.clauses
        game.ClearField("clauses")
    assert list(listed.games) == whole


def test_games_come_in_pages(stub: RefereeServiceStub) -> None:
    """Pages of one game each make the whole list."""
    names, token = [], ""
    for _ in GAMES:
        page = stub.ListGames(ListGamesRequest(page_size=1, page_token=token))
        names += [game.name for game in page.games]
        token = page.next_page_token
    assert names == list(GAMES)
    assert not token


@games
def test_modes_and_editions(stub: RefereeServiceStub, game: Game) -> None:
    """Every mode is told, the ones that are only mentioned too, and whether it can be judged."""
    message = described(stub, game.name)
    assert (message.name, message.title, tuple(message.editions)) == (game.name, game.title, game.editions)
    told = [(mode.name, mode.title, mode.supported, mode.min_seats, mode.max_seats) for mode in message.modes]
    assert told == [tuple(mode) for mode in game.modes]


def test_choices_are_told_in_words(stub: RefereeServiceStub) -> None:
    """An option is told with its choices as a transcript writes them, the default first and by itself."""
    option = described(stub, "wars3x3").options[0]
    assert (option.name, list(option.values), option.default_choice) == (
        "double_zero",
        ["draw", "active_player_loses"],
        "draw",
    )
    names_a_seat = described(stub, "drive").options[0]
    assert (names_a_seat.name, list(names_a_seat.values)) == ("start_player", ["p1", "p2", "p3", "p4"])


@games
def test_options_clauses_and_packs(stub: RefereeServiceStub, game: Game) -> None:
    """Every option with its default, every clause with its text and what holds it, every pack with its digest."""
    message = described(stub, game.name)
    kinds = {field.name: field for field in fields(game.setup)}
    for option, known in zip(message.options, game.rules.options, strict=True):
        if kinds[known.name].table == "seat":
            assert (option.values[0], option.default_choice) == ("p1", "")
        else:
            choices = [choice.name.lower() for choice in kinds[known.name].kind]
            assert (list(option.values), option.default_choice) == (choices, choices[0])
        assert option.name == known.name
        assert (option.clause, option.about) == (known.rule, known.about)
    for clause, rule in zip(message.clauses, game.rules, strict=True):
        assert (clause.id, clause.section, clause.text, list(clause.modes)) == (
            rule.id,
            rule.section,
            rule.text,
            rule.modes,
        )
        assert (clause.hold, clause.reason, clause.ruling) == (rule.hold, rule.reason, rule.ruling)
        assert clause.example == rule.example
    packs = [(pack.id, pack.title, pack.digest) for pack in message.packs]
    assert packs == [(pack.id, pack.title, pack.digest) for pack in game.packs.values()]


def test_a_server_says_what_it_is(address: str) -> None:
    """Its version, every limit that can be set and those that cannot, and all games with what records name of them."""
    with Client(address) as client:
        info, games = client.info(), client.games()
    assert (info.version, info.snapshot) == (version("shinpan"), 1)
    assert list(info.schemes) == ["canon-1", "sha256ctr-1"]
    limits = {limit.name: limit.value for limit in info.limits}
    assert limits.pop("request_bytes") == 4 << 20
    assert (limits.pop("steps"), limits.pop("entries")) == (MOST_STEPS, MOST_ENTRIES)
    set_here = ServerOptions(workers=2)
    assert limits == {
        field.name: getattr(set_here, field.name) for field in dataclasses.fields(set_here) if field.metadata
    }
    for game in games:
        game.ClearField("options")
    assert list(info.games) == games
    assert all(pack.digest for game in info.games for pack in game.packs)


def test_a_worker_of_another_version_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a package is replaced under a running server, one server does not judge by two versions."""
    front = said_by_front(DEFAULTS, 1)
    ServerInfo().use(front)
    monkeypatch.setattr(server_info, "VERSION", "0.9")
    with pytest.raises(RuntimeError, match=r"start it again"):
        ServerInfo().use(front)


def test_titles_of_packs_are_in_the_language(address: str) -> None:
    """Nothing else is for people."""
    with Client(address) as english, Client(address, language="ja") as japanese:
        one, other = english.info(), japanese.info()
    titles = [[pack.title for game in info.games for pack in game.packs] for info in (one, other)]
    assert not set(titles[0]) & set(titles[1])


LETTERS = [chr(ord("a") + at) for at in range(26)]


@pytest.mark.parametrize("size", [1, 5, 13, 25, 26, 27])
def test_pages_of_any_size(size: int) -> None:
    """Pages of any size make the whole list, and the last one says that it is the last."""
    found: list[str] = []
    token, pages = "", 0
    while pages == 0 or token:
        page = page_of(iter(LETTERS), token, size, "letters", str)
        found, token, pages = found + page.items, page.next_token, pages + 1
    assert found == LETTERS
    assert pages == -(-26 // size)


def test_an_empty_list_is_one_empty_page() -> None:
    """Nothing found is no error."""
    assert page_of(iter(()), "", 5, "nothing", str) == ([], "")


def test_a_token_belongs_to_its_place_and_line() -> None:
    """A token is refused by a list of another place, by one with another line before it, and by one too short."""
    token = page_of(iter(LETTERS), "", 5, "letters", str).next_token
    assert page_of(iter(LETTERS), token, 3, "letters", str).items == ["f", "g", "h"]
    for place, letters in (("other", LETTERS), ("letters", LETTERS[::-1]), ("letters", LETTERS[:4])):
        with pytest.raises(WireError, match="page_token"):
            page_of(iter(letters), token, 3, place, str)
