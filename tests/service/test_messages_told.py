"""Messages on the wire: their keys and values, and the sentence in the language that the request asks for."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from google.protobuf.json_format import MessageToDict
from google.rpc.error_details_pb2 import (  # type: ignore[import-untyped]  # no marker, though it has types
    ErrorInfo,
    LocalizedMessage,
)

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import LANGUAGES, Rule, Seat, Step, Telling, Thing, say
from shinpan_records import transcript
from shinpan_records.limits import MOST_QUOTED
from shinpan_service.messages import judging, records
from shinpan_service.messages.records import record_to_message
from shinpan_service.messages.told import MOST_LISTED, tell
from shinpan_service.messages.wire_errors import WireError

FIXTURES = Path(__file__).parents[2] / "fixtures" / "wars3x3"
NAMES = GAMES["wars3x3"].packs["house"].names
RULES = GAMES["wars3x3"].rules


def report_on(record: record_pb2.Record, language: str = "") -> report_pb2.Report:
    """The report on a record in a language."""
    parts: list[bytes] = []
    request = referee_pb2.VerifyReplayRequest(record=record, language=language)
    judging.answer("VerifyReplay", request.SerializeToString(), parts.append)
    return referee_pb2.VerifyReplayResponse.FromString(parts[0]).report


def refused_with(request: Any, method: str = "VerifyReplay") -> tuple[str, dict[str, str], LocalizedMessage]:
    """The text of a refusal, what its ErrorInfo says, and the sentence for people."""
    with pytest.raises(WireError) as caught:
        judging.answer(method, request.SerializeToString(), lambda _: None)
    info, told = ErrorInfo(), LocalizedMessage()
    for detail in caught.value.status.details:
        assert detail.Unpack(info) or detail.Unpack(told) or detail.type_url
    return caught.value.status.message, dict(info.metadata), told


def without_sentences(report: report_pb2.Report) -> dict[str, Any]:
    """A report as data, without what is told in a language; lines of the record in canonical words."""
    data: dict[str, Any] = MessageToDict(report)
    for one in data.get("findings", []):
        one |= {name: one.pop(f"{name}Canonical") for name in ("submitted", "legal") if f"{name}Canonical" in one}
    for of, sentence in (("findings", "message"), ("assumptions", "text"), ("notes", "text")):
        for one in data.get(of, []):
            assert one.pop(sentence)
            assert one["code"]
            assert all(rule.pop("text") for rule in one.get("rules", []))
    return data


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.shinpan"))[::9], ids=lambda path: path.stem)
def test_a_report_says_the_same_in_every_language(path: Path) -> None:
    """Keys, values and all else are the same; what a rule says of a refused action is Japanese in Japanese."""
    try:
        record = record_to_message(transcript.load(path, GAMES).record)
    except transcript.TranscriptError:
        return
    english, japanese = (report_on(record, language) for language in LANGUAGES)
    assert without_sentences(english) == without_sentences(japanese)
    for one, other in zip(english.findings, japanese.findings, strict=True):
        assert one.message != other.message
        for rule, told in zip(one.rules, other.rules, strict=True):
            clause = RULES[rule.id]
            assert (rule.text, told.text) == (clause.text, RULES.told(clause, "ja").text)
    for assumption, other_one in zip(english.assumptions, japanese.assumptions, strict=True):
        if assumption.kind == "ruling" and assumption.code == "kernel.assumed.ruling":
            assert other_one.text == RULES.told(RULES[assumption.id], "ja").ruling != assumption.text


def test_no_language_is_english() -> None:
    """A request that says nothing of languages is answered in English."""
    record = record_to_message(transcript.load(sorted(FIXTURES.glob("*.shinpan"))[0], GAMES).record)
    assert report_on(record) == report_on(record, "en")


EACH = {
    "VerifyReplay": referee_pb2.VerifyReplayRequest,
    "BatchVerifyReplays": referee_pb2.BatchVerifyReplaysRequest,
    "StreamReplaySteps": referee_pb2.StreamReplayStepsRequest,
    "GetReplayState": referee_pb2.GetReplayStateRequest,
    "ListLegalActions": referee_pb2.ListLegalActionsRequest,
    "ListGames": referee_pb2.ListGamesRequest,
    "GetGame": referee_pb2.GetGameRequest,
    "GetServerInfo": referee_pb2.GetServerInfoRequest,
}


@pytest.mark.parametrize("method", judging.METHODS)
@pytest.mark.parametrize("language", ["de", "EN", "ja-JP", " ", "x" * 100_000])
def test_an_unknown_language_is_refused(method: str, language: str) -> None:
    """Every call says which languages there are; nothing is guessed."""
    kind: Callable[..., Any] = EACH[method]
    message, facts, _ = refused_with(kind(language=language), method)
    assert message.startswith("language: ")
    assert facts["code"] == "kernel.language.unknown"
    assert facts["value_known"] == "en, ja"


def test_an_error_says_key_values_and_the_sentence_in_the_language() -> None:
    """The status is English for programs and logs; beside it stand key, values and the sentence for people."""
    record = record_pb2.Record(header=record_pb2.Header(format=1, game="chess"))
    message, facts, told = refused_with(referee_pb2.VerifyReplayRequest(record=record, language="ja"))
    assert message.startswith("record.header.game: no game “chess”; there are: wars3x3")
    assert (facts["code"], facts["value_game"]) == ("kernel.header.game", "chess")
    assert told.locale == "ja"
    assert "「chess」というゲームはありません" in told.message


def test_every_kind_of_value_reaches_the_wire() -> None:
    """Texts, numbers, seats, cards, steps, clauses, messages and lists come as what they are."""
    found, card = report_pb2.Note(), Thing("card", 16)
    listed = tuple(range(MOST_LISTED + 5))
    said = say(
        "kernel.card", a="x" * 9999, b=-3, c=Seat(2), card=card, d=Step("3.1"), e=Rule("X-1"), f=say("kernel.turn")
    )
    tell(say("kernel.head.owed", said=said, seat=Seat(1), ask=listed, big=1 << 40), Telling(names=NAMES), found, "text")
    inner, seat, ask, big = found.values
    assert big.text == str(1 << 40)
    assert (found.code, inner.message.code, seat.seat) == ("kernel.head.owed", "kernel.card", 1)
    assert [item.number for item in ask.list.items] == list(range(MOST_LISTED))
    text, number, player, unit, *rest = inner.message.values
    assert (len(text.text), number.number, player.seat) == (MOST_QUOTED + 1, -3, 2)
    assert (unit.card.table, unit.card.number, unit.card.id) == ("card", 16, "016")
    assert unit.card.name == NAMES.printed("card", 16)
    assert (rest[0].step, rest[1].clause, rest[2].message.code) == ("3.1", "X-1", "kernel.turn")


def test_what_a_verdict_rests_on_is_told_once_for_a_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the same in every report, in each language, and no more is kept than so much."""
    monkeypatch.setattr(records, "_kept", WeakKeyDictionary())
    record = record_to_message(transcript.load(FIXTURES / "printed-replay.shinpan", GAMES).record)
    first = [report_on(record, language) for language in LANGUAGES]
    monkeypatch.setattr(records, "_told_assumption", lambda *_: pytest.fail("it was told again"))
    assert [report_on(record, language) for language in LANGUAGES] == first
    (kept,) = records._kept.values()
    assert [len(kept[language]) for language in LANGUAGES] == [len(first[0].assumptions)] * len(LANGUAGES)
    monkeypatch.undo()
    monkeypatch.setattr(records, "MOST_KEPT", 3)
    monkeypatch.setattr(records, "_kept", WeakKeyDictionary())
    assert report_on(record) == first[0]
    assert report_on(record, "ja") == report_on(record, "ja") == first[LANGUAGES.index("ja")]
    (kept,) = records._kept.values()
    assert all(len(kept[language]) <= 3 + len(first[0].assumptions) for language in LANGUAGES)
