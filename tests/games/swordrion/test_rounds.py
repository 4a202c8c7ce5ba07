"""Rounds and battles: clearing, cubes, the end of a round, the wait for the other, and how the deck ends the game."""

import pytest

from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.table.actions import ATTACK, DONE, PASS, Cast, Lay, Pick, Relics, Under, Use
from shinpan_engine.games.swordrion.table.options import BottomOrder, DeckOutRoundCubes, DeckShort
from shinpan_engine.games.swordrion.table.state import EndReason, Equipment, Marks, Phase, Status
from shinpan_engine.games.swordrion.table.table import marked, marks_on
from shinpan_engine.kernel.play.views import PUBLIC

from .scene import BOX, Scene, Whole, card, cubes, equipment, op, relic, skill, spell

weak, strong = "1/0", "9/9"
hurt = spell(op("wound"))


@pytest.mark.clause("SW-0.1-1", "SW-0.2-1", "SW-0.2-2", "SW-0.2-3", "SW-0.2-4", "SW-4.8-2", "SW-5.1-1", "SW-0.1-9")
def test_three_rounds() -> None:
    """Preparation, battle, shopping; in the third round scoring in place of shopping; then nothing more is done."""
    game, met = Whole(1, [weak] * 7), []
    while game.match.ask.decisions:
        met.append((game.state.round, game.state.phase))
        game.quiet()
    assert list(dict.fromkeys(met)) == [
        (0, Phase.SETUP),
        *((number, step) for number in (1, 2) for step in (Phase.PREPARATION, Phase.BATTLE, Phase.SHOPPING)),
        (3, Phase.PREPARATION),
        (3, Phase.BATTLE),
    ]
    assert (game.state.phase, game.state.ending.reason) == (Phase.OVER, EndReason.THREE_ROUNDS)
    assert game.refuses(1, Lay(1)) == ("SW-0.1-9",)


@pytest.mark.clause("SW-0.2-3", "SW-4.8-2", "SW-0.2-2", "SW-2.1-2", "SW-2.2-1", "SW-1.3-9")
def test_everything_has_its_time() -> None:
    """Shopping before the battle, laying before the first hand, attacking in the shop: refused."""
    game = Whole(1, [weak] * 7)
    assert game.refuses(1, Lay(1)) == ("SW-0.2-2",)
    assert game.refuses(1, DONE) == ("SW-0.2-3",)
    game.do(1, PASS)
    assert game.refuses(1, ATTACK) == ("SW-0.2-3",)
    assert game.refuses(1, Pick(1)) == ("SW-1.3-9",)
    game.until("shop")
    assert game.refuses(1, ATTACK) == ("SW-0.2-3",)
    assert game.until("attack", round=3).refuses(1, DONE) == ("SW-4.8-2",)


@pytest.mark.clause("SW-2.1-2", "SW-2.1-4", "SW-2.2-1", "SW-2.2-2")
def test_the_preparation_of_two_is_independent() -> None:
    """Who has finished lays no more and fixes no more, while the other still prepares."""
    game = Whole(2).until("lay")
    for _ in range(5):
        game.do(1, next(game.match.ask.decisions[0].options(game.table)))
    assert game.asked() == [(2, "lay")]
    assert game.refuses(1, Lay(1)) == ("SW-2.1-2", "SW-2.1-4")
    assert game.refuses(1, Relics([1, 2])) == ("SW-2.2-1", "SW-2.2-2")


@pytest.mark.clause("SW-3.10-1", "SW-3.10-2", "SW-3.13-1", "SW-3.13-2", "SW-3.13-3", "SW-3.13-4", "SW-0.2-5")
def test_a_cleared_battle() -> None:
    """F7: one blue cube, then at once five new enemies face down, with the own line as it is."""
    game = Whole(1, [strong] * 7 + ["1/1"] * 5).until("attack")
    for _ in range(5):
        game.do(1, ATTACK)
    assert (cubes(game.side()), game.state.battle) == ((1, 0, 1), 2)
    assert len(game.side().line) == 5 - 1
    assert [slot.card for slot in game.side().enemy] == [13, 14, 15, 16, 17]
    assert [slot.up for slot in game.side().enemy] == [True, False, False, False, False]
    assert game.refuses(1, Lay(6)) == ("SW-Z.7-3", "SW-0.2-5", "SW-3.13-3")
    assert game.side().enemy_graveyard == [8, 9, 10, 11, 12]


