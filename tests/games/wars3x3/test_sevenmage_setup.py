"""セブンメイジ戦."""

import pytest

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import DRAW, KeepHand, KeepMagic, Mulligan, StartTerritory
from shinpan_engine.games.wars3x3.table.state import Face
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.views import PUBLIC

from .opening import entry, judged
from .wizards import MAGICS, NUMBERS, Wizards

AFTER = [*range(25, 49), 13, 14, 15, 16, 17, 18, 1, 2, 3, 4, 5, 6]
TOLD = {"deck": NUMBERS, "reshuffle": AFTER, "magic": MAGICS}
"""Seat 1 has the hands 1-6 and 7-12, seat 2 the hands 13-18 and 19-24; the new order is that after both kept their
second hand."""


def dealt(**more: object) -> Wizards:
    return Wizards("sevenmage", outcomes=TOLD, **more)


@pytest.mark.clause("W3-V-1", "W3-V-11", "W3-I1-13", "W3-I1-15", "W3-I1-19")
def test_what_stands_on_the_table_at_turn_1() -> None:
    """As in the advanced game: 30 life, 6 cards, 36 in the deck, three magics face down, no territory, no mentor."""
    scene = Wizards("sevenmage").kept()
    assert (len(scene.state.deck), scene.state.turn, scene.state.excluded) == (36, 1, [])
    for seat in (1, 2):
        side = scene.side(seat)
        assert (side.life, len(side.hand), side.territory, side.mentor) == (30, 6, [], 0)
        assert [card.face for card in side.magics] == [Face.DOWN] * 3
    assert scene.table.traits is GAME.packs["house"].cards.all_traits


@pytest.mark.clause("W3-V-2")
@pytest.mark.parametrize("first", [1, 2])
def test_two_separate_hands_of_six(first: int) -> None:
    """Off the top of all 48 cards: both hands of the starting player, then both of the other."""
    scene = dealt(first=first)
    assert (scene.side(first).hand, scene.side(first).dealing.second_hand) == (NUMBERS[:6], NUMBERS[6:12])
    assert (scene.side(3 - first).hand, scene.side(3 - first).dealing.second_hand) == (NUMBERS[12:18], NUMBERS[18:24])
    assert scene.state.deck == NUMBERS[24:]
    assert scene.state.active == first


@pytest.mark.clause("W3-V-3", "W3-V-4")
def test_one_hand_is_kept_whole() -> None:
    """Either of the two; no mixture, no part, nothing else, and not twice."""
    scene = dealt()
    assert scene.refuses(1, KeepHand([1, 2, 3, 7, 8, 9])) == ("W3-V-3", "W3-V-4")
    for cards in ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6, 7], [13, 14, 15, 16, 17, 18]):
        assert scene.refuses(1, KeepHand(cards)) == ("W3-V-4",)
    assert scene.allows(1, KeepHand([7, 8, 9, 10, 11, 12]))
    scene.do(1, KeepHand([1, 2, 3, 4, 5, 6]))
    assert scene.refuses(1, KeepHand([7, 8, 9, 10, 11, 12])) == ("W3-V-4",)
    assert scene.refuses(1, StartTerritory([1, 2, 3])) == ("W3-I1-19",)


@pytest.mark.clause("W3-V-4", "W3-I1-20")
def test_the_choice_of_the_hand_is_hidden() -> None:
    """Both hands are seen by their owner alone, and what was kept by nobody before both have chosen."""
    scene = dealt().do(1, KeepHand([1, 2, 3, 4, 5, 6]))
    for viewer in (2, PUBLIC):
        seen = GAME.view(scene.state, viewer)
        assert (seen.sides[0].hand, seen.sides[0].dealing.second_hand) == ([0] * 6, [0] * 6)
        assert [pending.answer for pending in seen.pending] == [b"", b""]
    own = GAME.view(scene.state, 1).sides[0]
    assert (own.hand, own.dealing.second_hand) == (NUMBERS[:6], NUMBERS[6:12])


