"""What a worker does: the bytes of a request in, the bytes of its answer out."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from google.protobuf.message import DecodeError, Message

from shinpan.v1 import referee_pb2, report_pb2
from shinpan_engine.games.registry import GAMES, Contents, broken_of, made_of, read_packs, use_packs
from shinpan_engine.kernel.clauses import RuleBook
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.judging.record import MOST_ENTRIES, Action, Entry
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.messages import ENGLISH, Language, say
from shinpan_engine.kernel.packs import PackText
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_engine.kernel.play.work import Work
from shinpan_records.transcript import line_told

from . import wire_errors
from .catalog import game_to_message
from .codec import Unreadable
from .judged import Give, Judged, unheard
from .paging import page_of
from .records import (
    action_reader,
    entry_to_message,
    refuse_unknown_fields,
    rule_to_message,
)
from .scopes import SCOPES, VIEW_REFEREE, Scopes, of_request, refuse_without
from .server_info import HERE, MOST_REQUEST_BYTES
from .verifying import BATCH, Games, asked_about, batch_verify_replays, language_of, look_around, verify_replay
from .viewing import View, without_hashes
from .wire_errors import WireError

MOST_LISTED = 100_000
"""Legal actions that one call goes through, pages before the one wanted included."""
USUAL_PAGE = 100
LARGEST_PAGE = 1000

Send = Callable[[bytes], None]
Answer = Callable[[str, bytes, Send, Scopes, Callable[[Judged], None]], None]
"""Answers a call of somebody with these scopes, in any number of parts, and says what was judged. What it raises as
`WireError` is the caller's, all else is our fault."""


def prepare() -> Answer:
    """Loads every game with its packs and rules, so that no call has to."""
    for name in GAMES:
        action_reader(name)
        answer("GetGame", referee_pb2.GetGameRequest(game=name).SerializeToString(), lambda _: None)
    return answer


def prepare_with(contents: Contents, front: bytes | None = None, rules: Mapping[str, RuleBook] | None = None) -> Answer:
    """The same with packs made of these contents, whatever lies in the folders by now, or nothing at all; with what the
    front says about itself; and with rule books that it has read, since reading them takes longer than the packs."""
    use_packs(contents)
    for name, book in (rules or {}).items():
        GAMES[name].rules = book
    HERE.use(front)
    return prepare()


def packs_read(besides: Iterable[PackText] = ()) -> tuple[Contents, list[str]]:
    """The contents of all folders of packs and of the files besides, for `prepare_with` in every worker, and what is
    wrong with each file that is left out. Raises `PackError` if a pack of ours is broken."""
    contents = read_packs(besides=besides)
    return contents, [*map(str, broken_of(made_of(contents).values()))]


def rules_read() -> dict[str, RuleBook]:
    """The clauses of every game, for `prepare_with`."""
    return {name: game.rules for name, game in GAMES.items()}


def refuse_large(request: bytes) -> None:
    """Raises `WireError` for a request over the limit."""
    if len(request) > MOST_REQUEST_BYTES:
        raise wire_errors.too_large("request", say("service.too_large", count=len(request), most=MOST_REQUEST_BYTES))


def answer(
    method: str,
    request: bytes,
    send: Send,
    held: Scopes = SCOPES,
    judged: Callable[[Judged], None] = unheard,
) -> None:
    """Answers one call of the service, as far as the scopes of the caller go."""
    kind, look_through, judge, covered = METHODS[method]
    refuse_large(request)
    try:
        message: Any = kind.FromString(request)
    except DecodeError:
        raise wire_errors.undecodable(kind.DESCRIPTOR.full_name) from None
    try:
        look_through(message)
        language = language_of(message.language)
    except (RequestError, Unreadable) as refusal:
        raise wire_errors.of_refusal(refusal) from None
    if covered is not None and VIEW_REFEREE not in held:
        judge = covered
    try:
        refuse_without(of_request(message), held)
        judge(message, Give(lambda part: send(part.SerializeToString()), judged), GAMES)
    except (RequestError, Unreadable) as refusal:
        raise wire_errors.of_refusal(refusal, language) from None
    except WireError as error:
        raise error.told_in(language) from None


