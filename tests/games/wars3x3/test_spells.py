"""2.0 呪文フェイズ: what holds for all spells, and 《調律》."""

import pytest

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import ATTACK, PASS, Counter, Remove, Spell, Strengthen

from .scene import Scene
from .spell_scenes import at, removal, strengthening


@pytest.mark.clause("W3-2.0-1")
def test_spells_come_from_ones_own_hand() -> None:
    """A unit card in hand is a spell; the same card in territory, deck, discard or the other hand is not."""
    scene = removal(16, [7], [28], territory=([27], []), discard=[40])
    assert scene.allows(1, Remove([Spell(16, [7])]))
    for elsewhere in (27, 28, 40):
        assert scene.refuses(1, Remove([Spell(16, [elsewhere])]))[0] == "W3-2.0-1"
    own = strengthening(16, [17], territory=([18], []))
    assert own.allows(1, Strengthen([Spell(16, [17])]))
    assert own.refuses(1, Strengthen([Spell(16, [18])]))[0] == "W3-2.0-1"


@pytest.mark.clause("W3-2.0-1")
def test_a_card_that_is_not_in_hand_is_illegal_whatever_it_costs() -> None:
    """Where the pack leaves a card's cost open, using it without holding it is illegal all the same."""
    scene = at("2.1", pack="print", units=([], [17]), hands=([9], []))
    refused = scene.match.consider(1, Remove([Spell(17, [10])]))
    assert refused is not None
    assert refused.clause == "W3-2.0-1"


@pytest.mark.clause("W3-2.0-2")
def test_the_three_kinds_of_spell() -> None:
    """Removal destroys, strengthening adds power, a counter undoes either."""
    removed = removal(16, [7], [28]).do(1, Remove([Spell(16, [7])]))
    assert removed.do(2, PASS).units(2) == []
    countered = removal(16, [7], [28]).do(1, Remove([Spell(16, [7])]))
    assert countered.do(2, Counter([Spell(16, [28])])).do(1, PASS).units(2) == [16]
    stronger = strengthening(16, [17]).do(1, Strengthen([Spell(16, [17])])).do(2, PASS).quiet_until("3.2")
    assert stronger.do(1, ATTACK).side(2).life == 30 - (5 + 6)


@pytest.mark.clause("W3-2.0-3")
@pytest.mark.parametrize("step", ["3.1", "3.2", "3.3", "4.1", "4.2", "5.1"])
def test_no_spell_after_the_spell_phase(step: str) -> None:
    """From the combat on, no spell of any kind is used, by either player."""
    scene = Scene(units=([16, 36], [29]), hands=([18, 31], [28, 45])).quiet_until(step)
    assert scene.refuses(1, Remove([Spell(29, [18, 31])]))[0] == "W3-2.0-3"
    assert scene.refuses(1, Strengthen([Spell(16, [18])]))[0] == "W3-2.0-3"
    assert "W3-2.0-3" in scene.refuses(1, Counter([Spell(29, [18])]))
    assert "W3-2.0-3" in scene.refuses(2, Counter([Spell(16, [28])]))


@pytest.mark.clause("W3-2.0-3")
def test_no_spell_before_the_spell_phase() -> None:
    """Before the draw no spell can be used."""
    scene = Scene(units=([16], [29]), hands=([17, 18], []))
    assert scene.refuses(1, Remove([Spell(29, [17])]))[0] == "W3-1.1-1"
    assert scene.refuses(1, Strengthen([Spell(16, [18])]))[0] == "W3-1.1-1"


@pytest.mark.clause("W3-2.0-4", "W3-2.2-4", "W3-K-2")
def test_a_unit_is_strengthened_once_in_a_turn() -> None:
    """Two strengthenings of one unit are illegal together, and there is no second moment for another."""
    scene = strengthening(16, [17, 18])
    assert scene.refuses(1, Strengthen([Spell(16, [17]), Spell(16, [18])]))[:2] == ("W3-2.0-4", "W3-2.2-4")
    scene.do(1, Strengthen([Spell(16, [17])])).do(2, PASS)
    assert scene.refuses(1, Strengthen([Spell(16, [18])]))[0] == "W3-2.0-3"


@pytest.mark.clause("W3-2.1-16", "W3-2.0-4", "W3-K-2")
def test_a_unit_is_the_target_of_one_removal_in_a_turn() -> None:
    """Two removals of one unit are illegal together, and after one of them no other can be declared."""
    scene = removal(16, [7, 27], [28])
    assert scene.refuses(1, Remove([Spell(16, [7]), Spell(16, [27])])) == ("W3-2.1-16", "W3-2.0-4")
    scene.do(1, Remove([Spell(16, [7])])).do(2, Counter([Spell(16, [28])])).do(1, PASS)
    assert scene.refuses(1, Remove([Spell(16, [27])]))[0] == "W3-2.0-7"