@pytest.mark.clause("W3-V-5")
def test_there_is_no_mulligan() -> None:
    """Neither before nor after the choice of the hand."""
    scene = dealt()
    assert scene.refuses(1, Mulligan()) == ("W3-V-5",)
    scene.do(1, KeepHand([7, 8, 9, 10, 11, 12])).do(2, KeepHand([19, 20, 21, 22, 23, 24]))
    assert scene.refuses(1, Mulligan()) == ("W3-V-5",)


@pytest.mark.clause("W3-V-6")
def test_the_magics_come_after_the_hands() -> None:
    """None is dealt, and none can be kept, before both hands are chosen."""
    scene = dealt().do(1, KeepHand([7, 8, 9, 10, 11, 12]))
    assert scene.side(1).spare_magics == []
    assert scene.state.undealt_magics == MAGICS
    assert scene.refuses(1, KeepMagic([1, 2, 3])) == ("W3-V-6",)
    scene.do(2, KeepHand([19, 20, 21, 22, 23, 24]))
    assert scene.side(1).spare_magics == MAGICS[:7]


@pytest.mark.clause("W3-V-7")
def test_the_unkept_hands_go_back_and_the_deck_is_reshuffled() -> None:
    """The deck is a new order of the 36 cards that nobody kept."""
    scene = dealt().do(1, KeepHand([7, 8, 9, 10, 11, 12])).do(2, KeepHand([19, 20, 21, 22, 23, 24]))
    assert scene.state.deck == AFTER
    assert sorted(AFTER) == [card for card in NUMBERS if card not in (*range(7, 13), *range(19, 25))]
    assert [side.dealing for side in scene.state.sides] == [None, None]
    assert [side.hand for side in scene.state.sides] == [NUMBERS[6:12], NUMBERS[18:24]]


@pytest.mark.clause("W3-V-8", "W3-V-9", "W3-E-10")
def test_seven_of_the_sixteen_magics_each() -> None:
    """Two are left over, and no basic magic is in the game; 透視の槍 among them means 透禍の槍."""
    scenes = [Wizards("sevenmage", seed=seed) for seed in range(40)]
    for scene in scenes:
        for seat in (2, 1):
            scene.do(seat, KeepHand(list(scene.side(seat).hand)))
        dealt = scene.side(1).spare_magics + scene.side(2).spare_magics
        assert sorted([*dealt, *scene.state.undealt_magics]) == MAGICS
        assert len(scene.state.undealt_magics) == 2
    assert {magic for scene in scenes for magic in scene.side(1).spare_magics} == set(MAGICS)
    names = GAME.packs["house"].names
    assert names.numbers("magic", "透視の槍") == names.numbers("magic", "透禍の槍") == [21, 22]


@pytest.mark.clause("W3-V-10", "W3-I1-20")
def test_three_of_the_seven_are_kept() -> None:
    """Exactly three, once, hidden from the other until both have chosen; the rest is not used."""
    scene = dealt().do(1, KeepHand([7, 8, 9, 10, 11, 12])).do(2, KeepHand([19, 20, 21, 22, 23, 24]))
    for chosen in ([1, 2], [1, 2, 3, 4], [1, 2, 8]):
        assert scene.refuses(1, KeepMagic(chosen)) == ("W3-V-10",)
    scene.do(1, KeepMagic([1, 4, 7]))
    assert scene.refuses(1, DRAW) == ("W3-I1-20",)
    scene.do(2, KeepMagic([8, 9, 14]))
    assert [card.magic for card in scene.side(1).magics] == [1, 4, 7]
    assert scene.side(1).spare_magics == [2, 3, 5, 6]
    assert scene.refuses(1, KeepMagic([1, 4, 7])) == ("W3-I1-20",)
    scene.do(1, DRAW)


@pytest.mark.clause("W3-V-10", "W3-V-4")
def test_what_a_record_must_not_keep() -> None:
    """The report cites the clauses of this mode for cards and magics that are not there to be kept."""
    report = judged(entry(1, KeepHand([13, 14, 15, 16, 17, 18])), mode="sevenmage", outcomes=TOLD)
    assert (report.verdict, report.findings[0].clauses) == (Verdict.ILLEGAL, ("W3-V-4",))
