"""What the page asks for an arbiter: repairs in slices, corrections, two records side by side, the forms of one."""

import json
from pathlib import Path
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import LANGUAGES
from shinpan_records import json_record, transcript
from shinpan_records.page import worker
from shinpan_records.page.arbiter import Arbiter, Lost

from .test_worker import FIXTURES, PRINTED, STOPPED, asked, slices


def test_repairs_come_in_slices_and_are_carried_out() -> None:
    """The one repair of the misprint is told in every language; the corrected text says who made it, and is right."""
    going, found = slices("repair", name=str(STOPPED))
    assert len(going) > 10
    assert all(one["done"] <= one["total"] for one in going)
    (repair,) = found["repair"]["repairs"]
    (edit,) = repair["edits"]
    for language in LANGUAGES:
        assert "重装歩兵:水" in edit["before"][language]
        assert "突撃兵:水" in edit["after"][language]
        assert "49" in edit["place"][language]
    text = correction(number=0, who="田中", reason="misread")["text"]
    assert transcript.judged(text, GAMES).finding is None
    _, data = slices("open", name=str(STOPPED))
    assert data["tellings"]["referee"]["report"]["corrections"] == []


def correction(**more: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(worker.answer(json.dumps({"method": "correct", **more})))
    return found


def test_a_search_that_is_given_up_tells_what_it_has_found() -> None:
    """That it was stopped is said, in every language."""
    asked("repair", name=str(STOPPED))
    for _ in range(3):
        asked("more")
    found = asked("repairs")["repair"]
    assert any("stopped" in line for line in found["said"]["en"])
    assert any("止め" in line for line in found["said"]["ja"])


def test_a_record_that_is_right_has_no_repairs() -> None:
    """That is said, and nothing can be corrected."""
    _, found = slices("repair", name=str(PRINTED))
    assert found["repair"]["said"]["en"] == ["the record is legal as it is: there is nothing to repair"]
    assert correction(number=0, who="a", reason="b") == {"lost": True}
    with pytest.raises(Lost):
        Arbiter(GAMES).repairs()


def test_a_record_in_json_is_corrected_as_a_transcript(tmp_path: Path) -> None:
    """Its canonical one."""
    record = tmp_path / "record.json"
    wrong = FIXTURES / "wars3x3" / "contradicted-damage.shinpan"
    record.write_bytes(json_record.written(transcript.load(wrong, GAMES).record))
    slices("repair", name=str(record))
    text = correction(number=0, who="a", reason="b")["text"]
    assert 'corrected turn=4 who=a reason=b before="life[p2] = 26" after="life[p2] = 27"' in text
    assert transcript.judged(text, GAMES).finding is None


def test_two_records_are_compared() -> None:
    """The sentences of the comparison in every language; the text of the game that both fit, if there is one."""
    _, found = slices("compare", name=str(STOPPED), other=str(PRINTED))
    assert found["compared"]["text"] == ""
    assert {language: bool(lines) for language, lines in found["compared"]["said"].items()} == dict.fromkeys(
        LANGUAGES, True
    )
    seen = FIXTURES / "seen" / "wars3x3" / "printed-replay.shinpan"
    _, both = slices("compare", name=str(seen), other=str(PRINTED))
    assert transcript.judged(both["compared"]["text"], GAMES).finding is None


def test_a_record_is_given_in_its_forms(tmp_path: Path) -> None:
    """A transcript as it is written; JSON reads to the same record."""
    forms = asked("forms", name=str(PRINTED))
    assert forms["text"] == PRINTED.read_text("utf-8")
    record = transcript.load(PRINTED, GAMES).record
    assert json_record.read(forms["json"].encode(), GAMES).entries == record.entries
    path = tmp_path / "record.json"
    path.write_text(forms["json"], "utf-8")
    again = asked("forms", name=str(path))
    assert transcript.load(again["text"], GAMES).record.header == record.header


def test_what_is_no_record_is_said() -> None:
    """As when it is opened: a sentence in every language."""
    path = Path(__file__)
    for method, more in (("repair", {}), ("compare", {"other": str(PRINTED)}), ("forms", {})):
        found = slices(method, name=str(path), **more)[1]
        assert sorted(found["error"]) == sorted(LANGUAGES)


OPEN_COST = FIXTURES / "wars3x3" / "undecidable-a-deployment-at-an-open-cost.shinpan"


@pytest.mark.parametrize(("cost", "verdict"), [("3", "incomplete"), ("4", "illegal")])
def test_what_a_pack_leaves_open_is_asked_for_and_told(cost: str, verdict: str) -> None:
    """The cards and fields stand in the finding, named in every language; with the facts the record is decided."""
    _, data = slices("open", name=str(OPEN_COST))
    (finding,) = data["tellings"]["referee"]["report"]["findings"]
    assert [one["card"] for one in finding["facts"]] == ["005", "024", "025", "037"]
    (field,) = finding["facts"][0]["fields"]
    assert field["name"] == "cost"
    assert field["label"]["ja"] != field["label"]["en"]
    facts = [f"{one['card']} cost={cost}" for one in finding["facts"]]
    text = json.loads(worker.answer(json.dumps({"method": "facts", "name": str(OPEN_COST), "facts": facts})))["text"]
    assert [row for row in text.split("\n") if not row.startswith("fact ")] == OPEN_COST.read_text("utf-8").split("\n")
    assert transcript.judged(text, GAMES).report().verdict.word == verdict


def test_a_fact_that_cannot_be_is_told_when_the_record_is_judged(tmp_path: Path) -> None:
    """At its line, with what may stand there."""
    said = json.dumps({"method": "facts", "name": str(OPEN_COST), "facts": ["024 cost=much"]})
    path = tmp_path / "game.shinpan"
    path.write_text(json.loads(worker.answer(said))["text"], "utf-8")
    _, found = slices("open", name=str(path))
    assert "much" in found["error"]["en"]