@pytest.mark.clause("SW-3.11-1", "SW-3.11-2", "SW-3.11-3", "SW-3.11-4", "SW-1.4-3", "SW-0.2-6")
def test_a_round_that_ends() -> None:
    """F3: wiped out, whatever is left in the hand: one green and one yellow cube, no blue; round 2 has two green."""
    game = Whole(1, [weak] * 7 + [strong] * 5).until("shop")
    assert cubes(game.side()) == (2, 1, 0)
    game.until("lay", round=2)
    assert cubes(game.side())[0] == 2
    assert cubes(game.until("lay", round=3).side())[0] == 3


@pytest.mark.clause("SW-3.11-1", "SW-2.1-7")
def test_an_empty_line_ends_the_round_at_once() -> None:
    """Whoever holds nothing but spells has no line, and the battle is not cleared."""
    game = Whole(1, [hurt] * 7).do(1, PASS)
    assert (game.state.phase, cubes(game.side())) == (Phase.SHOPPING, (2, 1, 0))


@pytest.mark.clause("SW-3.14-1", "SW-3.14-2", "SW-3.14-3", "SW-3.14-4", "SW-Z.1-4", "SW-Z.3-2", "SW-0.1-8")
def test_leftovers_go_under_the_deck() -> None:
    """D19: front first, stacks the upper card first, then what waits; equipment comes back, but the enemy side's own
    lies in its field like all that is left there; nothing is shuffled."""
    game = Whole(1, [weak] * 7 + [strong] * 5, size=40).until("attack")
    side = game.side()
    side.enemy[1].lower, side.enemy[1].up = 40, True
    side.enemy[2].marks = Marks([Equipment(39), Equipment(38, True)])
    side.waiting, side.enemy_graveyard[:] = [37], [36]
    game.state.deck = list(range(13, 36))
    while game.state.phase == Phase.BATTLE:
        game.quiet()
    # The shopping has taken five from the top.
    assert game.state.deck == [*range(18, 36), 8, 9, 40, 10, 38, 11, 12, 37]
    assert game.side().enemy_graveyard == [36]
    assert 39 in game.side().hand
    assert GAME.view(game.state, PUBLIC).deck == [0] * 26


@pytest.mark.clause("SW-3.14-1", "SW-3.14-2")
def test_leftovers_in_a_chosen_order() -> None:
    """Where the set-up says so the participant names them one by one, what waits among them."""
    game = Whole(1, [weak] * 7 + [strong] * 5, bottom_order=BottomOrder.CHOSEN).until("attack")
    game.side().waiting = [150]
    game.state.deck.remove(150)
    game.until("under")
    assert game.refuses(1, Under(7)) == ("SW-3.14-2",)
    game.do(1, Under(6), Under(2), Under(4), Under(1), Under(2))
    assert game.state.deck[-6:] == [150, 9, 12, 8, 11, 10]
    assert game.refuses(1, Under(1)) == ("SW-3.14-1",)


@pytest.mark.clause("SW-Z.1-3", "SW-4.1-1", "SW-4.1-2", "SW-4.1-3", "SW-S1-10", "SW-S2-15")
def test_own_cards_come_to_the_hand() -> None:
    """D20: graveyard, field, stacks, equipment and spells, used ones too; not the enemy graveyard or stock."""
    game = Whole(1, [weak] * 5 + [hurt, equipment(attack=1)] + [strong] * 5, size=60).until("attack")
    side = game.side()
    side.line[0].lower, side.line[1].marks = 60, Marks([Equipment(59)])
    side.graveyard[:], side.enemy_graveyard[:], side.stock = [58], [57], [56]
    game.state.deck = list(range(13, 56))
    game.until("shop")
    assert game.side().hand == [1, 2, 3, 4, 5, 6, 7, 58, 59, 60]
    assert (game.side().graveyard, game.side().enemy_graveyard, game.side().spells) == ([], [57], [])
    assert game.side().stock == [56]


