"""Every wrong moment for every action, and the clause that it breaks."""

import pytest

from shinpan_engine.games.wars3x3.table.actions import (
    ACTS,
    ATTACK,
    DRAW,
    END_COMBAT,
    END_TURN,
    PASS,
    RESIGN,
    USE_TRAIT,
    Attribute,
    Choose,
    Copy,
    Counter,
    Deploy,
    Exchange,
    GainMana,
    GrandMagic,
    Heal,
    KeepHand,
    KeepMagic,
    Lay,
    Magic,
    Mulligan,
    Redeploy,
    Remove,
    Reveal,
    Spell,
    StartTerritory,
    Strengthen,
    TakeBack,
)

from .opening import Opening
from .scene import UP_TO, Scene

REMOVE, STRENGTHEN, COUNTER = Remove([Spell(29, [17])]), Strengthen([Spell(16, [18])]), Counter([Spell(29, [17])])
LAY, DEPLOY, REDEPLOY = Lay(17), Deploy(17), Redeploy(17, [16])
MAGIC, TERRITORY, KEEP = Magic(12), StartTerritory([3, 4, 5]), KeepMagic([1])
OF_TEXTS = (
    Choose([16]), Reveal(1), USE_TRAIT, TakeBack([16]), Heal(16), Exchange([17], [18]), Copy(12),
    GainMana(Attribute.SKY),
)  # fmt: skip
"""What only a text asks for."""
EACH = (
    PASS, DRAW, REMOVE, STRENGTHEN, COUNTER, ATTACK, END_COMBAT, LAY, DEPLOY, REDEPLOY, END_TURN, MAGIC,
    GrandMagic(12), *OF_TEXTS, TERRITORY, KEEP, Mulligan(), KeepHand([3]), RESIGN,
)  # fmt: skip
"""One action of each kind."""

IN_ORDER = ("W3-1.0-2",)
DRAW_FIRST = ("W3-1.1-1", "W3-1.0-4")
ATTACK_FIRST = ("W3-3.0-1", "W3-1.0-4")
END_COMBAT_FIRST = ("W3-3.3-4", "W3-1.0-4")
END_TURN_FIRST = ("W3-1.0-4", "W3-5.1-1")
NO_ATTACKER = ("W3-3.0-2", "W3-3.0-6")
TOO_FRESH = ("W3-1.0-2", "W3-4.2-15")
ATTACKED = ("W3-3.0-6", "W3-1.0-2")
DRAWN = ("W3-1.1-1",)
REMOVALS_DONE = ("W3-2.0-7", "W3-1.0-2")
SPELLS_OVER = ("W3-2.0-3", "W3-2.0-7", "W3-1.0-2")
LAID = ("W3-4.1-1",)
NONE_LAID_LATE = ("W3-4.1-9",)
DEPLOYED = ("W3-4.2-1",)

KINDS = (PASS, DRAW, REMOVE, STRENGTHEN, ATTACK, END_COMBAT, LAY, DEPLOY, REDEPLOY, END_TURN)
OWN_TURN: dict[str, tuple[tuple[str, ...] | None, ...]] = {
    "1.1": (DRAW_FIRST, None, *[DRAW_FIRST] * 8),
    "2.1": (None, DRAWN, None, *[IN_ORDER] * 7),
    "2.2": (None, DRAWN, REMOVALS_DONE, None, *[IN_ORDER] * 6),
    "3.1": (ATTACK_FIRST, DRAWN, SPELLS_OVER, SPELLS_OVER, None, *[ATTACK_FIRST] * 5),
    "3.2": (ATTACK_FIRST, DRAWN, SPELLS_OVER, SPELLS_OVER, None, *[ATTACK_FIRST] * 5),
    "3.3": (END_COMBAT_FIRST, DRAWN, SPELLS_OVER, SPELLS_OVER, ATTACKED, None, *[END_COMBAT_FIRST] * 4),
    "4.1": (None, DRAWN, SPELLS_OVER, SPELLS_OVER, IN_ORDER, IN_ORDER, None, IN_ORDER, IN_ORDER, IN_ORDER),
    "4.2": (None, DRAWN, SPELLS_OVER, SPELLS_OVER, IN_ORDER, IN_ORDER, LAID, None, None, IN_ORDER),
    "5.1": (
        END_TURN_FIRST, DRAWN, SPELLS_OVER, SPELLS_OVER, TOO_FRESH, IN_ORDER, NONE_LAID_LATE, DEPLOYED, DEPLOYED, None,
    ),
}  # fmt: skip
"""What the active player breaks with each kind of action in each step; None where the step itself judges it."""


