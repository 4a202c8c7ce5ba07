"""Cards that nobody saw, written without the name of their argument: `lay ?`."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import verb
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.search import judge
from shinpan_records import transcript
from shinpan_records.transcript import TranscriptError
from shinpan_records.transcript.importing import verbs
from shinpan_records.transcript.lines import Play, game_line
from shinpan_records.transcript.resolving import Resolver, hidden_name

BEGUN = "shinpan 1\ngame wars3x3 beginner\nedition 1.2\npack house\nseen\nsetup first=p1\n--\n"
NAMED = """p1 start_territory cards=? ? ?
p1 keep_magic magics=?
p2 start_territory cards=重装歩兵:草 ? ?
p2 keep_magic magics=?
turn 1
p1 lay card=?
"""
ALONE = [(name, kind) for name, game in GAMES.items() for kind in verbs(game).values() if hidden_name(kind)]
"""The actions of all games that name cards in one argument only."""


def read(game: str, kind: type, arguments: str) -> str:
    """What an action with these arguments can mean, or why it means nothing."""
    resolver = Resolver(GAMES[game].packs["house"].names, Work(10_000), game)
    play = game_line(f"p1 {verb(kind)} {arguments}", 1, game=game).what
    assert isinstance(play, Play)
    try:
        return repr(resolver.acts(kind, play.parts, play.verb, 1))
    except TranscriptError as error:
        return f"{error.wanted} {error.what}"


@pytest.mark.parametrize(("game", "kind"), ALONE, ids=lambda one: one if isinstance(one, str) else verb(one))
@pytest.mark.parametrize("hidden", ["?", "? ?"])
def test_a_hole_needs_no_name_where_one_argument_names_cards(game: str, kind: type, hidden: str) -> None:
    """`lay ?` means what `lay card=?` means, for every action that names cards in one argument."""
    assert read(game, kind, hidden) == read(game, kind, f"{hidden_name(kind)}={hidden}")


def test_a_record_of_what_was_seen_may_leave_out_the_names_of_holes() -> None:
    """The same lines with and without the names of arguments are the same record."""
    short = NAMED.replace("cards=? ? ?", "? ? ?").replace("magics=?", "?").replace("card=?", "?")
    assert short.count("=") == 1
    record = transcript.load(BEGUN + short, GAMES).record
    assert record == transcript.load(BEGUN + NAMED, GAMES).record
    assert judge(GAMES, record).report.verdict is Verdict.INCOMPLETE


def test_a_hole_of_several_arguments_has_a_name() -> None:
    """Where it could be one of two arguments it is refused with how the action is written."""
    with pytest.raises(TranscriptError, match=r"found “\?”; expected “redeploy card=… giving=…”"):
        transcript.load(f"{BEGUN}{NAMED}p1 redeploy ?\n", GAMES)


@pytest.mark.parametrize("line", ["p1 lay ? card=?", "p1 lay card=? ?", "p1 lay ? ?"])
def test_a_hole_is_one_card(line: str) -> None:
    """Two holes where one card is named are refused."""
    with pytest.raises(TranscriptError):
        transcript.load(BEGUN + NAMED.replace("p1 lay card=?", line), GAMES)


def test_a_record_that_knows_every_card_has_no_holes_without_names_either() -> None:
    """Where a seed says every card, `lay ?` is refused as `lay card=?` is."""
    known = BEGUN.replace("seen\n", "").replace("setup", f"seed sha256ctr-1:{'00' * 32}\nsetup")
    told = []
    for line in ("p1 lay card=?", "p1 lay ?"):
        report = verify(GAMES, transcript.load(f"{known}turn 1\n{line}\n", GAMES).record)
        told.append((report.verdict, [finding.message for finding in report.findings]))
    assert told[0] == told[1]
    assert told[0][0] is not Verdict.LEGAL