@pytest.mark.clause("SW-3.15-1", "SW-3.15-4")
def test_the_wait_for_the_other() -> None:
    """D26: one clears first and waits; the next lines are drawn when both are done; meanwhile exchanges mix freely."""
    scene = Whole(2, [strong] * 14 + ["1/0"] * 10).until("attack")
    for _ in range(5):
        scene.do(1, ATTACK)
    assert scene.side(1).status == Status.CLEARED
    assert (scene.asked(), len(scene.state.deck)) == ([(2, "attack")], BOX - 24)
    assert scene.refuses(1, ATTACK) == ("SW-3.15-1",)
    for _ in range(5):
        scene.do(2, ATTACK)
    assert (scene.state.battle, scene.asked()) == (2, [(1, "attack"), (2, "attack")])
    mixed = Whole(2, [strong] * 14 + ["1/0"] * 10).until("attack").do(2, ATTACK).do(1, ATTACK).do(2, ATTACK)
    assert [len(side.enemy) for side in mixed.state.sides] == [4, 3]


@pytest.mark.clause("SW-3.15-2", "SW-3.15-3", "SW-4.8-3")
def test_who_is_out_is_not_waited_for() -> None:
    """One is wiped out in the first battle: the other goes on alone; the shopping begins when both are out, and ends
    when both are done."""
    game = Whole(2, [weak, strong] * 7 + ["1/9"] * 5 + ["1/0"] * 5)
    while game.asked()[0][1] == "pick":
        for seat, kept in ((1, 1), (2, 0)):
            packet = game.side(seat).packet
            game.do(seat, Pick(next((number for number in packet if number % 2 == kept), packet[0])))
    game.until("attack")
    while game.side(1).status == Status.FIGHTING:
        game.do(1, ATTACK)
    assert game.side(1).status == Status.OUT
    assert game.refuses(1, ATTACK) == ("SW-3.15-3",)
    while game.state.battle < 2:
        game.do(2, ATTACK)
    assert ([len(side.enemy) for side in game.state.sides][1], game.asked()[0][0]) == (5, 2)
    game.until("shop").do(1, DONE)
    assert game.refuses(1, DONE) == ("SW-4.8-3",)
    assert game.asked() == [(2, "shop")]
    assert game.do(2, DONE).state.round == 2


@pytest.mark.clause("SW-0.1-2", "SW-0.1-3", "SW-0.1-6", "SW-5.1-7")
def test_the_deck_ends_the_game() -> None:
    """D23: a deck of 5 still gives a line; the next one ends the game with the cubes held, the round unpaid."""
    game = Whole(1, [strong] * 7 + ["1/0"] * 10, size=17).until("attack")
    for _ in range(5):
        game.do(1, ATTACK)
    assert (game.state.deck, game.state.battle) == ([], 2)
    game.to_the_end()
    assert game.state.ending.reason == EndReason.DECK_OUT
    assert [event.clause for event in game.events("Ended")] == ["SW-0.1-2"]
    assert cubes(game.side()) == (1, 0, 2)
    assert game.state.ending.points == [2]


@pytest.mark.clause("SW-0.1-4", "SW-0.1-5")
@pytest.mark.parametrize("option", DeckShort)
def test_a_deck_that_is_short(option: DeckShort) -> None:
    """Three cards for a line: the game is over and they stay in the deck, or a line of three is fought."""
    game = Whole(1, [strong] * 7 + ["1/0"] * 8, size=15, deck_short=option).until("attack")
    for _ in range(5):
        game.do(1, ATTACK)
    if option == DeckShort.END:
        assert (game.state.phase, game.state.deck) == (Phase.OVER, [13, 14, 15])
    else:
        assert len(game.side().enemy) == 3
        assert game.to_the_end().state.ending.reason == EndReason.DECK_OUT
    assert "SW-0.1-4" in game.table.relied


@pytest.mark.clause("SW-0.1-5", "SW-4.2-1")
@pytest.mark.parametrize("option", DeckShort)
def test_a_display_that_is_short(option: DeckShort) -> None:
    """Three cards for a display end the game too, or are shown; the round before is paid."""
    game = Whole(1, [weak] * 7 + ["9/9"] * 5, size=12, deck_short=option)
    game.until("attack")
    del game.side().enemy[3:]
    while game.state.phase == Phase.BATTLE:
        game.quiet()
    if option == DeckShort.END:
        assert (game.state.phase, len(game.state.deck), cubes(game.side())) == (Phase.OVER, 3, (2, 1, 0))
    else:
        assert len(game.side().display) == 3


