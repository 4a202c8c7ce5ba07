"""Work is counted in steps."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import WorkUsedUp
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.play.work import LOOK_STEPS, Work, watch
from tests.random_games import play


@contextmanager
def watching(look: Callable[[], None]) -> Iterator[None]:
    """Somebody watches as long as the context lasts."""
    watch(look)
    try:
        yield
    finally:
        watch(None)


def test_all_steps_up_to_the_limit_can_be_taken() -> None:
    """The last step allowed is taken, the next one is not."""
    work = Work(3)
    work.spend(2)
    work.spend()
    assert work.spent == 3
    with pytest.raises(WorkUsedUp, match="more than 3 steps"):
        work.spend()


def test_steps_are_taken_off_before_they_are_done() -> None:
    """Many steps at once are refused as a whole."""
    with pytest.raises(WorkUsedUp):
        Work(10).spend(11)


def test_whoever_watches_looks_now_and_then() -> None:
    """At the first step of a count, and then after so many; a count that began unwatched is not looked at."""
    seen: list[int] = []
    unwatched = Work(10_000)
    with watching(lambda: seen.append(work.spent)):
        work = Work(10_000)
        for _ in range(3 * LOOK_STEPS):
            work.spend()
        unwatched.spend(5000)
        work.spend(5000)
    assert seen == [1, 1 + LOOK_STEPS, 1 + 2 * LOOK_STEPS, 3 * LOOK_STEPS + 5000]


def test_whoever_watches_may_end_a_call() -> None:
    """By raising what they like."""

    def stop() -> None:
        raise KeyboardInterrupt

    with watching(stop), pytest.raises(KeyboardInterrupt):
        Work().spend()


@given(st.integers(0, 5000), st.lists(st.integers(0, 3000), max_size=20))
def test_watching_changes_no_count(limit: int, steps: list[int]) -> None:
    """As many steps are taken, and the same one is refused."""

    def taken() -> tuple[int, int]:
        work = Work(limit)
        for at, number in enumerate(steps):
            try:
                work.spend(number)
            except WorkUsedUp:
                return at, work.spent
        return len(steps), work.spent

    unwatched = taken()
    with watching(lambda: None):
        assert taken() == unwatched


def test_watching_changes_no_judgement() -> None:
    """The report of a game is the same, hashes and all."""
    for game in GAMES.values():
        record = play(game, 7)
        unwatched = verify(GAMES, record)
        looks: list[None] = []
        with watching(lambda looks=looks: looks.append(None)):  # type: ignore[misc]
            assert verify(GAMES, record) == unwatched
