"""★上級ルール(ウィザード戦): ゲーム準備 and 開始前手順."""

import pytest

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import DRAW, KeepHand, KeepMagic, Mulligan, StartTerritory
from shinpan_engine.games.wars3x3.table.state import Face
from shinpan_engine.kernel.errors import InvalidHeader
from shinpan_engine.kernel.judging.report import Verdict

from .opening import entry, judged
from .wizards import MAGICS, NUMBERS, Wizards

SHARED = ("W3-I1-15", "W3-I1-19")


@pytest.mark.clause("W3-A0-1", "W3-A0-8", "W3-A0-9", *SHARED)
def test_what_stands_on_the_table_at_turn_1() -> None:
    """30 life, 6 cards in hand, 36 in the deck, three magics face down, no territory and no mentor."""
    scene = Wizards().kept()
    assert len(scene.state.deck) == 36
    assert scene.state.turn == 1
    for seat in (1, 2):
        side = scene.side(seat)
        assert (side.life, len(side.hand), side.territory, side.mentor) == (30, 6, [], 0)
        assert [card.face for card in side.magics] == [Face.DOWN] * 3


@pytest.mark.clause("W3-A0-2", "W3-A0-4", "W3-I1-21")
@pytest.mark.parametrize("first", [1, 2])
def test_four_random_magics_and_the_three_basic_ones(first: int) -> None:
    """Each player sees 4 of the sixteen, the starting player's first, and one 転生, one 入植, one 透禍の槍."""
    order = [16, 3, 9, 1, 2, 12, 7, 5]
    scene = Wizards(first=first, outcomes={"magic": order, "deck": NUMBERS, "bottom": []})
    assert scene.side(first).spare_magics == [16, 3, 9, 1, 17, 19, 21]
    assert scene.side(3 - first).spare_magics == [2, 12, 7, 5, 18, 20, 22]
    assert scene.state.undealt_magics == [4, 6, 8, 10, 11, 13, 14, 15]
    names = [[scene.table.cards.magic[n].name for n in scene.side(seat).spare_magics[4:]] for seat in (1, 2)]
    assert names == [["転生", "入植", "透禍の槍"]] * 2
    assert len(GAME.view(scene.state, first).sides[first - 1].spare_magics) == 7
    assert GAME.view(scene.state, 3 - first).sides[first - 1].spare_magics == [0] * 7


@pytest.mark.clause("W3-A0-4", "W3-A0-6")
def test_magics_and_cards_fall_at_random() -> None:
    """Every one of the sixteen comes to either player, and every card; the same seed gives the same."""
    scenes = [Wizards(seed=seed) for seed in range(80)]
    for seat in (1, 2):
        assert {magic for scene in scenes for magic in scene.side(seat).spare_magics[:4]} == set(MAGICS)
    assert {card for scene in scenes for card in scene.side(1).hand} == set(NUMBERS)
    assert Wizards(seed=7).state == Wizards(seed=7).state


@pytest.mark.clause("W3-A0-3", "W3-A0-6")
def test_all_forty_eight_cards_form_the_deck() -> None:
    """Nine each are dealt off the top, the starting player's first, and thirty stay; none is excluded."""
    order = NUMBERS[::-1]
    scene = Wizards(first=2, outcomes={"magic": MAGICS, "deck": order, "bottom": []})
    assert scene.side(2).hand == sorted(order[:9])
    assert scene.side(1).hand == sorted(order[9:18])
    assert scene.state.deck == order[18:]
    assert scene.state.excluded == []


@pytest.mark.clause("W3-A0-5", "W3-I1-13", "W3-I1-16")
def test_three_of_the_seven_magics_are_kept() -> None:
    """In any mixture, exactly three, once; the other four are not used."""
    scene = Wizards(outcomes={"magic": MAGICS, "deck": NUMBERS, "bottom": []})
    for chosen in ([1, 2], [1, 2, 3, 4], [1, 2, 5], [17, 19, 22]):
        assert scene.refuses(1, KeepMagic(chosen)) == ("W3-A0-5",)
    for chosen in ([1, 2, 3], [17, 19, 21], [1, 4, 21]):
        assert scene.allows(1, KeepMagic(chosen))
    scene.do(1, KeepMagic([1, 4, 21]))
    assert [card.magic for card in scene.side(1).magics] == [1, 4, 21]
    assert scene.side(1).spare_magics == [2, 3, 17, 19]
    assert scene.refuses(1, KeepMagic([2, 3, 17])) == ("W3-A0-5",)