@pytest.mark.clause("SW-0.1-6")
@pytest.mark.parametrize("option", DeckOutRoundCubes)
def test_the_cubes_of_a_round_that_was_cut_off(option: DeckOutRoundCubes) -> None:
    """None, or one green and one yellow, as if not cleared."""
    game = Whole(1, [strong] * 7 + ["1/0"] * 5, size=12, deck_out_round_cubes=option).to_the_end()
    assert cubes(game.side()) == ((1, 0, 1) if option == DeckOutRoundCubes.NONE else (2, 1, 1))


@pytest.mark.clause("SW-0.1-7")
def test_the_common_deck_ends_it_for_both() -> None:
    """Deck 7 and both need a line: nobody fights again. If only one is still in the round, that one does."""
    both = Whole(2, [strong] * 14 + ["1/0"] * 10, size=31).until("attack")
    for seat in (1, 2):
        for _ in range(5):
            both.do(seat, ATTACK)
    assert (both.state.phase, len(both.state.deck)) == (Phase.OVER, 7)
    one = Whole(2, [strong] * 14 + ["1/0"] * 10, size=31).until("attack")
    del one.side(2).line[1:]
    one.side(2).line[0].wounds = 2
    marked(one.side(2).enemy[0]).attack = 9
    one.do(2, ATTACK)
    for _ in range(5):
        one.do(1, ATTACK)
    assert (one.asked(), len(one.side(1).enemy)) == ([(1, "attack")], 5)


@pytest.mark.clause("SW-0.1-7", "SW-0.1-4", "SW-0.1-2")
def test_a_short_deck_for_two() -> None:
    """Three cards for two lines, played short, leave the second without one: that is the end. Of six it has one."""
    lines = []
    for left in (3, 6):
        size = 24 + left
        game = Whole(2, [strong] * 14 + ["1/0"] * (size - 14), size=size, deck_short=DeckShort.PLAY_SHORT)
        game.until("attack")
        for seat in (1, 2):
            for _ in range(5):
                game.do(seat, ATTACK)
        lines.append(([len(side.enemy) for side in game.state.sides], game.asked()))
        assert game.to_the_end().state.ending.reason == EndReason.DECK_OUT
    assert lines == [([0, 0], []), ([5, 1], [(1, "attack"), (2, "attack")])]


@pytest.mark.clause("SW-S5-15", "SW-0.1-2")
def test_a_deck_that_only_goes_round() -> None:
    """Nothing but 召喚 cards that never come, put under the deck again: after a hundred battles it has run out."""
    never = card("9/9", skill("summon", condition={"round": 3}))
    game = Whole(1, [strong] * 7 + [never] * 10, size=17, waiting_summon_on_clear=2).to_the_end()
    assert (game.state.ending.reason, cubes(game.side())) == (EndReason.DECK_OUT, (1, 0, 100))


@pytest.mark.clause("SW-3.3-3", "SW-Q-7")
def test_a_relic_of_the_round_end() -> None:
    """It gives its cube when the round has ended; the supply is unlimited."""
    gives = relic("round_end", op("gain", colour="blue", count=20))
    game = Whole(1, [gives, gives, *[weak] * 5]).until("relic").do(1, Use(2))
    assert cubes(game.side()) == (2, 1, 40)


@pytest.mark.clause("SW-3.10-4", "SW-3.12-3", "SW-Z.4-2")
def test_both_empty_ends_the_round() -> None:
    """Green and blue, and no further battle of the round."""
    scene = Scene(["3/5"], ["5/3"]).attack()
    assert (scene.side().status, scene.cubes) == (Status.OUT, (2, 0, 1))
    assert [event.clause for event in scene.events("WentOut")] == ["SW-3.12-3"]
    survivor = Scene(["9/9", "9/9"], ["1/1"]).attack()
    assert (survivor.side().status, survivor.own) == (Status.CLEARED, [(1, 1), (2, 0)])
    assert survivor.side().exchange is None


@pytest.mark.clause("SW-S5-15", "SW-0.1-6", "SW-0.1-2")
def test_a_round_that_only_goes_round_is_cut_off_like_any_other() -> None:
    """After a hundred battles the deck counts as run out, and a cut-off round is paid where the set-up says so."""
    never = card("9/9", skill("summon", condition={"round": 3}))
    paid = {"waiting_summon_on_clear": 2, "deck_out_round_cubes": DeckOutRoundCubes.AS_UNCLEARED}
    game = Whole(1, [strong] * 7 + [never] * 10, size=17, **paid).to_the_end()
    assert cubes(game.side()) == (2, 1, 100)