def stream_replay_steps(request: referee_pb2.StreamReplayStepsRequest, give: Give, games: Games) -> None:
    """Gives the steps wanted, then the report on the whole record. What others than the referee may see of a step is
    known when the replay has come to its end; the referee's steps are given at once."""
    first = request.from_step
    last = request.to_step if request.HasField("to_step") else max(first, MOST_ENTRIES)
    if last < first:
        raise wire_errors.invalid("to_step", say("service.steps", last=last, first=first))
    replay, work = _replay(request, games)
    view = _view(replay, request)
    kept: list[report_pb2.ReplayStep] = []

    def tell(step: report_pb2.ReplayStep) -> None:
        give(referee_pb2.StreamReplayStepsResponse(step=step))

    show = tell if view.everything else kept.append

    def watch(step: Step) -> None:
        if first <= step.number <= last:
            assert replay.match is not None
            show(view.step(step, replay.match.table.state, with_state=not request.without_states))

    replay.run(watch=watch)
    report = view.report()
    for step in kept:
        tell(_told(step, view))
    give.judged(replay.game.name, report, work.spent)
    give(referee_pb2.StreamReplayStepsResponse(report=report))


def get_replay_state(request: referee_pb2.GetReplayStateRequest, give: Give, games: Games) -> None:
    """Gives one step, without a number the last that stands, and the report on the actions up to it."""
    replay, work = _replay(request, games)
    view = _view(replay, request)
    until = request.step if request.HasField("step") else None
    seen: deque[Step] = deque(maxlen=1)
    replay.run(until, seen.append)
    shown = [view.step(step, replay.state()) for step in seen if until in (None, step.number)]
    response = referee_pb2.GetReplayStateResponse(report=view.report())
    for step in shown:
        response.step.CopyFrom(_told(step, view))
    give.judged(replay.game.name, response.report, work.spent)
    give(response)


def _told(step: report_pb2.ReplayStep, view: View) -> report_pb2.ReplayStep:
    """A step as its viewer is told it, now that the replay has come to its end."""
    if not view.hashes():
        without_hashes(step)
    return step


def list_legal_actions(request: referee_pb2.ListLegalActionsRequest, give: Give, games: Games) -> None:
    """Lists what may be done. Where the replay does not come so far nothing is listed, and the report says why."""
    replay, work = _replay(request, games)
    view = _view(replay, request)
    until = request.step if request.HasField("step") else None
    replay.run(until)
    report = replay.report()
    response = referee_pb2.ListLegalActionsResponse()
    if replay.match is not None and report.actions_replayed == (report.actions_total if until is None else until):
        list_now(replay, replay.match, request, response)
    response.report.CopyFrom(view.report())
    give.judged(replay.game.name, response.report, work.spent)
    give(response)


def who_decides(replay: Replay, language: Language) -> list[referee_pb2.Asked]:
    """Who must decide what, where a replay is now."""
    decisions = replay.match.ask.decisions if replay.match is not None else ()
    rules = [rule_to_message(decision.clause, replay.game, language) for decision in decisions]
    return [
        referee_pb2.Asked(seat=decision.seat, ask=decision.ask, rule=rule, interrupts=decision.interrupts)
        for decision, rule in zip(decisions, rules, strict=True)
    ]


def list_now(
    replay: Replay,
    match: Match,
    request: referee_pb2.ListLegalActionsRequest,
    response: referee_pb2.ListLegalActionsResponse,
) -> None:
    """Lists a page of what may be done where a replay is now."""
    viewer, language = viewer_of(request.viewer, replay.header.seats), language_of(request.language)
    response.asked.extend(who_decides(replay, language))
    page = page_of(
        _possible(match, viewer),
        request.page_token,
        min(request.page_size or USUAL_PAGE, LARGEST_PAGE),
        f"legal actions after {replay.replayed} for {viewer}",
        lambda found: text.line(*found, replay.names),
    )
    for seat, act in page.items:
        response.actions.append(entry_to_message(replay.game.name, Entry(Action(seat, act))))
        response.lines.append(text.line(seat, act, replay.names))
    if language != ENGLISH:
        response.lines_canonical.extend(response.lines)
        response.lines[:] = [line_told(line, replay.game.name, language) for line in response.lines_canonical]
    response.next_page_token = page.next_token


