"""A replay can halt and go on, and knows the state that stands."""

from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.judging.referee import Replay, Step

from .test_referee import BIDS, record
from .toy import TOYS


def test_a_replay_goes_on_where_it_stopped() -> None:
    """Stopped at every action in turn it comes to the same steps, notes and report as in one go."""
    whole, steps = Replay(TOYS, record(*reversed(BIDS))), list[Step]()
    whole.run(watch=steps.append)
    halting, shown = Replay(TOYS, record(*reversed(BIDS))), list[Step]()
    for until in range(len(BIDS) + 1):
        halting.run(until, shown.append)
        assert halting.replayed == until
    halting.run(watch=shown.append)
    assert shown == steps
    assert halting.report() == whole.report()


def test_the_state_that_stands_is_that_of_the_last_link() -> None:
    """Whatever the rules had begun to do when they found that they cannot go on."""
    replay, states = Replay(TOYS, record(*BIDS)), list[bytes]()
    replay.run(watch=lambda _: states.append(encode(replay.match.table.state)) if replay.match else None)
    assert encode(replay.state()) == states[-1]
    assert replay.match is not None
    replay.match.table.state.turn += 1
    assert encode(replay.state()) == states[-1]
