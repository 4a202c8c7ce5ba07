"""◇内容物: what there is to play with, the magics the print tells of, and the printed errors."""

from collections.abc import Sequence
from typing import Any

import pytest

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.chapters.modes import beginner
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    DRAW,
    END_COMBAT,
    END_TURN,
    PASS,
    RESIGN,
    Choose,
    Counter,
    Deploy,
    Lay,
    Magic,
    Redeploy,
    Remove,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.state import Boost, BoostKind, State, Step, Until
from shinpan_engine.kernel.errors import InvalidHeader, Undecidable
from shinpan_engine.kernel.judging.record import Entry, Unresolved
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream

from .opening import DECK, MAGICS, Opening, entry, judged
from .scene import Scene

ALL_CARDS = list(beginner.CARDS_IN_USE)


# ◇ゲーム解説


@pytest.mark.clause("W3-0.0-1")
def test_two_players_exactly() -> None:
    """A header for one or three players cannot be judged, and a seat beyond the second does not exist."""
    for seats in (0, 1, 3):
        with pytest.raises(InvalidHeader, match="2 to 2 seats"):
            judged(seats=seats)
    assert judged().verdict == Verdict.INCOMPLETE
    for seat in (0, 3):
        report = judged(entry(seat, DRAW))
        assert (report.verdict, report.findings[0].clauses) == (Verdict.MALFORMED, ())
        assert f"seat {seat}" in str(report.findings[0].message)


@pytest.mark.clause("W3-0.0-2")
def test_one_of_the_printed_rule_sets() -> None:
    """The four rule sets are played, and any other name is wrong."""
    assert [mode.name for mode in GAME.modes] == ["beginner", "intermediate", "advanced", "sevenmage"]
    for mode in GAME.modes:
        assert judged(mode=mode.name).verdict == Verdict.INCOMPLETE
    with pytest.raises(InvalidHeader, match="no mode “expert”"):
        judged(mode="expert")


# ◇内容物


def deck_cards(state: State) -> list[int]:
    """The deck cards of all zones."""
    zones: list[Sequence[int]] = [state.deck, state.discard, state.excluded]
    for side in state.sides:
        zones += [side.hand, side.territory, side.discard, [unit.card for unit in side.units]]
    zones += [play.cards for chain in state.chains for play in chain.plays]
    return sorted(card for zone in zones for card in zone)


def magic_cards(state: State) -> list[int]:
    """The magic cards of all zones."""
    dealt = [magic for side in state.sides for magic in (*side.spare_magics, *(card.magic for card in side.magics))]
    return sorted([*dealt, *state.undealt_magics])


@pytest.mark.clause("W3-0.1-1", "W3-0.1-2", "W3-B0-3")
@pytest.mark.parametrize("seed", range(12))
def test_every_card_is_in_one_zone_after_every_action(seed: int) -> None:
    """In a random game each deck card and each magic in use lies in exactly one place, always; no kind gets mixed."""
    again = f"seed {seed}: pytest -n0 tests/games/wars3x3/test_components.py -k 'one_zone and {seed}'"
    scene, dice = Opening(seed=seed), Stream(bytes([seed]) * 32, "play")
    while scene.match.ask.decisions:
        playable = [(seat, act) for seat, act in scene.match.options() if act != RESIGN]
        scene.do(*playable[dice.below(len(playable))])
        assert deck_cards(scene.state) == ALL_CARDS, again
        assert magic_cards(scene.state) == MAGICS, again


@pytest.mark.clause("W3-0.1-1")
def test_a_card_in_the_discard_is_nowhere_else() -> None:
    """016 cannot be deployed while it lies in the discard."""
    scene = Scene(territory=([3, 4, 5, 6, 8], []), discard=[16]).quiet_until("4.2")
    assert scene.refuses(1, Deploy(16))[0] == "W3-4.2-2"


@pytest.mark.clause("W3-0.1-1", "W3-0.1-2")
@pytest.mark.parametrize("act", [Lay(0), Lay(49), Deploy(49), Magic(0), Magic(23), Remove([Spell(49, [99])])])
def test_what_does_not_exist_cannot_be_named(act: Any) -> None:
    """Deck cards go from 001 to 048 and magics from A01 to A22: another number is no card and breaks no rule."""
    report = judged(entry(1, act))
    assert (report.verdict, report.findings[0].clauses) == (Verdict.MALFORMED, ())