@pytest.mark.clause("W3-A0-6")
def test_six_of_the_nine_cards_are_the_hand() -> None:
    """Any six of them, exactly, once."""
    scene = Wizards(outcomes={"magic": MAGICS, "deck": NUMBERS, "bottom": []})
    for chosen in ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 10]):
        assert scene.refuses(1, KeepHand(chosen)) == ("W3-A0-6",)
    scene.do(1, KeepHand([1, 3, 5, 7, 8, 9]))
    assert scene.refuses(1, KeepHand([1, 3, 5, 7, 8, 9])) == ("W3-A0-6",)
    assert scene.refuses(1, StartTerritory([1, 2, 3])) == ("W3-I1-19",)


@pytest.mark.clause("W3-A0-7", "W3-I1-7", "W3-I1-8", "W3-I1-9", "W3-I1-11", "W3-I1-12")
def test_the_mulligans_of_the_intermediate_rules() -> None:
    """One card fewer each time, three at most, the last six without choice; the magics stay."""
    scene = Wizards(seed=1)
    magics = list(scene.side(1).spare_magics)
    for size in (8, 7, 6):
        scene.do(1, Mulligan())
        assert len(scene.side(1).hand) == size
    assert scene.refuses(1, Mulligan()) == ("W3-I1-8",)
    assert scene.refuses(1, KeepHand(scene.side(1).hand[:5])) == ("W3-I1-9",)
    assert scene.side(1).spare_magics == magics
    assert len(scene.state.deck) == 48 - 9 - 6
    scene.do(1, KeepHand(list(scene.side(1).hand)))
    assert scene.refuses(1, Mulligan()) == ("W3-I1-10",)


@pytest.mark.clause("W3-I1-17", "W3-A0-8")
def test_the_unchosen_cards_go_under_the_deck() -> None:
    """Those of both players, mixed; 36 cards in all."""
    outcomes = {"magic": MAGICS, "deck": NUMBERS, "bottom": [18, 9, 17, 8, 16, 7]}
    scene = Wizards(outcomes=outcomes).kept()
    assert scene.state.deck == [*range(19, 49), 18, 9, 17, 8, 16, 7]


@pytest.mark.clause("W3-I1-20")
def test_turn_1_waits_for_both() -> None:
    """Nobody plays before hand and magics of both are fixed, and nobody fixes them again after that."""
    scene = Wizards(seed=2)
    scene.do(1, KeepHand(scene.side(1).hand[:6]), KeepMagic(sorted(scene.side(1).spare_magics)[:3]))
    assert scene.refuses(1, DRAW) == ("W3-I1-20",)
    scene.do(2, KeepMagic(sorted(scene.side(2).spare_magics)[:3]), KeepHand(scene.side(2).hand[:6]))
    assert scene.refuses(1, KeepMagic([1, 2, 3])) == ("W3-I1-20",)
    assert scene.refuses(1, Mulligan()) == ("W3-I1-10",)
    scene.do(1, DRAW)


@pytest.mark.clause("W3-A0-10")
@pytest.mark.parametrize("first", [1, 2])
def test_the_header_says_who_starts(first: int) -> None:
    """That player holds the marker and has turn 1; without it there is no game."""
    scene = Wizards(first=first).kept()
    assert (scene.state.active, scene.state.turn) == (first, 1)
    scene.do(first, DRAW)
    with pytest.raises(InvalidHeader, match="starting player"):
        Wizards(first=0)


def test_an_option_of_another_mode_is_refused() -> None:
    """What decides nothing in a mode does not stand in its header."""
    for mode, option in (("advanced", "mentor_generic"), ("sevenmage", "wild_mana"), ("beginner", "copy_scope")):
        with pytest.raises(InvalidHeader, match=f"the option {option} has no effect in mode"):
            judged(mode=mode, **{option: 1})


@pytest.mark.clause("W3-A0-5")
def test_a_record_that_names_a_magic_of_the_opponent() -> None:
    """The report cites the clause of this mode."""
    report = judged(
        entry(1, KeepMagic([1, 2, 22])), mode="advanced", outcomes={"magic": MAGICS, "deck": NUMBERS, "bottom": []}
    )
    assert (report.verdict, report.findings[0].clauses) == (Verdict.ILLEGAL, ("W3-A0-5",))