def waiting(step: str) -> Scene:
    """A position in which seat 1, in that step, could do every kind of thing at the right time."""
    scene = Scene(units=([16, 36], [29]), hands=([17, 18], [28]), magics=([12], [5]), deck=[40, 41])
    return scene.quiet_until(step)


def test_there_is_one_of_each_kind() -> None:
    """These rows leave out no kind of action and no step."""
    assert tuple(type(act) for act in EACH) == ACTS
    assert list(OWN_TURN) == list(UP_TO)


@pytest.mark.clause(
    "W3-1.0-2", "W3-1.0-4", "W3-1.1-1", "W3-2.0-3", "W3-2.0-7", "W3-3.0-1", "W3-3.0-2",
    "W3-3.0-6", "W3-3.3-4", "W3-4.1-1", "W3-4.1-9", "W3-4.2-1", "W3-5.1-1",
)  # fmt: skip
@pytest.mark.parametrize("step", OWN_TURN)
def test_the_active_players_wrong_steps(step: str) -> None:
    """In the own turn each action outside its step breaks exactly the clauses of its row."""
    scene = waiting(step)
    for act, clauses in zip(KINDS, OWN_TURN[step], strict=True):
        if clauses is not None:
            assert scene.refuses(1, act) == clauses, act


@pytest.mark.clause("W3-3.0-2", "W3-3.0-6")
def test_no_attack_without_a_unit() -> None:
    """With an empty field both attack steps fall away, and an attack is refused."""
    scene = Scene(units=([], [29])).quiet_until("3.3")
    assert scene.refuses(1, ATTACK) == NO_ATTACKER


@pytest.mark.clause("W3-2.3-1", "W3-2.3-5", "W3-2.0-3")
@pytest.mark.parametrize("step", OWN_TURN)
def test_a_counter_with_nothing_to_counter(step: str) -> None:
    """Where no spell lies open neither player has anything to counter, in no step."""
    scene = waiting(step)
    assert scene.refuses(1, COUNTER) == ("W3-2.3-1", "W3-2.3-5", "W3-2.0-3")
    assert scene.refuses(2, Counter([Spell(16, [28])])) == ("W3-2.3-5", "W3-2.0-3")


@pytest.mark.clause("W3-1.0-6", "W3-1.0-1", "W3-2.0-8", "W3-M0-3")
@pytest.mark.parametrize("step", OWN_TURN)
def test_the_other_player_out_of_turn(step: str) -> None:
    """Outside their turn a player neither performs steps nor declares spells nor uses magic."""
    scene = waiting(step)
    for act in (PASS, DRAW, ATTACK, END_COMBAT, Lay(28), Deploy(28), Redeploy(28, [29]), END_TURN):
        assert scene.refuses(2, act) == ("W3-1.0-6", "W3-1.0-1")
    for act in (Remove([Spell(16, [28])]), Strengthen([Spell(29, [28])])):
        assert scene.refuses(2, act) == ("W3-2.0-8",)
    assert scene.refuses(2, Magic(5)) == ("W3-M0-3",)