@pytest.mark.clause("W3-2.0-5")
def test_counters_to_counters_are_free_of_the_limit() -> None:
    """On one unit lie a strengthening and three counters, all in one turn."""
    scene = strengthening(17, [16, 27], [7, 28]).do(1, Strengthen([Spell(17, [16])]))
    scene.do(2, Counter([Spell(17, [7])])).do(1, Counter([Spell(17, [27])])).do(2, Counter([Spell(17, [28])]))
    assert len(scene.state.chains[0].plays) == 4


@pytest.mark.clause("W3-2.0-6", "W3-2.2-12")
def test_all_targets_of_a_step_are_declared_together() -> None:
    """Turn 14: 調律 as 3 on 016 and 018 on 017 are one declaration, before any answer, and make 21 together."""
    scene = at("2.2", units=([16, 17], [29]), hands=([18, 46], []))
    scene.do(1, Strengthen([Spell(16, [46], [3]), Spell(17, [18])]))
    assert [chain.target for chain in scene.state.chains] == [16, 17]
    assert scene.side(1).hand == []
    scene.do(2, PASS).quiet_until("3.2").do(1, ATTACK)
    assert scene.events("Power")[0].attack == 21
    assert scene.side(2).life == 30 - (21 - 6)


@pytest.mark.clause("W3-2.0-7", "W3-Q-07", "W3-Q-08", "W3-2.0-11")
def test_nothing_is_added_after_the_first_declaration() -> None:
    """Once a removal was countered, the step is over: neither the same unit nor another can be removed."""
    scene = at("2.1", units=([], [16, 29]), hands=([7, 17, 27], [28]))
    scene.do(1, Remove([Spell(16, [7])])).do(2, Counter([Spell(16, [28])])).do(1, PASS)
    assert scene.units(2) == [16, 29]
    same = scene.refuses(1, Remove([Spell(16, [27])]))
    other = scene.refuses(1, Remove([Spell(29, [17])]))
    assert same[0] == other[0] == "W3-2.0-7"
    assert "W3-Q-07" in same
    assert "W3-Q-08" in other


@pytest.mark.clause("W3-2.0-11")
def test_a_countered_strengthening_has_used_the_unit_up() -> None:
    """A strengthening that was countered cannot be declared again on the same unit."""
    scene = strengthening(16, [17, 18], [29]).do(1, Strengthen([Spell(16, [17])]))
    scene.do(2, Counter([Spell(16, [29])])).do(1, PASS)
    assert scene.refuses(1, Strengthen([Spell(16, [18])]))[0] == "W3-2.0-3"


@pytest.mark.clause("W3-2.0-8")
def test_only_the_active_player_removes_and_strengthens() -> None:
    """The opponent may declare neither, in no step of the phase, and may counter when a spell lies open."""
    scene = at("2.1", units=([16], [17]), hands=([9], [7, 18]))
    for step in ("2.1", "2.2"):
        scene.quiet_until(step)
        assert scene.refuses(2, Remove([Spell(16, [7])]))[0] == "W3-2.0-8"
        assert scene.refuses(2, Strengthen([Spell(17, [18])]))[0] == "W3-2.0-8"
    lying = removal(17, [29], [42]).do(1, Remove([Spell(17, [29])]))
    assert lying.allows(2, Counter([Spell(17, [42])]))


@pytest.mark.clause("W3-2.0-9")
def test_one_card_serves_one_target() -> None:
    """The same hand card in two spells is illegal, in removal, strengthening and countering."""
    scene = at("2.1", units=([17, 29], [16, 40]), hands=([7, 27, 45], []))
    assert scene.refuses(1, Remove([Spell(16, [27]), Spell(40, [27])]))[0] == "W3-2.0-9"
    assert scene.refuses(1, Remove([Spell(16, [7, 27]), Spell(40, [27])]))[0] == "W3-2.0-9"
    scene.quiet_until("2.2")
    assert scene.refuses(1, Strengthen([Spell(17, [45], [1]), Spell(29, [45], [2])]))[0] == "W3-2.0-9"
    both = at("2.1", units=([], [16, 40]), hands=([27, 28], [7]))
    both.do(1, Remove([Spell(16, [27]), Spell(40, [28])]))
    assert both.refuses(2, Counter([Spell(16, [7]), Spell(40, [7])]))[0] == "W3-2.0-9"


@pytest.mark.clause("W3-2.0-10")
def test_a_spell_needs_a_unit_on_the_field() -> None:
    """A card in a hand, in territory or in the discard is no target, of removal or of strengthening."""
    scene = at("2.1", hands=([7, 17], [28]), territory=([16], [27]), discard=[40])
    for target in (16, 17, 27, 28, 40):
        assert scene.refuses(1, Remove([Spell(target, [7])]))[0] == "W3-2.0-10"
    scene.quiet_until("2.2")
    for target in (16, 28, 40):
        assert scene.refuses(1, Strengthen([Spell(target, [17])]))[0] == "W3-2.0-10"


