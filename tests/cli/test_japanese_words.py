"""Lines in the words of the language asked for: on the command line, in repairs and on the wire."""

from pathlib import Path

import pytest

from shinpan.v1 import referee_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_records import transcript
from shinpan_records.repair import repairs
from shinpan_service.client import viewer_message
from shinpan_service.messages.judged import Give
from shinpan_service.messages.judging import list_legal_actions, verify_replay
from shinpan_service.messages.records import record_to_message

from .command import run

FIXTURES = Path(__file__).parents[2] / "fixtures" / "wars3x3"
GAME = """\
shinpan 1
game wars3x3 beginner
pack house
deck 005 009 018 034 043 010 019 044 011 021 024 025 035 037 030 031 033 014
magic A11 A12 A14 A08
setup first=p1
--
p1 start_territory cards=010 019 044
p1 keep_magic magics=A11
p2 start_territory cards=030 031 033
p2 keep_magic magics=A14
p1 draw
"""
WRONG = GAME.replace("cards=030 031 033", "cards=005 030 031")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.shinpan"
    path.write_text(GAME, "utf-8")
    return path


def test_convert_writes_the_words_of_a_language_that_is_asked_for(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --lang ja, and never because of the locale; back from Japanese words the file is what it was."""
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    names = ("plain", "japanese", "again")
    plain, japanese, again = (tmp_path / f"{name}.shinpan" for name in names)
    run("convert", game, plain)
    run("convert", "--lang", "ja", game, japanese)
    run("convert", japanese, again)
    assert "p1 初期領土 カード列=010 019 044" in japanese.read_text("utf-8")
    assert again.read_text("utf-8") == plain.read_text("utf-8")
    assert "start_territory" in plain.read_text("utf-8")


@pytest.mark.parametrize(("language", "verb"), [("en", "start_territory cards="), ("ja", "初期領土 カード列=")])
def test_findings_and_legal_actions_are_in_words_of_the_language(tmp_path: Path, language: str, verb: str) -> None:
    """What was submitted and what would have been legal; printed names stay."""
    wrong = tmp_path / "wrong.shinpan"
    wrong.write_text(WRONG, "utf-8")
    out = run("verify", "--quiet", "--lang", language, wrong).out
    assert f"p2 {verb}005 030 031" in out
    assert f"      p2 {verb}" in out
    assert verb in run("legal", "--lang", language, "--step", "2", wrong).out
    assert f"p1 {verb}" in run("show", "--lang", language, "--step", "1", wrong).out


def test_repairs_are_in_words_of_the_language() -> None:
    """What goes and what comes, of actions and of claims."""
    found = repairs(GAME.replace("p1 draw", "p1 draw => drew 043"), GAMES)
    assert any("- 引いた 043" in line for line in found.lines("ja"))
    assert any("- drew 043" in line for line in found.lines("en"))


def answers(language: str) -> tuple[referee_pb2.VerifyReplayResponse, referee_pb2.ListLegalActionsResponse]:
    """What the service says of the wrong game."""
    record = record_to_message(transcript.load(WRONG, GAMES).record)
    judged: list[referee_pb2.VerifyReplayResponse] = []
    listed: list[referee_pb2.ListLegalActionsResponse] = []
    verify_replay(referee_pb2.VerifyReplayRequest(record=record, language=language), Give(judged.append), GAMES)
    asked = referee_pb2.ListLegalActionsRequest(
        record=record, step=2, viewer=viewer_message(REFEREE), language=language
    )
    list_legal_actions(asked, Give(listed.append), GAMES)
    return judged[0], listed[0]


def test_the_wire_has_both_words() -> None:
    """Those of the language asked for, and beside them the canonical ones; in English they are the lines."""
    (english, legal), (japanese, possible) = answers(""), answers("ja")
    finding, told = english.report.findings[0], japanese.report.findings[0]
    assert told.submitted == "p2 初期領土 カード列=005 030 031"
    assert told.submitted_canonical == finding.submitted
    assert list(told.legal_canonical) == list(finding.legal)
    assert told.legal[0].startswith("p2 初期領土 カード列=")
    assert list(possible.lines_canonical) == list(legal.lines)
    assert possible.lines[0].startswith("p2 初期領土 カード列=")
    assert (finding.submitted_canonical, list(finding.legal_canonical), list(legal.lines_canonical)) == ("", [], [])
    assert japanese.report.last_link == english.report.last_link
