"""What a worker does of a game that is played: the game as it is kept and one message in, its answer and what becomes
of the game out."""

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from google.protobuf.message import DecodeError

from shinpan.v1 import record_pb2, referee_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.messages import ENGLISH
from shinpan_engine.kernel.play import chance

from .. import judging, wire_errors
from ..codec import Unreadable, refuse_long
from ..judged import Give, Judged, unheard
from ..judging import Answer, Send, list_now, refuse_large, who_decides
from ..records import refuse_unknown_fields, result_to_message
from ..scopes import SCOPES, Scopes, of_request, refuse_without
from ..verifying import language_of
from ..wire_errors import WireError
from .board import Board, Reached
from .kept import PLAY, Asked, Change, Kept, Session

Hear = Callable[[Judged], None]


def prepare() -> Answer:
    """Loads every game, as `judging.prepare` does."""
    judging.prepare()
    return answer


def answer(method: str, request: bytes, send: Send, held: Scopes = SCOPES, judged: Hear = unheard) -> None:
    """Answers one call of the service, or one message of a game that is played: in two parts then, what becomes of the
    game, and the answer."""
    if method != PLAY:
        judging.answer(method, request, send, held, judged)
        return
    asked = msgspec.msgpack.decode(request, type=Asked)
    done = _done(asked.session, _read(asked.request), held, judged)
    send(msgspec.msgpack.encode(done.change))
    send(done.response.SerializeToString())


class Done(NamedTuple):
    """What came of a message."""

    change: Change
    response: referee_pb2.PlayGameResponse


class At(NamedTuple):
    """Where a game is when a message comes."""

    session: Session
    opening: referee_pb2.PlayOpening
    hear: Hear

    def as_before(self, **said: Any) -> Done:
        """Whatever was said, nothing becomes of the game."""
        change = Change(len(self.session.entries), [], self.session.told)
        return Done(change, referee_pb2.PlayGameResponse(**said))


def _read(request: bytes) -> referee_pb2.PlayGameRequest:
    refuse_large(request)
    try:
        message = referee_pb2.PlayGameRequest.FromString(request)
    except DecodeError:
        raise wire_errors.undecodable(referee_pb2.PlayGameRequest.DESCRIPTOR.full_name) from None
    return message


def _done(session: Session, request: referee_pb2.PlayGameRequest, held: Scopes, hear: Hear) -> Done:
    language, here = ENGLISH, ""
    try:
        refuse_unknown_fields(request, "request", "")
        member = request.WhichOneof("what")
        if member is None:
            raise Unreadable("what", "service.play.nothing")
        opening = _opening(session, request)
        here = "" if session.opening else "opening."
        language = language_of(opening.language)
        refuse_without(of_request(opening), held)
        return _MEMBERS[member](At(session, opening, hear), getattr(request, member))
    except (RequestError, Unreadable) as refusal:
        raise wire_errors.of_refusal(_placed(refusal, "", here), language) from None
    except WireError as error:
        raise error.told_in(language) from None


def _opening(session: Session, request: referee_pb2.PlayGameRequest) -> referee_pb2.PlayOpening:
    """The opening of the game: the one that is kept, or the one that comes now."""
    comes = request.HasField("opening")
    if comes and session.opening:
        raise Unreadable("opening", "service.play.twice")
    if not comes and not session.opening:
        raise Unreadable("what", "service.play.not_open")
    return request.opening if comes else referee_pb2.PlayOpening.FromString(session.opening)


def _open(at: At, opening: referee_pb2.PlayOpening) -> Done:
    """A game, or as much of it as there is. What breaks a rule is not opened."""
    kept = [Kept(record_pb2.Record(entries=[entry]).SerializeToString()) for entry in opening.record.entries]
    del opening.record.entries[:]
    if opening.draw_seed:
        _draw_seed(opening.record.header)
    board = Board(opening, kept, GAMES)
    reached = board.reach_last()
    if (refused := _refused(at, reached)) is not None:
        return refused
    change = Change(0, kept, reached.certain, opening.SerializeToString())
    return Done(change, _position(board, reached, len(kept)))


def _draw_seed(header: record_pb2.Header) -> None:
    if header.HasField("chance"):
        raise Unreadable("draw_seed", "service.play.chance")
    header.chance.seeded.scheme = chance.SCHEME
    header.chance.seeded.seed = secrets.token_bytes(chance.SEED_BYTES)


