"""Judges whole records: one by itself, or many in one request, each as if it came alone."""

from collections.abc import Mapping, Sequence

from google.protobuf.unknown_fields import UnknownFieldSet

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import is_seen
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES, Language
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.search import judge as judge_seen

from . import wire_errors
from .codec import Unreadable
from .inline_packs import with_inline
from .judged import Give
from .records import UnknownFields, record_from_message, record_to_message, refuse_unknown_fields
from .viewing import View, report_on_seen
from .wire_errors import WireError

BATCH = "BatchVerifyReplays"
FILES = "JudgeFiles"
"""What children are asked for records that lie in files: no call of the service."""
ONE_BY_ONE = (BATCH, FILES)
"""Calls about many records: each part of the answer is about the next of them."""

Games = Mapping[str, Game]


def verify_replay(request: referee_pb2.VerifyReplayRequest, give: Give, games: Games, viewer: int = REFEREE) -> None:
    """Judges the whole record, or looks for a complete one that agrees with it if it is one of what was seen. Who looks
    is the referee or the public."""
    record, known, work = asked_about(request.record, request.packs, games)
    language, response = language_of(request.language), referee_pb2.VerifyReplayResponse()
    world = _verify(record, known, work, language, viewer, give, response.report)
    if request.with_completion and world is not None:
        response.completion.CopyFrom(record_to_message(world))
    give(response)


def look_around(request: referee_pb2.BatchVerifyReplaysRequest) -> None:
    """Refuses fields of a newer schema beside the records. Those inside a record are the matter of that record."""
    if len(UnknownFieldSet(request)):
        raise UnknownFields("request")


def batch_verify_replays(
    request: referee_pb2.BatchVerifyReplaysRequest, give: Give, games: Games, viewer: int = REFEREE
) -> None:
    """Judges each record, and gives its result before the next is looked at."""
    language = language_of(request.language)
    for keyed in request.records:
        response = referee_pb2.BatchVerifyReplaysResponse()
        result = response.results.add(key=keyed.key)
        try:
            refuse_unknown_fields(keyed, "request", "")
            record, known, work = asked_about(keyed.record, request.packs, games)
            _verify(record, known, work, language, viewer, give, result.report, request.brief)
        except (RequestError, Unreadable) as refusal:
            _refuse(result, wire_errors.of_refusal(refusal, language))
        except WireError as error:
            _refuse(result, error.told_in(language))
        give(response)


def _refuse(result: referee_pb2.KeyedResult, error: WireError) -> None:
    """A refusal has the fields of a status."""
    result.refusal.MergeFromString(error.status.SerializeToString())


def _verify(
    record: Record,
    known: Games,
    work: Work,
    language: Language,
    viewer: int,
    give: Give,
    into: report_pb2.Report,
    brief: bool = False,
) -> Record | None:
    """Judges a record, and writes the report into an answer. Gives the complete record that was found for one of what
    was seen."""
    if is_seen(record.header):
        judged = judge_seen(known, record)
        report_on_seen(judged, known[record.header.game], language, viewer, into)
        steps, world = judged.steps, judged.world
    else:
        replay = Replay(known, record, work)
        replay.run()
        View(replay, viewer, language).report(brief, into)
        steps, world = work.spent, None
    give.judged(record.header.game, into, steps)
    return world


def asked_about(message: record_pb2.Record, packs: Sequence[bytes], games: Games) -> tuple[Record, Games, Work]:
    """A record, the games with the packs that come with it, and the work that judging it may take."""
    record, work = record_from_message(message, looked_through=True), Work()
    return record, with_inline(games, record.header.game, packs, work), work


def language_of(asked: str) -> Language:
    """The language that a request asks for. Raises `RequestError` for one that is not here."""
    found = next((language for language in LANGUAGES if language == (asked or ENGLISH)), None)
    if found is None:
        raise RequestError("language", "kernel.language.unknown", language=asked, known=LANGUAGES)
    return found
