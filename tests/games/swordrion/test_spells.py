"""特殊なルール ①スペル: the spell of an exchange, equipment, and the cut to the limit."""

import pytest

from shinpan_engine.games.swordrion.table.actions import ATTACK, PASS, Cast, Drop, Target
from shinpan_engine.games.swordrion.table.options import EquipCounts, ExcessSpellUse
from shinpan_engine.games.swordrion.table.table import marks_on

from .scene import Scene, card, equipment, op, relic, spell

hurt = spell(op("wound"))


@pytest.mark.clause("SW-3.4-1", "SW-S1-1", "SW-S1-2", "SW-Z.1-5")
def test_a_spell_is_used_or_not() -> None:
    """In step 2 of any exchange; a used one goes to the own graveyard, and silence uses none."""
    scene = Scene(["9/1"], ["9/0"], spells=[hurt]).passes().do(1, ATTACK)
    assert scene.do(1, Cast(31)).enemies == [(11, 2)]
    assert (scene.side().spells, scene.side().graveyard) == ([], [31])


@pytest.mark.clause("SW-3.4-2", "SW-3.2-2")
def test_one_spell_an_exchange() -> None:
    """D13: the second one is refused, in the next exchange it is not."""
    scene = Scene(["9/1"], ["9/0"], spells=[hurt, hurt]).do(1, Cast(31))
    assert scene.refuses(1, Cast(32)) == ("SW-3.4-2", "SW-3.2-2")
    assert scene.attack().enemies == [(11, 2)]
    assert scene.allows(1, Cast(32))


@pytest.mark.clause("SW-3.4-3")
def test_spells_have_their_step() -> None:
    """While a relic waits for its turn no spell is used."""
    scene = Scene(spells=[hurt], relics=[relic("exchange", op("heal", side="own"), optional=True)])
    assert scene.refuses(1, Cast(31)) == ("SW-3.4-3",)


@pytest.mark.clause("SW-3.4-4", "SW-4.6-7")
def test_only_spells_of_the_zone_are_used() -> None:
    """Neither one in hand nor one that is a relic nor one in the stock."""
    as_relic = {**hurt, "relic": {"timing": "scoring", "ops": [op("points", amount=1)]}}
    scene = Scene(spells=[hurt], relics=[as_relic], hand=[hurt])
    scene.side().stock = [145]
    for number in (41, 21, 145):
        assert scene.refuses(1, Cast(number)) == ("SW-3.4-4", "SW-4.6-7")


@pytest.mark.clause("SW-3.4-5")
def test_the_enemy_has_no_spell_step() -> None:
    """The own spell step comes once, and nothing is asked for the enemy's."""
    scene = Scene(["9/1"], ["9/0", hurt]).attack()
    assert scene.asked() == [(1, "attack")]


@pytest.mark.clause("SW-S1-3", "SW-S1-4", "SW-Z.1-5", "SW-S2-17", "SW-S2-11")
def test_equipment_stays_on_its_card() -> None:
    """It adds what it gives, lies below, and leaves the field with its bearer, to its owner's graveyard."""
    scene = Scene(["3/1", "9/1"], ["9/3"], spells=[equipment(attack=2, on="own")]).do(1, Cast(31), Target(1))
    slot = scene.side().line[0]
    assert (slot.card, [one.card for one in marks_on(slot).equipment], scene.side().graveyard) == (1, [31], [])
    scene.attack()
    assert [event.amount for event in scene.events("Damage")] == [3, 3]
    assert sorted(scene.side().graveyard) == [1, 31]


@pytest.mark.clause("SW-S1-11", "SW-Z.1-5")
def test_equipment_of_an_enemy() -> None:
    """Without a side in its text any face-up card may bear it; it falls, and the spell comes to the own graveyard."""
    scene = Scene(["9/5"], ["3/4", "9/0"], spells=[equipment(attack=-3)]).do(1, Cast(31))
    assert scene.refuses(1, Target(2, True)) == ("SW-S1-11",)
    assert scene.refuses(1, Target(3)) == ("SW-S1-11",)
    scene.do(1, Target(1, True)).do(1, ATTACK)
    assert (scene.side().enemy_graveyard, scene.side().graveyard, scene.own) == ([11], [31], [(1, 1)])


@pytest.mark.clause("SW-S1-11")
def test_equipment_without_a_bearer() -> None:
    """If no card can bear it, it is not used."""
    scene = Scene(["9/1"], ["9/0"], spells=[equipment(attack=1, on="own"), equipment(attack=1, on="own")])
    scene.do(1, Cast(31)).attack()
    assert scene.refuses(1, Cast(32)) == ("SW-S1-11", "SW-S1-12")


