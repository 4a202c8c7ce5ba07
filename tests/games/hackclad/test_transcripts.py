"""Records of HacKClaD.DeltA as people write them, and as viewers are shown them."""

import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.table.actions import Place, Swap, Use
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.judging.referee import Replay, Step, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_records import transcript
from shinpan_service.messages.viewing import View

from ...random_games import play, recorded, sealed, seeds, told

HEAD = """shinpan 1
game hackclad solo
pack house
clad X4 X5 X6 X1 X2 X3 X7 X8 X9
chance deck/p1 W01-02 W01-01 W01-04 W01-03 W01-13 W01-05 W01-06 …
setup characters=W01
--
p1 extend card=刈り取り
"""


def report(text: str) -> Verdict:
    """What the referee says of a transcript."""
    return verify(GAMES, transcript.load(text, GAMES).record).verdict


@pytest.mark.parametrize("mode", ["versus", "tag", "solo", "coop"])
def test_a_record_is_read_as_it_is_written(mode: str) -> None:
    """Random games, seeded and recorded, come back from their canonical transcript as they were."""
    for seed in seeds(4):
        with told(seed):
            for record in (sealed(play(GAME, seed, mode)), recorded(play(GAME, seed, mode))):
                back = transcript.load(transcript.dump(record, GAMES), GAMES).record
                acts = [entry.what for entry in back.entries if isinstance(entry.what, Action)]
                assert acts == [entry.what for entry in record.entries]
                assert verify(GAMES, back).last_link == verify(GAMES, record).last_link


@pytest.mark.clause("HC-6.13-2", "HC-13.1-2")
def test_a_record_in_words() -> None:
    """Cards by their printed names, squares by letter and number; a pass and the end of a turn may be left out."""
    text = HEAD + "turn 1\np1 place card=ガード slot=2 => mp[p1] = 1\np1 basic deed=move card=ムーブ square=b4\n"
    assert report(text) is Verdict.INCOMPLETE
    more = text + "p1 use card=ショット facing=south targets=b3 => vp[p1] = 1, destroyed square=b3 kind=tail\nturn 2\n"
    assert report(more) is Verdict.INCOMPLETE
    assert report(more.replace("vp[p1] = 1", "vp[p1] = 2")) is Verdict.CONTRADICTED
    assert report(text.replace("slot=2", "slot=4")) is Verdict.ILLEGAL
    assert report(text.replace("square=b4", "square=c4")) is Verdict.ILLEGAL
    assert report(text.replace("square=b4", "square=f9")) is Verdict.MALFORMED


def test_step_lines_carry_claims() -> None:
    """A step line stands for the action that ended the step, and tells what the clad has done after it."""
    text = HEAD + "turn 1\np1 place card=W01-02 slot=2\nstep player.2 => appeared d4 head, clad_facing = west\n"
    assert report(text) is Verdict.CONTRADICTED, "X5 turns left and X6 right again"
    assert report(text.replace("west", "north")) is Verdict.INCOMPLETE


@pytest.mark.parametrize("viewer", [PUBLIC, 1, 2])
def test_an_action_shows_no_hidden_card(viewer: int) -> None:
    """A turn card and an exchange show to their owner only, a card used to everybody; squares and slots always."""
    replay = Replay(GAMES, recorded(play(GAME, 1)))
    view = View(replay, viewer)
    shown: list[tuple[Step, str]] = []
    replay.run(watch=lambda step: shown.append((step, view.step(step, replay.state()).action)))
    kinds = set()
    for step, line in shown:
        if step.action is None:
            continue
        act, own = step.action.what, step.action.seat == viewer
        kinds.add(type(act))
        if isinstance(act, Use):
            assert "?" not in line
        if isinstance(act, Place):
            assert f"slot={act.slot}" in line
            assert ("card=?" in line) is not own
        if isinstance(act, Swap):
            assert ("into=?" in line) is not own
    assert {Use, Place, Swap} <= kinds
