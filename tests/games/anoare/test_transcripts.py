"""Records of エイノア as people write them, and as viewers are shown them."""

from pathlib import Path

import pytest

from shinpan.v1 import report_pb2
from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.actions import Keep, LevelUp, Pay, Set
from shinpan_engine.games.anoare.state import Step as Place
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import PUBLIC
from shinpan_engine.kernel.record import Action
from shinpan_engine.kernel.referee import Replay, Step, verify
from shinpan_engine.kernel.report import Verdict
from shinpan_service import transcript
from shinpan_service.viewing import View

from ...random_games import play, recorded, sealed, seeds, told

FIXTURES = Path(__file__).parents[3] / "fixtures" / "anoare"
HEAD = """shinpan 1
game anoare duel
edition 1
pack house
fragment F2 F4 F3 F5
setup characters=C1 C3
--
p1 keep fragment=F2
p2 keep fragment=F3
"""


def loaded(text: str) -> list[object]:
    """The actions that a transcript means."""
    return [entry.what for entry in transcript.load(text, GAMES).record.entries if isinstance(entry.what, Action)]


def test_a_record_is_read_as_it_is_written() -> None:
    """Random games, seeded and recorded, come back from their canonical transcript as they were."""
    for seed in seeds(12):
        with told(seed):
            for record in (sealed(play(GAME, seed)), recorded(play(GAME, seed))):
                text = transcript.dump(record, GAMES)
                back = transcript.load(text, GAMES).record
                assert [entry.what for entry in back.entries if isinstance(entry.what, Action)] == [
                    entry.what for entry in record.entries
                ]
                assert verify(GAMES, back).last_link == verify(GAMES, record).last_link


def test_what_silence_means_may_be_left_out() -> None:
    """Nobody writes down that the game goes on, that a player passes, or that the rest is cooled."""
    text = HEAD + "turn 1\np1 set card=居待ち\np2 set card=S21\np1 pay cards=S1\nturn 2\np1 set card=S2\n"
    acts = loaded(text)
    assert acts[:2] == [Action(1, Keep(2)), Action(2, Keep(3))]
    assert Action(1, Set(4)) in acts
    assert Action(1, Pay([1])) in acts
    assert verify(GAMES, transcript.load(text, GAMES).record).verdict is Verdict.INCOMPLETE


@pytest.mark.clause("AN-5.4a-8", "AN-5.4a-20")
def test_the_order_of_a_payment_is_read_as_written() -> None:
    """Cards paid stand in the order of the stack, and no leniency sorts them."""
    for cards in ("S1 S2", "S2 S1"):
        text = HEAD + f"turn 1\np1 set card=S3\np2 set card=S21\np1 pay cards={cards}\n"
        paid = [act.what for act in loaded(text) if isinstance(act.what, Pay)]  # type: ignore[attr-defined]
        assert paid == [Pay([int(card[1:]) for card in cards.split()])]


def test_step_lines_carry_claims() -> None:
    """A step line says what was seen when that step was over, and a wrong claim is told."""
    text = HEAD + "turn 1\np1 set card=S2\np2 set card=S21\nstep result.1-2 => distance = {}\n"
    assert verify(GAMES, transcript.load(text.format(1), GAMES).record).verdict is Verdict.INCOMPLETE
    assert verify(GAMES, transcript.load(text.format(0), GAMES).record).verdict is Verdict.CONTRADICTED


def lines_for(viewer: int, path: Path) -> list[tuple[Step, report_pb2.ReplayStep]]:
    """Every step of a record as a viewer is shown it, while the game goes on."""
    replay = Replay(GAMES, transcript.load(path, GAMES).record)
    view = View(replay, viewer, over=False)
    shown: list[tuple[Step, report_pb2.ReplayStep]] = []
    replay.run(watch=lambda step: shown.append((step, view.step(step))))
    return shown


@pytest.mark.clause("AN-5.2-15", "AN-5.4a-18", "AN-5.4a-19", "AN-6.2-10")
@pytest.mark.parametrize("viewer", [PUBLIC, 1, 2])
def test_an_action_shows_no_hidden_card(viewer: int) -> None:
    """A set card shows to its owner only, a payment to nobody once both have paid, an ultra to who took it;
    hashes show to nobody."""
    for step, shown in lines_for(viewer, FIXTURES / "random-game-1.shinpan"):
        assert not shown.state_hash
        assert not shown.link
        if step.action is None:
            continue
        own = step.action.seat == viewer
        if isinstance(step.action.what, Set) and shown.state.anoare.step <= int(Place.REVEAL):
            assert ("card=" in shown.action) is own
        if isinstance(step.action.what, Pay):
            over = any(event.name == "paid" for event in shown.events)
            assert shown.action.count("?") == (0 if own and not over else len(step.action.what.cards))
        if isinstance(step.action.what, LevelUp):
            assert ("ultra=" in shown.action) is own