@pytest.mark.clause("SW-0.1-6", "SW-0.1-7")
def test_who_is_out_already_is_not_paid_twice() -> None:
    """The deck ends the game when one of two waits for the next battle: as if not cleared, that one is paid."""
    game = Whole(2, [weak] * 7 + [strong] * 7 + ["1/1"] * 10, size=24, deck_out_round_cubes=1).until("lay")
    game.side(1).hand, game.side(2).hand = [*range(1, 8)], [*range(8, 15)]
    game.to_the_end()
    assert [cubes(side) for side in game.state.sides] == [(2, 1, 0), (2, 1, 1)]


@pytest.mark.clause("SW-0.1-2", "SW-2.3-1", "SW-5.1-5")
def test_a_battle_that_cannot_be_laid_out_does_not_begin() -> None:
    """The deck is out before the second battle: points for a second battle are not had."""
    points = {"timing": "scoring", "ops": [op("points", amount=5)], "condition": {"battle": 2}}
    game = Whole(1, [*[card("9/9", relic=points)] * 7, *["1/0"] * 5], size=12).to_the_end()
    assert (game.state.ending.reason, game.state.battle, game.state.ending.points) == (EndReason.DECK_OUT, 1, [1])


@pytest.mark.clause("SW-2.4-1", "SW-S1-14", "SW-3.4-4")
def test_a_spell_drawn_in_the_preparation_can_be_used() -> None:
    """A relic of the preparation draws a spell: it goes to the spell zone like those drawn in battle."""
    draws, other = relic("prep", op("draw", count=1)), relic("scoring", op("points", amount=1))
    game = Whole(1, [draws, other, *["9/9"] * 5, hurt]).do(1, PASS)
    game.do(1, *[Lay(number) for number in range(3, 8)], Relics([1, 2]))
    assert (game.side().hand, game.side().spells, game.asked()) == ([], [8], [(1, "spell")])
    assert game.do(1, Cast(8)).side().enemy[0].wounds == 1


@pytest.mark.clause("SW-3.1-18", "SW-3.2-8", "SW-K.6-6")
def test_who_has_no_hp_falls_in_the_preparation() -> None:
    """A relic of the preparation, or a standing text of the own line, that takes the last HP fells at once: before the
    next relic works, and before an enemy comes up. Nobody has a reward."""
    prize = card("1/1", skill("reward", op("wound")))
    weakens = relic("prep", op("strengthen", side="own", at="last", hp=-1))
    stronger = relic("prep", op("strengthen", side="own", at="last", attack=1))
    game = Whole(1, [weakens, stronger, *["9/9"] * 4, prize, *["9/0"] * 5]).do(1, PASS)
    game.do(1, *[Lay(number) for number in range(3, 8)], Relics([1, 2]), Use(1))
    assert (game.side().graveyard, game.asked()) == ([7], [(1, "attack")])
    assert [marks_on(slot).attack for slot in game.side().line] == [0, 0, 0, 1]
    takes = card("9/9", skill("standing", op("strengthen", side="own", at="others", hp=-1)))
    line = Whole(1, [weakens, *["1/1"] * 4, takes, *["9/0"] * 6], deal_pattern=0).do(1, PASS)
    line.do(1, *[Lay(number) for number in range(2, 7)], Relics([1]))
    assert (sorted(line.side().graveyard), [slot.card for slot in line.side().line]) == ([2, 3, 4, 5], [6])


@pytest.mark.clause("SW-3.1-18", "SW-3.15-4")
def test_who_has_no_hp_does_not_wait_for_the_other() -> None:
    """The first participant's line is complete, and its own text takes the last HP of one last card after the other:
    they lie in the graveyard while the second still prepares."""
    takes = card("9/9", skill("standing", op("strengthen", side="own", at="last", hp=-1)))
    game = Whole(2, [takes, *["1/1"] * 13]).until("lay")
    line = [number for number in game.side(1).hand if number != 1][:4]
    game.do(1, *[Lay(number) for number in [1, *line]])
    assert (game.side(1).graveyard, game.asked()[0][0]) == (line[::-1], 2)
