"""11 勝者の決定."""

from collections.abc import Sequence
from typing import Any

import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.chapters.scoring import score
from shinpan_engine.games.hackclad.table.options import TiebreakDeck
from shinpan_engine.games.hackclad.table.state import Step
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.play.chance import UNKNOWN

from .scene import LUNA, MIA, ROSETTE, Scene


def finished(*witches: str, **more: Any) -> Scene:
    """The end of round 9, without any legion."""
    return Scene(*(witches or (ROSETTE, MIA)), step=Step.LEGIONS, round=9, **more)


def scores(scene: Scene) -> list[tuple[int, int, int, int, int]]:
    """Stones, deck, injuries, backlash and total of each."""
    ending = scene.state.ending
    assert ending is not None
    return [(s.stones, s.deck, s.injuries, s.backlash, s.total) for s in ending.scores]


def equal(deck: Sequence[str], other: Sequence[str], **more: Any) -> Scene:
    """Two players whose decks are given; the turn cards are worth 1 each."""
    return finished(ROSETTE, MIA, deck={1: list(deck), 2: list(other)}, **more)


@pytest.mark.clause("HC-11.1-1", "HC-11.1-2", "HC-11.1-3", "HC-11.1-4", "HC-3-19", "HC-10-1", "HC-11.1-8")
def test_the_score() -> None:
    """Stones + the VP of all cards in circulation - the injury gauge; stones on the field and the extended deck count
    for nobody."""
    scene = finished(
        hand={1: ["刈り取り"]}, discard={1: ["逆鱗"]}, deck={1: ["修羅", "ガード"]}, vp={1: 23}, injuries={1: 3},
        stones={"c1": 9},
    )  # fmt: skip
    assert scores(scene)[0] == (23, 4 + 2 + 4 + 1 + 1, 3, 0, 32)
    assert scene.state.step == Step.OVER


@pytest.mark.clause("HC-11.1-3")
def test_a_card_that_the_record_does_not_tell_is_not_counted() -> None:
    """Of a deck whose rest was never told nobody can say what it is worth."""
    scene = Scene(ROSETTE, MIA)
    scene.side(1).deck = [UNKNOWN, *scene.side(1).deck]
    with pytest.raises(Undecidable) as raised:
        score(scene.table, 1)
    assert (raised.value.message.key, raised.value.clauses) == ("kernel.outcome.card_untold", ("HC-11.1-3",))


@pytest.mark.clause("HC-11.1-5", "HC-8.4.3.X-4")
@pytest.mark.parametrize("pollution", [1, 2, 4, 9])
def test_the_backlash(pollution: int) -> None:
    """As many cards as there is pollution, each once and all at the most, are taken off again."""
    scene = finished(deck={1: ["修羅", "羅刹", "ガード"]}, pollution={1: pollution})
    (stones, deck, injuries, backlash, total) = scores(scene)[0]
    counted = next(e for e in scene.table.events if type(e).__name__ == "Counted" and e.seat == 1)
    assert len(counted.backlash) == min(pollution, 4)
    assert len(set(counted.backlash)) == len(counted.backlash)
    assert backlash == sum(map(scene.table.cards.vp, counted.backlash))
    assert (deck, total) == (8, stones + deck - injuries - backlash)


@pytest.mark.clause("HC-11.1-5")
def test_a_recorded_backlash() -> None:
    """The cards chosen are told by the record; with as much pollution as cards nothing is left to chance."""
    scene = finished(deck={1: ["修羅", "羅刹"]}, pollution={1: 1}, chance={"backlash/p1": ["修羅"]})
    assert scores(scene)[0][3] == 4
    whole = finished(deck={1: ["修羅", "羅刹"]}, pollution={1: 3}, chance={})
    assert scores(whole)[0][3] == scores(whole)[0][1]


@pytest.mark.clause("HC-11.1-1")
def test_a_total_may_be_negative() -> None:
    """There is no floor."""
    scene = finished(deck={1: []}, injuries={1: 9})
    assert scores(scene)[0][4] == 1 - 9


@pytest.mark.clause("HC-11.1-6")
def test_a_deck_that_has_grown_counts_whole() -> None:
    """More than nine cards all count."""
    scene = finished("アメリア", MIA, discard={1: ["魔力変容", "防衛網"]})
    assert scores(scene)[0][1] == 8 + 4 + 4


@pytest.mark.clause("HC-11.2-1", "HC-7-1")
def test_most_vp_wins() -> None:
    """The highest total wins."""
    scene = finished(ROSETTE, MIA, LUNA, vp={2: 5, 3: 3})
    assert GAME.result(scene.state).winners == (2,)
    assert (scene.state.ending.winners, scene.state.ending.reason.name) == ([2], "VP")


@pytest.mark.clause("HC-11.2-2", "HC-11.2-3")
def test_first_tie_break_deck() -> None:
    """Of equal totals the deck of more VP wins."""
    scene = equal(["修羅"], ["ガード"], vp={1: 0, 2: 3})
    assert (scene.state.ending.winners, scene.state.ending.reason.name) == ([1], "TIE_BREAK")


@pytest.mark.clause("HC-11.2-3")
@pytest.mark.parametrize(("option", "winner"), [(TiebreakDeck.BEFORE, 1), (TiebreakDeck.AFTER, 2)])
def test_the_deck_before_or_after_the_backlash(option: TiebreakDeck, winner: int) -> None:
    """The first tie-break counts the deck before the backlash, by an option after it."""
    scene = equal(
        ["修羅"], ["スティール"], pollution={1: 1}, vp={1: 3, 2: 0}, options={"tiebreak_deck": option},
        chance={"backlash/p1": ["修羅"]},
    )  # fmt: skip
    assert [total for *_, total in scores(scene)] == [4, 4]
    assert scene.state.ending.winners == [winner]


@pytest.mark.clause("HC-11.2-4")
def test_second_tie_break_injuries() -> None:
    """Then fewer injuries."""
    scene = equal(["ガード"], ["ガード"], injuries={1: 1, 2: 2}, vp={1: 1, 2: 2})
    assert scene.state.ending.winners == [1]


@pytest.mark.clause("HC-11.2-5")
def test_third_tie_break_pollution() -> None:
    """Then less pollution."""
    scene = equal(["ガード"], ["ガード"], pollution={1: 1, 2: 2}, vp={1: 0, 2: 1})
    assert [total for *_, total in scores(scene)] == [1, 1]
    assert scene.state.ending.winners == [1]


@pytest.mark.clause("HC-11.2-6")
def test_fourth_tie_break_starting_number() -> None:
    """Then the later starting number, so that the winner is always one."""
    assert equal(["ガード"], ["ガード"]).state.ending.winners == [2]
