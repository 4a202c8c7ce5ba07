"""○大魔術「★不許火」, and ★無尽増, which keeps magic from it."""

import pytest

from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    DRAW,
    PASS,
    Attribute,
    Choose,
    Counter,
    GainMana,
    GrandMagic,
    Magic,
    Remove,
    Reveal,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.options import CounterRounds, NegatedCounts
from shinpan_engine.games.wars3x3.table.state import Casting, Face

from .scene import Scene
from .wizards import DOWN, FIRE, GRASS, SIDEWAYS, SKY, SPEAR, UP, WATER, wizard_scene

MODES = pytest.mark.parametrize("mode", ["advanced", "sevenmage"])
NEGATE = GrandMagic(FIRE)


def announced(magic: int = 7, theirs: object = FIRE, mode: str = "advanced", **more: object) -> Scene:
    """A magic of player 1 that player 2 may negate."""
    scene = wizard_scene(mode, magics=([magic], [theirs]), units=([7, 16], [22, 17]), **more)
    return scene.do(1, Magic(magic))


@pytest.mark.clause("W3-S3.6-2", "W3-S3.6-3")
@MODES
def test_a_magic_is_negated_in_the_opponents_turn(mode: str) -> None:
    """It has no effect; without the negation it has."""
    scene = announced(mode=mode).do(2, PASS)
    assert scene.side(1).life == 33
    scene = announced(mode=mode).do(2, NEGATE)
    assert scene.side(1).life == 30
    assert [event.magic for event in scene.events("Negated")] == [7]
    assert scene.state.frames == []
    scene.do(1, DRAW)


@pytest.mark.clause("W3-S3.6-3", "W3-M3-7")
def test_what_was_paid_stays_paid() -> None:
    """The negated card has been turned, and what its condition asked for is discarded."""
    scene = announced().do(2, NEGATE)
    assert scene.side(1).magics[0].face == Face.UP
    scene = wizard_scene(magics=([17], [FIRE]), hands=([6, 8, 10], []), units=([7], []))
    scene.do(1, Magic(17), Choose([6, 8, 10])).do(2, NEGATE)
    assert scene.state.discard == [6, 8, 10]
    assert scene.side(1).hand == []


@pytest.mark.clause("W3-S3.6-4")
def test_a_negation_is_final() -> None:
    """Nobody is asked for an answer to it: neither counter nor another negation."""
    scene = (
        wizard_scene(magics=([7, FIRE + 2], [FIRE]), units=([7, 16], [17]), hands=([47], [48]))
        .do(1, Magic(7))
        .do(2, NEGATE)
    )
    assert scene.match.ask.decisions[0].ask == "draw"
    for act in (GrandMagic(FIRE + 2), Counter([Spell(17, [47])])):
        assert scene.refuses(1, act)[0] in ("W3-S3.6-5", "W3-2.3-1")


@pytest.mark.clause("W3-S3.6-5")
@MODES
def test_a_negation_answers_at_once_or_never(mode: str) -> None:
    """Only directly after the announcement: not before it, not after a pass."""
    scene = wizard_scene(mode, magics=([7], [FIRE]), units=([7, 16], []))
    assert scene.refuses(2, NEGATE) == ("W3-S3.6-5",)
    scene.do(1, Magic(7))
    assert scene.allows(2, NEGATE)
    scene.do(2, PASS)
    assert scene.refuses(2, NEGATE) == ("W3-S3.6-5",)
    own = wizard_scene(mode, magics=([FIRE], []))
    assert own.refuses(1, NEGATE) == ("W3-S3.6-5",)


@pytest.mark.clause("W3-M0-6")
def test_only_a_negation_comes_between_a_magic_and_its_text() -> None:
    """Another grand magic waits; a card that is no longer there, or not one's own, does nothing either."""
    scene = announced(theirs=SKY)
    assert scene.refuses(2, GrandMagic(SKY)) == ("W3-M0-6",)
    assert scene.refuses(2, GrandMagic(FIRE)) == ("W3-M0-9",)
    assert scene.refuses(1, GrandMagic(7)) == ("W3-M0-6",)
    assert announced(theirs=(FIRE, Face.SIDEWAYS)).match.ask.decisions[0].ask == "draw"