@pytest.mark.clause("W3-0.1-2")
def test_magics_and_deck_cards_have_names_of_their_own() -> None:
    """A11 is no deck card and 011 no magic, and a magic that lies in play is in no hand."""
    names = GAME.packs["house"].names
    assert (names.numbers("magic", "A11"), names.numbers("card", "A11")) == ([11], [])
    assert (names.numbers("card", "011"), names.numbers("magic", "011")) == ([11], [])
    assert len(GAME.packs["house"].cards.magic) == 1 + 22
    scene = Scene(magics=([11], [])).quiet_until("4.1")
    assert scene.refuses(1, Lay(11))[0] == "W3-4.1-2"


@pytest.mark.clause("W3-0.1-5")
def test_bonus_cards_are_other_pictures() -> None:
    """extra01 is 047 and extra02 is 048; a deck with both extra01 and 047 would have a card twice and cannot be."""
    names = GAME.packs["house"].names
    assert (names.numbers("card", "extra01"), names.numbers("card", "extra02")) == ([47], [48])
    assert judged(outcomes={"deck": DECK, "magic": MAGICS}).verdict == Verdict.INCOMPLETE
    with_both = [47, *names.numbers("card", "extra01"), *[card for card in DECK if card not in (3, 47)]]
    assert len(with_both) == 40
    assert judged(outcomes={"deck": with_both, "magic": MAGICS}).verdict == Verdict.MALFORMED


@pytest.mark.clause("W3-0.1-6", "W3-E-01")
def test_the_cost_is_compared_with_the_territory() -> None:
    """With 5 territories a 3 and a 5 may come, as the corrected marker says, and a 6 may not."""
    scene = Scene(hands=([17, 24, 28], []), territory=([3, 4, 5, 6, 8], [])).quiet_until("4.2")
    assert scene.allows(1, Deploy(24))
    assert scene.allows(1, Deploy(28))
    assert scene.refuses(1, Deploy(17))[:2] == ("W3-4.2-4", "W3-E-01")


@pytest.mark.clause("W3-E-02")
def test_the_sum_of_a_redeployment_is_a_limit() -> None:
    """Giving a 2 with 4 territories brings a 6 or less, as the corrected marker says, and not a 7."""
    scene = Scene(units=([36], []), hands=([9, 17, 24], []), territory=([4, 5, 6, 8], [])).quiet_until("4.2")
    assert scene.allows(1, Redeploy(17, [36]))
    assert scene.allows(1, Redeploy(24, [36]))
    assert scene.refuses(1, Redeploy(9, [36]))[:2] == ("W3-4.2-7", "W3-E-02")


@pytest.mark.clause("W3-0.1-7")
def test_the_cost_is_the_power() -> None:
    """黒妖犬 (6) blocks 6 of an attack of 9, and attacks for 6."""
    assert Scene(units=([20], [29])).quiet_until("3.2").do(1, ATTACK).side(2).life == 30 - (9 - 6)
    assert Scene(units=([29], [])).quiet_until("3.2").do(1, ATTACK).side(2).life == 30 - 6


@pytest.mark.clause("W3-0.1-9")
def test_unit_cards_and_spell_cards_can_be_used_as_spells() -> None:
    """A unit card and 調律 remove, and 呪文砕き counters."""
    scene = Scene(deck=(), units=([], [36, 40]), hands=([7, 45], [47])).quiet_until("2.1")
    scene.do(1, Remove([Spell(36, [45], [2]), Spell(40, [7])]))
    assert scene.allows(2, Counter([Spell(40, [47])]))


@pytest.mark.clause("W3-0.1-10")
def test_the_purple_cards_are_no_units() -> None:
    """調律 and 呪文砕き are neither deployed, whatever the territory, nor redeployed."""
    scene = Scene(units=([20], []), hands=([46, 47], []), territory=([3, 4, 5, 6, 8, 9], [])).quiet_until("4.2")
    for card in (46, 47):
        assert scene.refuses(1, Deploy(card)) == ("W3-0.1-10", "W3-4.2-2")
        assert scene.refuses(1, Redeploy(card, [20])) == ("W3-0.1-10", "W3-4.2-2")


@pytest.mark.clause("W3-0.1-11")
def test_all_traits_of_a_unit_apply_together() -> None:
    """先行打撃兵 has an advantage and a disadvantage at once: it attacks in 3.1, and it does not block."""
    scene = Scene(units=([36], [11, 29])).quiet_until("3.1").do(1, ATTACK)
    assert (scene.side(2).life, scene.state.step) == (30 - 2, Step.COMBAT_END)
    scene.quiet_until("3.1", turn=2).do(2, ATTACK)
    assert scene.side(1).life == 30 - 2
    assert scene.do(2, ATTACK).side(1).life == 30 - 2 - 6