def _enter(at: At, message: referee_pb2.PlayEntry) -> Done:
    """One entry more, if it is legal and all that is noted beside it comes out."""
    _look_at_outcomes(at.opening, message)
    outcomes = record_pb2.Recorded(outcomes=message.outcomes).SerializeToString()
    entry = Kept(record_pb2.Record(entries=[message.entry]).SerializeToString(), outcomes)
    count = len(at.session.entries)
    try:
        board = Board(at.opening, [*at.session.entries, entry], GAMES)
    except (RequestError, Unreadable) as refusal:
        raise _placed(refusal, f"record.entries[{count}].", "entry.entry.") from None
    reached = board.reach(at.session.told)
    if (refused := _refused(at, reached)) is not None:
        return refused
    return Done(Change(count, [entry], reached.certain), _position(board, reached, count + 1))


def _look_at_outcomes(opening: referee_pb2.PlayOpening, message: referee_pb2.PlayEntry) -> None:
    """Refuses outcomes that have no place in the header."""
    refuse_long("entry.outcomes", message.outcomes)
    if message.outcomes and opening.record.header.chance.WhichOneof("source") != "recorded":
        raise Unreadable("entry.outcomes", "service.play.no_outcomes")
    seen = set[str]()
    for place, label in enumerate(outcome.label for outcome in message.outcomes):
        if not chance.is_label(label):
            raise Unreadable(f"entry.outcomes[{place}].label", "kernel.chance.label", most=chance.LARGEST_LABEL)
        if label in seen:
            raise Unreadable(f"entry.outcomes[{place}].label", "service.play.outcome_twice", label=label)
        seen.add(label)


def _take_back(at: At, message: referee_pb2.PlayTakeBack) -> Done:
    """The game without its last entries."""
    count, there = message.entries, len(at.session.entries)
    if not 1 <= count <= there:
        raise Unreadable("take_back.entries", "service.play.take_back", count=count, there=there)
    keep = there - count
    board = Board(at.opening, at.session.entries[:keep], GAMES)
    reached = board.reach_last()
    if (refused := _refused(at, reached)) is not None:
        return refused
    return Done(Change(keep, [], reached.certain), _position(board, reached, keep))


def _list(at: At, message: referee_pb2.PlayLegal) -> Done:
    """A page of what may be done now."""
    board = Board(at.opening, at.session.entries, GAMES)
    replay = board.reach(len(at.session.entries)).replay
    response = referee_pb2.ListLegalActionsResponse()
    if replay.match is not None:
        request = referee_pb2.ListLegalActionsRequest(
            viewer=at.opening.viewer,
            page_size=message.page_size,
            page_token=message.page_token,
            language=at.opening.language,
        )
        list_now(replay, replay.match, request, response)
    return at.as_before(legal=response)


def _fetch(at: At, _: referee_pb2.PlayFetch) -> Done:
    """The record, with the report that it gets wherever it is judged."""
    board = Board(at.opening, at.session.entries, GAMES)
    report = board.judged().report()
    Give(lambda _: None, at.hear).judged(board.record.header.game, report, board.work.spent)
    return at.as_before(record=referee_pb2.PlayedRecord(record=board.message, report=report))


_MEMBERS: dict[str, Callable[[At, Any], Done]] = {
    "opening": _open,
    "entry": _enter,
    "take_back": _take_back,
    "legal": _list,
    "fetch": _fetch,
}


def _refused(at: At, reached: Reached) -> Done | None:
    """What is told where something is wrong: nothing becomes of the game."""
    if reached.replay.finding is None:
        return None
    (finding,) = reached.view.report().findings
    return at.as_before(position=referee_pb2.PlayPosition(entries=len(at.session.entries), finding=finding))


def _position(board: Board, reached: Reached, entries: int) -> referee_pb2.PlayGameResponse:
    """Where the game is."""
    position = referee_pb2.PlayPosition(
        entries=entries,
        steps=reached.steps,
        waiting=reached.waiting,
        asked=who_decides(reached.replay, board.language),
    )
    if (result := reached.replay.result()) is not None:
        position.result.CopyFrom(result_to_message(result))
    return referee_pb2.PlayGameResponse(position=position)


def _placed(refusal: RequestError | Unreadable, there: str, here: str) -> RequestError | Unreadable:
    """A refusal that names its field as the client sees it: what is found there stands here."""
    if isinstance(refusal, Unreadable):
        refusal.path = _moved(refusal.path, there, here)
    else:
        refusal.field = _moved(refusal.field, there, here)
    return refusal


def _moved(path: str, there: str, here: str) -> str:
    return here + path.removeprefix(there) if path.startswith(there) else path