def test_who_is_asked_shows_nothing_of_what_they_hold() -> None:
    """Whoever has a card that can pay is asked, whatever it is; whoever has none, or has used grand magic, is not."""
    for theirs, asked in ((SKY, True), ((GRASS, UP), True), ((FIRE, DOWN), True), ((GRASS, SIDEWAYS), False)):
        scene = announced(theirs=theirs)
        assert (scene.match.ask.decisions[0].ask == "negation") == asked
    scene = wizard_scene(magics=([7], [SKY, FIRE]), units=([7, 16], [17])).do(2, GrandMagic(SKY)).do(1, Magic(7))
    assert scene.side(1).life == 33


@pytest.mark.clause("W3-S3.2-3")
@pytest.mark.parametrize("counts", list(NegatedCounts))
def test_a_negated_magic_has_used_its_activation(counts: NegatedCounts) -> None:
    """It is not activated again in that turn, unless negated_counts = false."""
    scene = announced(magic=9, negated_counts=counts).do(2, NEGATE)
    assert "W3-S3.2-3" in scene.table.relied
    if counts == NegatedCounts.TRUE:
        assert scene.refuses(1, Magic(9)) == ("W3-I2-7",)
    else:
        scene.do(1, Magic(9), Choose([7]))
        assert scene.side(1).magics[0].face == Face.SIDEWAYS


# Strengthening


def strengthened(**more: object) -> Scene:
    """Two strengthenings of player 1, with a counter in hand for one of them."""
    hands = ([24, 16], [25, 6])
    scene = wizard_scene(hands=hands, units=([22, 17], []), magics=([], [FIRE]), **more).quiet_until("2.2")
    return scene.do(1, Strengthen([Spell(17, [16]), Spell(22, [24])]))


def powers(scene: Scene) -> int:
    """What player 1 attacks with."""
    return scene.quiet_until("3.2").do(1, ATTACK).events("Power")[0].attack


@pytest.mark.clause("W3-S3.6-3", "W3-S3.6-5")
@MODES
def test_one_strengthening_is_negated(mode: str) -> None:
    """Of two, the one that is named; its card goes to the discard all the same."""
    for target, power in ((17, 6 + 3 + 3), (22, 6 + 5 + 3)):
        scene = wizard_scene(mode, hands=([24, 16], [25]), units=([22, 17], []), magics=([], [FIRE])).quiet_until("2.2")
        scene.do(1, Strengthen([Spell(17, [16]), Spell(22, [24])])).do(2, PASS)
        scene.do(2, NEGATE)
        assert scene.state.frames == [Casting(2, FIRE, grand=True)]
        assert scene.refuses(1, PASS) == ("W3-M0-6",)
        assert scene.refuses(2, Choose([17, 22])) == ("W3-M4-2", "W3-M4-5")
        scene.do(2, Choose([target]))
        assert scene.state.discard == [16, 24]
        assert powers(scene) == power


@pytest.mark.clause("W3-S3.6-5", "W3-S3.6-4")
@pytest.mark.parametrize("rounds", list(CounterRounds))
def test_a_negation_while_the_chains_are_open(rounds: CounterRounds) -> None:
    """It may come before the answer to a chain; that chain is closed with it, and the other goes on."""
    scene = strengthened(counter_rounds=rounds)
    scene.do(2, NEGATE, Choose([17]))
    assert [chain.closed for chain in scene.state.chains] == [True, False]
    assert scene.refuses(2, Counter([Spell(17, [6])])) == ("W3-2.3-19", "W3-2.3-8")
    scene.do(2, Counter([Spell(22, [25])])).do(1, PASS)
    assert scene.state.discard == [16, 24, 25]
    assert powers(scene) == 6 + 3


