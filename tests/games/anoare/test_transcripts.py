"""Records of エイノア as people write them, and as viewers are shown them."""

from pathlib import Path

import pytest

from shinpan.v1 import report_pb2
from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table.actions import Keep, LevelUp, Pay, Set
from shinpan_engine.games.anoare.table.state import Step as Place
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.judging.referee import Replay, Step, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_records import transcript
from shinpan_service.messages.viewing import View

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


def lines_for(viewer: int, source: Path | str) -> list[tuple[Step, report_pb2.ReplayStep]]:
    """Every step of a record as a viewer is shown it, while the game goes on."""
    replay = Replay(GAMES, transcript.load(source, GAMES).record)
    view = View(replay, viewer)
    shown: list[tuple[Step, report_pb2.ReplayStep]] = []
    replay.run(watch=lambda step: shown.append((step, view.step(step, replay.state()))))
    return shown


@pytest.mark.clause("AN-5.2-15", "AN-5.4a-18", "AN-5.4a-19", "AN-6.2-10")
@pytest.mark.parametrize("viewer", [PUBLIC, 1, 2])
def test_an_action_shows_no_hidden_card(viewer: int) -> None:
    """A set card shows to its owner only, a payment to nobody once both have paid and before that to its payer, an
    ultra to who took it."""
    for step, shown in lines_for(viewer, FIXTURES / "random-game-1.shinpan"):
        if step.action is None:
            continue
        own = step.action.seat == viewer
        if isinstance(step.action.what, Set) and shown.state.anoare.step <= int(Place.REVEAL):
            assert ("?" in shown.action) is not own
        if isinstance(step.action.what, Pay):
            over = any(event.name == "paid" for event in shown.events)
            hidden = len(step.action.what.cards) if over else 0 if own else 1
            assert shown.action.count("?") == hidden
        if isinstance(step.action.what, LevelUp):
            if shown.action.endswith(" level_up ?"):
                assert not own, "it waits for the other's"
            else:
                assert ("ultra=?" in shown.action) is (not own and step.action.what.ultra > 0)


def level_ups(viewer: int) -> list[str]:
    """The level-ups of a record, the first of which both players have at once, as a viewer is shown them."""
    path = FIXTURES / "AN-6.5-9-both-at-3-and-equal-the-game-goes-on.shinpan"
    return [shown.action for _, shown in lines_for(viewer, path) if " level_up" in shown.action]


@pytest.mark.clause("AN-5.0-9", "AN-5.7-4", "AN-6.2-10")
def test_a_level_up_shows_nothing_before_the_other_has_chosen() -> None:
    """Who answers first shows the other no cooldowns either; once both have chosen these are seen, the ultra is not."""
    own = "p1 level_up [skill=S43 times=1] [skill=S45 times=3] ultra=S50"
    assert [level_ups(viewer)[0] for viewer in (PUBLIC, 1, 2)] == ["p1 level_up ?", own, "p1 level_up ?"]
    cooled = "p2 level_up [skill=S31 times=1]"
    assert [level_ups(viewer)[1] for viewer in (PUBLIC, 1, 2)] == [f"{cooled} ultra={u}" for u in ("?", "?", "S39")]


@pytest.mark.clause("AN-5.0-9", "AN-5.5c-14", "AN-5.5c-17")
@pytest.mark.parametrize("answer", ["cool_extra cards=S26", "pass"])
def test_an_evasion_shows_nothing_before_the_other_has_chosen(answer: str) -> None:
    """Not even whether the first one makes use of it."""
    text = (FIXTURES / "AN-5.5c-17-both-evaded.shinpan").read_text("utf-8")
    text += f"p1 cool_rest\np2 cool_rest\np1 {answer}\n"
    last = {viewer: lines_for(viewer, text)[-1][1].action for viewer in (PUBLIC, 1, 2)}
    assert last == {PUBLIC: "p1 evasion ?", 1: f"p1 {answer}", 2: "p1 evasion ?"}