@pytest.mark.clause("W3-0.1-13")
def test_equal_names_have_equal_costs_even_where_the_cost_is_open() -> None:
    """Turns 4 and 11: 突撃兵 removes 突撃兵, のうなし腕力 the other; by the print alone 重装歩兵 does so as well."""
    for pack, target, card in (("print", 40, 28), ("print", 9, 31), ("print", 25, 24), ("house", 25, 24)):
        scene = Scene(pack=pack, deck=(), units=([], [target]), hands=([card], [])).quiet_until("2.1")
        assert scene.match.consider(1, Remove([Spell(target, [card])])) is None
    other = Scene(pack="print", deck=(), units=([], [26]), hands=([24], [])).quiet_until("2.1")
    with pytest.raises(Undecidable):
        other.match.consider(1, Remove([Spell(26, [24])]))


# The magics of which the print tells


@pytest.mark.clause("W3-C-17")
@pytest.mark.parametrize("pack", ["print", "house"])
def test_poisoning_destroys_a_unit_and_costs_its_user_that_units_cost(pack: str) -> None:
    """毒殺: turn 8, a 4 takes its user from 26 to 22; turn 10, an 8 from 22 to 14. Power and the own units aside."""
    turn_8 = Scene(pack=pack, active=2, units=([26, 29, 20], [16, 17]), magics=([], [8]), life=(30, 26))
    turn_8.side(1).units[0].boosts = [Boost(BoostKind.INCREASE, amount=2, until=Until.NONE)]
    turn_8.quiet_until("2.1").do(2, Magic(8))
    assert turn_8.refuses(2, Choose([16]))[0] == "W3-M4-5"
    turn_8.do(2, Choose([26]))
    assert (turn_8.units(1), turn_8.side(2).life, turn_8.state.discard) == ([29, 20], 22, [26])
    turn_10 = Scene(pack=pack, active=2, units=([29, 20, 32], [16, 17, 9]), magics=([], [8]), life=(30, 22))
    turn_10.quiet_until("2.1").do(2, Magic(8), Choose([32]))
    assert (turn_10.units(1), turn_10.side(2).life) == ([29, 20], 14)


@pytest.mark.clause("W3-C-17", "W3-C-18")
@pytest.mark.parametrize(("magic", "step", "board"), [(8, "2.1", [16, 17, 18, 27, 28]), (11, "4.1", [16, 17, 27, 40])])
def test_the_boards_of_the_replay_bound_the_mana(magic: int, step: str, board: list[int]) -> None:
    """By the print alone the replay's boards suffice for 毒殺 and 収穫; one unit fewer leaves the question open."""
    enough = Scene(pack="print", units=(board[:3], board[3:]), magics=([magic], [])).quiet_until(step)
    assert enough.match.consider(1, Magic(magic)) is None
    fewer = Scene(pack="print", units=(board[:3], board[3:-1]), magics=([magic], [])).quiet_until(step)
    with pytest.raises(Undecidable):
        fewer.match.consider(1, Magic(magic))


@pytest.mark.clause("W3-C-18")
def test_harvest_adds_three_to_the_territory_for_this_turns_strategy_step() -> None:
    """収穫: after combat, 6 territories bring a 9, as on turn 7; they stay 6, and next turn the bonus is gone."""
    lands = [3, 4, 5, 6, 8, 21]
    scene = Scene(units=([26, 29], [16, 17]), hands=([20, 33], []), territory=(lands, []), magics=([11], []))
    assert scene.quiet_until("4.2").refuses(1, Deploy(20))[0] == "W3-4.2-4"
    scene.do(1, Magic(11))
    assert scene.allows(1, Deploy(20))
    assert scene.side(1).territory == lands
    assert scene.quiet_until("4.2", turn=3).refuses(1, Deploy(33))[0] == "W3-4.2-4"


@pytest.mark.clause("W3-C-19")
@pytest.mark.parametrize("pack", ["print", "house"])
def test_reading_the_wind(pack: str) -> None:
    """風読み needs three units, two of them sky, and the own main phase; then it draws one card."""
    scene = Scene(pack=pack, units=([40, 42], [16]), magics=([14], []), deck=[9, 5, 6]).quiet_until("3.3")
    assert scene.refuses(1, Magic(14))[0] == "W3-M2-1"
    scene.quiet_until("4.1").do(1, Magic(14))
    assert (scene.side(1).hand, scene.state.deck) == ([5, 9], [6])
    two = Scene(pack=pack, units=([40, 42], []), magics=([14], [])).quiet_until("4.1")
    assert two.refuses(1, Magic(14))[0] == "W3-M1-9"
    one_sky = Scene(pack=pack, units=([40, 17], [16]), magics=([14], [])).quiet_until("4.1")
    assert one_sky.refuses(1, Magic(14))[0] == "W3-M1-3"