@pytest.mark.clause("W3-S3.6-5")
def test_a_negation_of_the_only_chain_ends_the_answering() -> None:
    """Nothing is left to counter, and the turn goes on."""
    scene = wizard_scene(hands=([24], [25]), units=([22], []), magics=([], [FIRE])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(22, [24])])).do(2, NEGATE, Choose([22]))
    assert scene.match.ask.decisions[0].ask in ("haste", "attack")
    assert scene.state.chains == []
    assert powers(scene) == 5


@pytest.mark.clause("W3-S3.6-5")
def test_the_player_whose_strengthening_it_is_cannot_wait_for_the_negation() -> None:
    """While the active player answers a counter the opponent may still negate what lies below."""
    scene = wizard_scene(hands=([24, 5], [25]), units=([22], []), magics=([FIRE + 1], [FIRE])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(22, [24])])).do(2, Counter([Spell(22, [25])]))
    assert scene.refuses(1, GrandMagic(FIRE + 1)) == ("W3-G-1",)
    scene.do(2, NEGATE, Choose([22]))
    assert scene.state.discard == [24, 25]
    assert scene.side(1).hand[0] == 5
    assert powers(scene) == 5


@pytest.mark.clause("W3-S3.6-5")
def test_nobody_waits_for_a_negation_of_what_was_countered() -> None:
    """With no strengthening left after the last answer there is nothing to negate, and the turn goes on."""
    scene = wizard_scene(hands=([24, 5], [25]), units=([22], []), magics=([], [FIRE])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(22, [24])])).do(2, Counter([Spell(22, [25])])).do(1, PASS)
    assert scene.match.ask.decisions[0].ask == "haste"
    assert [event.clause for event in scene.events("Fizzled")] == ["W3-2.3-10"]


@pytest.mark.clause("W3-2.3-8")
def test_who_has_passed_does_not_counter_while_a_negation_is_waited_for() -> None:
    """The chains have ended with the pass; only ★不許火 may still come."""
    scene = strengthened()
    assert scene.allows(2, Counter([Spell(22, [25])]))
    scene.do(2, PASS)
    for seat in (1, 2):
        assert scene.refuses(seat, Counter([Spell(22, [25])])) == ("W3-2.3-8", "W3-2.3-19")
    assert scene.allows(2, NEGATE)


@pytest.mark.clause("W3-S3.6-3", "W3-2.3-10")
def test_a_negated_strengthening_was_not_countered() -> None:
    """It is told once, as negated: nobody laid a counter on it."""
    scene = strengthened().do(2, PASS).do(2, NEGATE, Choose([17]))
    assert [event.target for event in scene.events("StrengtheningNegated")] == [17]
    assert scene.events("Fizzled") == []


@pytest.mark.clause("W3-M0-6", "W3-S3.6-6")
@pytest.mark.parametrize("step", ["2.1", "2.2"])
def test_what_negates_nothing_does_not_come_inside_a_chain(step: str) -> None:
    """Another grand magic is refused for what it is, whether the chain lies on a removal or on a strengthening."""
    scene = wizard_scene(hands=([24], [25]), units=([22], [5]), magics=([], [SKY, WATER, FIRE])).quiet_until(step)
    scene.do(1, Remove([Spell(5, [24])]) if step == "2.1" else Strengthen([Spell(22, [24])]))
    for magic in (SKY, WATER):
        assert scene.refuses(2, GrandMagic(magic)) == ("W3-M0-6",)
    assert scene.allows(2, NEGATE) == (step == "2.2")