def _possible(match: Match, viewer: int) -> Iterator[tuple[int, Act]]:
    """What a viewer is told of what may be done."""
    if viewer == PUBLIC:
        return
    for listed, option in enumerate(match.options(None if viewer == REFEREE else viewer)):
        if listed == MOST_LISTED:
            raise wire_errors.work_used_up("page_token", say("service.most_listed", most=MOST_LISTED))
        yield option


def list_games(request: referee_pb2.ListGamesRequest, give: Give, games: Games) -> None:
    """Gives the games in the registry's order."""
    known = iter(games.values())
    page = page_of(known, request.page_token, request.page_size or len(games), "games", lambda game: game.name)
    found = [game_to_message(game, language_of(request.language), with_clauses=False) for game in page.items]
    give(referee_pb2.ListGamesResponse(games=found, next_page_token=page.next_token))


def get_game(request: referee_pb2.GetGameRequest, give: Give, games: Games) -> None:
    """Gives one game with its clauses."""
    game = games.get(request.game)
    if game is None:
        raise wire_errors.invalid("game", say("kernel.header.game", game=request.game, known=tuple(games)))
    give(referee_pb2.GetGameResponse(game=game_to_message(game, language_of(request.language), with_clauses=True)))


class Method(NamedTuple):
    """A method of the service: what it takes and what answers it."""

    kind: type[Message]
    look_through: Callable[[Any], None]
    """Refuses fields of a newer schema."""
    judge: Callable[[Any, Give, Games], None]
    covered: Callable[[Any, Give, Games], None] | None = None
    """What answers those who may not see with the eyes of the referee, if the answer shows hidden cards and the request
    does not say who looks."""


def _whole(message: Message) -> None:
    refuse_unknown_fields(message, "request", "")


METHODS = {
    "VerifyReplay": Method(
        referee_pb2.VerifyReplayRequest, _whole, verify_replay, partial(verify_replay, viewer=PUBLIC)
    ),
    BATCH: Method(
        referee_pb2.BatchVerifyReplaysRequest,
        look_around,
        batch_verify_replays,
        partial(batch_verify_replays, viewer=PUBLIC),
    ),
    "StreamReplaySteps": Method(referee_pb2.StreamReplayStepsRequest, _whole, stream_replay_steps),
    "GetReplayState": Method(referee_pb2.GetReplayStateRequest, _whole, get_replay_state),
    "ListLegalActions": Method(referee_pb2.ListLegalActionsRequest, _whole, list_legal_actions),
    "ListGames": Method(referee_pb2.ListGamesRequest, _whole, list_games),
    "GetGame": Method(referee_pb2.GetGameRequest, _whole, get_game),
    "GetServerInfo": Method(referee_pb2.GetServerInfoRequest, _whole, HERE.give),
}


def _replay(request: Any, games: Games) -> tuple[Replay, Work]:
    """The record of a request, to be judged with the packs that are here and those that it brings, and the work that
    this may take."""
    record, known, work = asked_about(request.record, request.packs, games)
    return Replay(known, record, work), work


def _view(replay: Replay, request: Any) -> View:
    return View(replay, viewer_of(request.viewer, replay.header.seats), language_of(request.language))


def viewer_of(message: referee_pb2.Viewer, seats: int) -> int:
    """A viewer as the games know them."""
    if message.eyes == referee_pb2.EYES_SEAT:
        if not 1 <= message.seat <= seats:
            raise Unreadable("viewer.seat", "service.no_seat", seat=message.seat, seats=seats)
        return message.seat
    if message.seat:
        raise Unreadable("viewer.seat", "service.seat_alone")
    if message.eyes not in (referee_pb2.EYES_UNSPECIFIED, referee_pb2.EYES_REFEREE):
        raise Unreadable("viewer.eyes", "service.no_value", value=message.eyes)
    return REFEREE if message.eyes == referee_pb2.EYES_REFEREE else PUBLIC