@pytest.mark.clause("SW-S1-12", "SW-S2-10", "SW-S2-1")
@pytest.mark.parametrize("option", EquipCounts)
def test_an_equipment_fills_the_second_place(option: EquipCounts) -> None:
    """A second one on one card is refused by default, and allowed where equipment does not count."""
    scene = Scene(["9/1", "9/1"], ["9/0"], spells=[equipment(hp=1)] * 2, equip_counts=option)
    scene.do(1, Cast(31), Target(1)).do(1, ATTACK).do(1, Cast(32))
    if option == EquipCounts.TRUE:
        assert scene.refuses(1, Target(1)) == ("SW-S1-12", "SW-S2-10")
    else:
        scene.do(1, Target(1))
        assert [one.card for one in marks_on(scene.side().line[0]).equipment] == [31, 32]


@pytest.mark.clause("SW-S1-6", "SW-S1-7", "SW-S1-9", "SW-Z.8-1", "SW-Z.8-2")
def test_the_cut_to_five() -> None:
    """F17: with seven spells two go before anything else, whichever the participant likes."""
    scene = Scene(spells=[hurt] * 7)
    assert scene.asked() == [(1, "cut")]
    assert scene.refuses(1, PASS) == ("SW-S1-6", "SW-Z.8-1")
    assert scene.refuses(1, ATTACK) == ("SW-S1-6", "SW-S1-7")
    assert scene.refuses(1, Drop(41)) == ("SW-S1-9",)
    scene.do(1, Drop(36), Drop(31))
    assert (scene.side().spells, scene.side().graveyard) == ([32, 33, 34, 35, 37], [36, 31])
    assert scene.asked() == [(1, "spell")]
    assert scene.refuses(1, Drop(32)) == ("SW-S1-7",)


@pytest.mark.clause("SW-S1-8", "SW-3.4-2", "SW-S1-7")
@pytest.mark.parametrize("option", ExcessSpellUse)
def test_a_spell_used_to_get_down(option: ExcessSpellUse) -> None:
    """It is the one of the exchange: a second one is refused and step 2 offers none, unless the set-up says so."""
    scene = Scene(["9/1"], ["9/0"], spells=[hurt] * 7, excess_spell_use=option).do(1, Cast(31))
    assert scene.enemies == [(11, 1)]
    if option == ExcessSpellUse.COUNTS:
        assert scene.refuses(1, Cast(32)) == ("SW-S1-8", "SW-3.4-2")
        assert scene.do(1, Drop(32)).asked() == [(1, "attack")]
    else:
        assert scene.do(1, Cast(32)).asked() == [(1, "spell")]


@pytest.mark.clause("SW-S1-13", "SW-Q-12", "SW-Q-13", "SW-Q-14", "SW-3.3-3")
@pytest.mark.parametrize(
    ("limits", "held", "cut"),
    [((), 5, False), ((), 6, True), ((6,), 6, False), ((3,), 4, True), ((6, 3), 6, False), ((3, 6), 7, True)],
)
def test_the_limit_may_be_changed(limits: tuple[int, ...], held: int, cut: bool) -> None:
    """F13: a relic changes the limit, at the cut already; of six and three the six prevails."""
    relics = [relic("standing", op("limit_spells", most=most)) for most in limits]
    assert (Scene(spells=[hurt] * held, relics=relics).asked() == [(1, "cut")]) == cut


@pytest.mark.clause("SW-S1-14", "SW-0.1-5")
def test_spells_gained_meanwhile_are_cut_later() -> None:
    """A spell drawn in the middle of an exchange comes to the zone, and is cut at the beginning of the next."""
    draws = spell(op("draw", count=3))
    scene = Scene(["9/1"], ["9/0"], spells=[draws, *[hurt] * 4], deck=[hurt, hurt, "1/1"]).do(1, Cast(31))
    assert (scene.side().spells, scene.side().hand) == ([32, 33, 34, 35, 71, 72], [73])
    assert scene.asked() == [(1, "attack")]
    assert scene.attack().asked() == [(1, "cut")]


@pytest.mark.clause("SW-Q-9")
def test_yellow_cards_are_spells() -> None:
    """What makes a card a spell is its kind and nothing else."""
    scene = Scene()
    assert [scene.table.cards.is_spell(number) for number in (1, 11)] == [False, False]
    assert Scene(["9/1"], ["9/0"], spells=[hurt]).table.cards.is_spell(31)
    assert not Scene([card("1/1", kind="魔")]).table.cards.is_spell(1)