@pytest.mark.clause("W3-S3.6-6")
@MODES
def test_removal_counters_and_grand_magic_are_not_negated(mode: str) -> None:
    """A removal with its chain open, and afterwards, is out of its reach; so is another grand magic."""
    scene = wizard_scene(mode, hands=([24], [25]), units=([], [5]), magics=([GRASS], [FIRE])).quiet_until("2.1")
    scene.do(1, Remove([Spell(5, [24])]))
    assert scene.refuses(2, NEGATE) == ("W3-S3.6-6",)
    scene.do(2, PASS)
    assert scene.refuses(2, NEGATE) == ("W3-S3.6-5",)
    scene.do(1, GrandMagic(GRASS))
    assert scene.refuses(2, NEGATE) in (("W3-S3.6-5",), ("W3-M0-6",))


@pytest.mark.clause("W3-S3.1-4", "W3-S3.6-3")
def test_a_negated_strengthening_does_not_bar_magic() -> None:
    """The unit may be strengthened by 双腕 afterwards."""
    scene = wizard_scene(hands=([24], []), units=([22, 7], []), magics=([12], [FIRE])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(22, [24])])).do(2, NEGATE, Choose([22]))
    scene.do(1, Magic(12), Choose([7, 22]))
    assert [unit.boosts[0].amount for unit in scene.side(1).units] == [2, 2]


@pytest.mark.clause("W3-Q-15")
def test_one_half_of_a_magic_is_not_negated() -> None:
    """双腕 is negated as a magic, before its units are named, and then neither is strengthened."""
    scene = wizard_scene(units=([22, 7], []), magics=([12], [FIRE])).do(1, Magic(12))
    scene.do(2, NEGATE)
    assert [unit.boosts for unit in scene.side(1).units] == [[], []]
    scene = wizard_scene(units=([22, 7], []), magics=([12], [FIRE])).do(1, Magic(12))
    scene.do(2, PASS).do(1, Choose([7, 22]))
    assert scene.refuses(2, NEGATE) == ("W3-S3.6-5",)


@pytest.mark.clause("W3-Q-12")
def test_an_exposure_is_negated_before_the_card_is_named() -> None:
    """★不許火 against 暴露 comes before the choice; after it there is nothing to answer."""
    scene = announced(magic=6)
    assert scene.refuses(1, Reveal(1)) == ("W3-M0-6",)
    scene.do(2, PASS)
    assert scene.refuses(2, NEGATE) == ("W3-M0-6",)
    scene.do(1, Reveal(1))
    assert scene.refuses(2, NEGATE) == ("W3-S3.6-5",)


# ★無尽増


def boundless(*magics: int, attribute: Attribute = Attribute.FIRE) -> Scene:
    """Player 1 has used ★無尽増, and holds other magics."""
    scene = wizard_scene(magics=([SPEAR, *magics], [FIRE]), units=([7, 16], [17]))
    return scene.do(1, GrandMagic(SPEAR), GainMana(attribute))


@pytest.mark.clause("W3-S3.10-1", "W3-Q-16", "W3-S3.10-3")
def test_no_magic_is_negated_after_the_boundless_increase() -> None:
    """★不許火 may be declared against it, and fails; two magics of that turn are both safe."""
    scene = wizard_scene(magics=([SPEAR], [])).do(1, GrandMagic(SPEAR))
    assert [event.seat for event in scene.events("Protected")] == [1]
    scene = boundless(7, 1)
    scene.do(1, Magic(7)).do(2, NEGATE)
    assert scene.events("NegationFailed")
    assert scene.side(1).life == 33
    scene.do(1, Magic(1))
    assert scene.side(2).life == 27
    assert scene.table.so_far(2).grand_used


@pytest.mark.clause("W3-S3.10-1")
def test_the_safety_ends_with_the_turn() -> None:
    """In the next own turn magic is negated as ever; the opponent's own magics were never safe."""
    scene = boundless(7)
    scene.quiet_until("1.1", turn=2)
    assert (scene.table.so_far(1).unnegatable, scene.table.so_far(1).wild_mana) == (False, Attribute.NONE)
    scene.quiet_until("1.1", turn=3).do(1, Magic(7)).do(2, NEGATE)
    assert scene.events("Negated")