@pytest.mark.clause("W3-C-20")
def test_the_flame_bullet() -> None:
    """火炎弾 needs two units, one of them fire; what it does the print does not tell."""
    for pack in ("print", "house"):
        assert Scene(pack=pack, units=([7], []), magics=([1], [])).refuses(1, Magic(1))[0] == "W3-M1-9"
        assert Scene(pack=pack, units=([16, 17], []), magics=([1], [])).refuses(1, Magic(1))[0] == "W3-M1-3"
    assert Scene(units=([7], [16]), magics=([1], [])).allows(1, Magic(1))
    with pytest.raises(Undecidable):
        Scene(pack="print", units=([7], [16]), magics=([1], [])).match.consider(1, Magic(1))


@pytest.mark.clause("W3-C-21")
def test_twin_arms_strengthen_two_units_at_once() -> None:
    """双腕 strengthens two own units with one magic, by 2 each with the stand-in number."""
    scene = Scene(units=([28, 29, 26], [16]), magics=([12], [])).quiet_until("3.2").do(1, Magic(12))
    assert scene.refuses(1, Choose([28]))[0] == "W3-M4-2"
    scene.do(1, Choose([26, 28]), ATTACK)
    assert scene.side(2).life == 30 - (4 + 5 + 6 + 2 * 2 - 5)


# 誤りと訂正, and what the print gets wrong


@pytest.mark.clause("W3-E-04")
def test_turn_4_deploys_the_water_assault_soldier() -> None:
    """重装歩兵:水 is no card; with 突撃兵:水 (016) turn 5 blocks 4, turn 10 deals 12, turn 12 5 and turn 14 21 - 6."""
    names = GAME.packs["print"].names
    assert names.numbers("card", "重装歩兵:水") == []
    assert names.numbers("card", "突撃兵:水") == [16]
    for active, units, life in (
        (1, ([26], [16]), (30, 30)),
        (2, ([29], [16, 17, 9]), (18, 30)),
        (2, ([29], [16, 17]), (25, 30)),
    ):
        scene = Scene(pack="print", active=active, units=units).quiet_until("3.2").do(active, ATTACK)
        assert tuple(side.life for side in scene.state.sides) == life
    last = Scene(pack="print", active=2, units=([29, 4], [16, 17]), hands=([], [18, 46])).quiet_until("2.2")
    last.do(2, Strengthen([Spell(16, [46], [3]), Spell(17, [18])])).do(1, PASS).do(2, ATTACK)
    assert (last.events("Power")[0].attack, last.side(1).life) == (21, 30 - 15)


@pytest.mark.clause("W3-E-04")
def test_the_card_as_printed_is_illegal() -> None:
    """A record that deploys 重装歩兵:水 names a kind of card that is not where it would have to be."""
    turn = Entry(Unresolved(1, "deploy", "card=重装歩兵:水"))
    report = judged(turn, pack="print")
    assert (report.verdict, report.findings[0].clauses) == (Verdict.ILLEGAL, ("W3-4.2-2",))


@pytest.mark.clause("W3-E-06")
def test_what_turns_8_and_10_print_twice_happens_once() -> None:
    """Turn 8 has one attack, a second is refused; turn 10 takes 8 life once, from 22 to 14, for one magic."""
    turn_8 = Scene(active=2, units=([29, 20], [16, 17]), life=(30, 22)).quiet_until("3.2").do(2, ATTACK)
    assert [event.clause for event in turn_8.events("Blocked")] == ["W3-3.2-3"]
    assert turn_8.refuses(2, ATTACK)[0] == "W3-3.0-6"
    turn_8.do(2, END_COMBAT)
    assert turn_8.refuses(2, ATTACK)[0] == "W3-1.0-2"
    turn_10 = Scene(active=2, units=([29, 20, 32], [16, 17, 9]), magics=([], [8]), life=(30, 22)).quiet_until("2.1")
    turn_10.do(2, Magic(8), Choose([32]))
    assert [event.amount for event in turn_10.events("Damage")] == [8]
    assert turn_10.side(2).life == 14
    assert turn_10.refuses(2, Magic(8))[0] == "W3-M0-4"
    assert turn_10.quiet_until("5.1").do(2, END_TURN).units(1) == [29, 20]