@pytest.mark.clause("W3-2.0-12")
def test_declared_cards_lie_open() -> None:
    """What is declared leaves the hand and everybody sees it on its target, the counter on it too."""
    scene = removal(16, [7], [28]).do(1, Remove([Spell(16, [7])]))
    assert [(e.target, e.cards, e.private) for e in scene.events("Declared")] == [(16, [7], 0)]
    scene.do(2, Counter([Spell(16, [28])]))
    assert [(e.target, e.cards, e.private) for e in scene.events("Declared")] == [(16, [28], 0)]
    for viewer in (0, 1, 2):
        assert [play.cards for play in GAME.view(scene.state, viewer).chains[0].plays] == [[7], [28]]
    assert scene.side(2).hand == []


@pytest.mark.clause("W3-2.0-13")
@pytest.mark.parametrize("countered", [False, True])
def test_a_spell_card_is_discarded_whatever_happens(countered: bool) -> None:
    """Removal and strengthening cards end in the discard, countered or not."""
    answer = [Counter([Spell(16, [28])])] if countered else []
    removed = removal(16, [7], [28]).do(1, Remove([Spell(16, [7])])).do(2, *answer or [PASS])
    stronger = strengthening(16, [14], [26]).do(1, Strengthen([Spell(16, [14])]))
    stronger.do(2, Counter([Spell(16, [26])]) if countered else PASS)
    for scene in (removed, stronger):
        if countered:
            scene.do(1, PASS)
    assert removed.state.discard == ([7, 28] if countered else [7, 16])
    assert stronger.state.discard == ([14, 26] if countered else [14])


@pytest.mark.clause("W3-2.0-14", "W3-2.0-15")
def test_every_chain_is_closed_before_anything_resolves() -> None:
    """Two removals have a chain each; the uncountered one destroys nothing before the other chain has ended."""
    scene = at("2.1", units=([], [16, 29]), hands=([7, 17, 27], [28]))
    scene.do(1, Remove([Spell(16, [7]), Spell(29, [17])]))
    assert [(chain.target, chain.plays[0].cards) for chain in scene.state.chains] == [(16, [7]), (29, [17])]
    assert scene.refuses(1, PASS)[0] == "W3-2.0-14"
    scene.do(2, Counter([Spell(16, [28])]))
    assert scene.units(2) == [16, 29]
    assert scene.refuses(1, Strengthen([Spell(16, [27])]))[0] == "W3-2.0-14"
    scene.do(1, Counter([Spell(16, [27])]))
    assert (scene.units(2), scene.state.discard) == ([16, 29], [])
    scene.do(2, PASS)
    assert [event.card for event in scene.events("Destroyed")] == [16, 29]
    assert scene.state.discard == [7, 16, 17, 27, 28, 29]


@pytest.mark.clause("W3-S2.2-1", "W3-S2.2-2")
def test_tuning_has_a_declared_number_from_one_to_three() -> None:
    """調律 without a number or with another number is refused, wherever it is used."""
    scene = at("2.1", units=([16], [36]), hands=([45], [46]))
    assert [option for _, option in scene.match.options(1) if isinstance(option, Remove)] == [
        Remove([Spell(36, [45], [2])])
    ]
    for act, target in ((Remove, 36), (Strengthen, 16)):
        assert scene.refuses(1, act([Spell(target, [45])]))[0] == "W3-S2.2-2"
        for number in (0, 4):
            assert scene.refuses(1, act([Spell(target, [45], [number])]))[0] == "W3-S2.2-1"
        scene.quiet_until("2.2")
    countering = at("2.1", units=([], [36]), hands=([3], [46])).do(1, Remove([Spell(36, [3])]))
    assert countering.refuses(2, Counter([Spell(36, [46])]))[0] == "W3-S2.2-2"
    assert countering.refuses(2, Counter([Spell(36, [46], [4])]))[0] == "W3-S2.2-1"


@pytest.mark.clause("W3-S2.2-3")
def test_two_tunings_have_a_number_each() -> None:
    """3 + 3 removes a 6; 3 + 2 does not, nor can one number stand for both."""
    scene = removal(17, [45, 46])
    assert scene.allows(1, Remove([Spell(17, [45, 46], [3, 3])]))
    assert scene.refuses(1, Remove([Spell(17, [45, 46], [3, 2])]))[0] == "W3-2.1-5"
    assert scene.refuses(1, Remove([Spell(17, [45, 46], [3])]))[0] == "W3-S2.2-2"
    assert "W3-S2.2-3" in scene.do(1, Remove([Spell(17, [45, 46], [3, 3])])).table.relied


def test_a_declaration_has_one_spelling() -> None:
    """What is badly written breaks no rule of the game, and says so with no clause."""
    scene = at("2.1", units=([], [16, 29]), hands=([7, 17, 24, 25], []))
    for spells in (
        [],
        [Spell(29, [17]), Spell(16, [7])],
        [Spell(16, [25, 24])],
        [Spell(16, [24, 24])],
        [Spell(16, [7], [3])],
    ):
        assert scene.refuses(1, Remove(spells)) == ("",)