@pytest.mark.clause("W3-B2-9", "W3-B1-12", "W3-B1-13", "W3-M4-5")
@pytest.mark.parametrize("step", OWN_TURN)
@pytest.mark.parametrize("seat", [1, 2])
def test_what_no_step_of_the_game_knows(step: str, seat: int) -> None:
    """Grand magic and mulligan are not in this mode, the set-up is over, and no text asks for a choice."""
    scene = waiting(step)
    assert scene.refuses(seat, GrandMagic(12)) == ("W3-B2-9",)
    assert scene.refuses(seat, Mulligan()) == ("W3-B1-12",)
    for act in (TERRITORY, KEEP, KeepHand([3])):
        assert scene.refuses(seat, act) == ("W3-B1-13",)
    for act in OF_TEXTS:
        assert scene.refuses(seat, act) == ("W3-M4-5",)


def refused_to_all(
    scene: Scene, clauses: dict[type, tuple[str, ...]], otherwise: tuple[str, ...], asked: set[tuple[int, type]]
) -> None:
    """Each kind of action is refused to both seats for its clause, but what a seat is asked for, and giving up."""
    for seat in (1, 2):
        for act in EACH:
            if act != RESIGN and (seat, type(act)) not in asked:
                assert scene.refuses(seat, act) == clauses.get(type(act), otherwise), (seat, act)


OUTSIDE: dict[type, tuple[str, ...]] = {
    GrandMagic: ("W3-B2-9",),
    Mulligan: ("W3-B1-12",),
    StartTerritory: ("W3-B1-13",),
    KeepMagic: ("W3-B1-13",),
    KeepHand: ("W3-B1-13",),
}


@pytest.mark.clause("W3-B1-13", "W3-B1-12", "W3-B2-9")
def test_during_the_set_up() -> None:
    """Before both have placed, nothing but the placing is done, and each player places in order."""
    scene = Opening()
    placing_kinds = {**OUTSIDE, StartTerritory: ("W3-B1-8",), KeepMagic: ("W3-B1-10",)}
    placing = {(1, StartTerritory), (2, StartTerritory)}
    refused_to_all(scene, placing_kinds, ("W3-B1-13",), placing)
    scene.do(2, StartTerritory(scene.side(2).hand[:3]))
    refused_to_all(scene, placing_kinds, ("W3-B1-13",), {(1, StartTerritory), (2, KeepMagic)})
    scene.do(2, KeepMagic(scene.side(2).spare_magics[:1]))
    refused_to_all(scene, placing_kinds, ("W3-B1-13",), {(1, StartTerritory)})


@pytest.mark.clause("W3-M0-6")
def test_while_a_text_resolves() -> None:
    """Between a magic and the choice it asks for nothing is done by anybody."""
    scene = Scene(units=([16, 17], [14, 29]), magics=([8], [5])).quiet_until("2.1").do(1, Magic(8))
    refused_to_all(scene, OUTSIDE, ("W3-M0-6",), {(1, Choose)})


@pytest.mark.clause("W3-2.0-14", "W3-2.3-1", "W3-2.3-7", "W3-M0-5", "W3-M4-5")
def test_while_spells_lie_open() -> None:
    """In a chain only the player who is asked does anything: a counter or a pass."""
    scene = Scene(units=([16], [29]), hands=([17], [42]), magics=([12], [5]), deck=[40]).quiet_until("2.1")
    scene.do(1, Remove([Spell(29, [17])]))
    unasked = {type(act): ("W3-M4-5",) for act in OF_TEXTS}
    chain = {**OUTSIDE, **unasked, Magic: ("W3-M0-5",), Counter: ("W3-2.3-1", "W3-2.3-7")}
    refused_to_all(scene, chain, ("W3-2.0-14",), {(2, Counter), (2, type(PASS))})
    scene.do(2, Counter([Spell(29, [42])]))
    refused_to_all(scene, chain, ("W3-2.0-14",), {(1, Counter), (1, type(PASS))})


@pytest.mark.clause("W3-0.2-11")
def test_after_the_end() -> None:
    """Once the game is over each kind of action is refused for that reason alone, a resignation too."""
    scene = Scene(units=([16], []), life=(30, 5)).quiet_until("3.2").do(1, ATTACK)
    for seat in (1, 2):
        for act in EACH:
            assert scene.refuses(seat, act) == ("W3-0.2-11",)
