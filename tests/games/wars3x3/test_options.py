"""Set-up options: what the print leaves open is read one way by default, and another way if the header says so."""

from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    END_TURN,
    PASS,
    RESIGN,
    Choose,
    Counter,
    Magic,
    Redeploy,
    Remove,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.options import (
    AllowResign,
    CounterRounds,
    DeckoutTiming,
    DiscardPile,
    DoubleZero,
    Setup,
    StrengthenLimitShared,
    VeilBonus,
)
from shinpan_engine.games.wars3x3.table.state import Ending, EndReason, Step
from shinpan_engine.kernel.judging.record import Action, Entry, Record
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict

from ...random_games import enough, play, seeds, told
from .own_pack import own_magic, own_pack, scene_with
from .printed_replay import S, header
from .scene import Scene


def test_every_option_is_a_field_of_the_setup() -> None:
    """The table of options and the set-up of a header name the same, in the same order."""
    fields = msgspec.structs.fields(Setup)[1:]
    options = GAMES["wars3x3"].rules.options
    assert [field.name for field in fields] == [option.name for option in options]


# ---------------- double_zero, deckout_timing, allow_resign


@pytest.mark.clause("W3-0.2-3")
@pytest.mark.parametrize("active", [1, 2])
def test_double_zero(active: int) -> None:
    """double_zero: 猛炎 brings both to 0: a draw, or a defeat of the player whose turn it is; never without need."""
    units, magics = ([9, 26], [29, 17]), ([4], []) if active == 1 else ([], [4])
    for option, winner in ((DoubleZero.DRAW, 0), (DoubleZero.ACTIVE_PLAYER_LOSES, 3 - active)):
        position = {"active": active, "units": units, "magics": magics, "double_zero": option}
        scene = Scene(**position, life=(4, 4)).quiet_until("2.1").do(active, Magic(4))
        assert scene.state.ending == Ending(winner, EndReason.LIFE)
        assert list(scene.table.relied) == ["W3-0.2-3"]
        scene = Scene(**position, life=(4, 5)).quiet_until("2.1").do(active, Magic(4))
        assert scene.state.ending == Ending(2, EndReason.LIFE)
        assert list(scene.table.relied) == []


@pytest.mark.clause("W3-0.2-3")
def test_double_zero_needs_one_instruction_for_both(tmp_path: Path) -> None:
    """double_zero: where two instructions would bring both down, the first one has ended the game."""
    hits = '[{ op = "damage", to = "opponent", amount = 4 }, { op = "damage", to = "user", amount = 4 }]'
    cards = own_pack(tmp_path, own_magic(14, hits))
    for option in DoubleZero:
        scene = scene_with(cards, magics=([14], []), life=(4, 4), double_zero=option).do(1, Magic(14))
        assert scene.state.ending == Ending(1, EndReason.LIFE)


@pytest.mark.clause("W3-0.2-7", "W3-5.1-4")
def test_deckout_timing() -> None:
    """deckout_timing: an empty deck ends the game with the turn in which it ran out, or with the drawer's own turn."""
    for option in DeckoutTiming:
        own = Scene(deck=[7], life=(12, 9), deckout_timing=option).quiet_until("5.1").do(1, END_TURN)
        assert own.state.ending == Ending(1, EndReason.DECK_OUT)
        assert "W3-0.2-7" not in own.table.relied


@pytest.mark.clause("W3-0.2-7", "W3-0.2-10")
def test_deckout_in_the_opponents_turn() -> None:
    """deckout_timing: if the opponent drew the last card in this turn, the game may go on to the end of theirs."""
    for option, turns in ((DeckoutTiming.TURN_OF_EMPTYING, 1), (DeckoutTiming.DRAWER_TURN, 2)):
        scene = Scene(deck=[7, 16], life=(9, 12), deckout_timing=option).quiet_until("2.1")
        # No text of the house pack lets the opponent draw, so the position after one is laid out by hand.
        scene.table.draw(2, "W3-M4-2")
        for number in range(1, turns + 1):
            assert scene.state.ending is None
            scene.quiet_until("5.1", turn=number).do(number, END_TURN)
            assert "W3-0.2-7" in scene.table.relied
        assert scene.state.ending == Ending(2, EndReason.DECK_OUT)


@pytest.mark.clause("W3-0.2-12")
def test_allow_resign() -> None:
    """allow_resign: a resignation is taken at any time from either seat and noted as outside the print, or refused."""
    for seat in (1, 2):
        for step in ("1.1", "2.1", "4.2", "5.1"):
            scene = Scene(units=([16], [])).quiet_until(step).do(seat, RESIGN)
            assert scene.state.ending == Ending(3 - seat, EndReason.RESIGNATION)
            assert scene.state.step == Step.OVER
            strict = Scene(units=([16], []), allow_resign=AllowResign.FALSE).quiet_until(step)
            assert strict.refuses(seat, RESIGN)[0] == "W3-0.2-12"
    resigned = Scene().do(1, RESIGN)
    assert resigned.refuses(2, RESIGN)[0] == "W3-0.2-11"


@pytest.mark.clause("W3-0.2-12")
def test_a_resignation_is_reported_as_an_assumption() -> None:
    """allow_resign: a game that ends so is legal, resting on a ruling; with the option off the entry is illegal."""
    entry = (Entry(Action(S, RESIGN)),)
    report = verify(GAMES, Record(header("print"), entry))
    assert (report.verdict, report.result and report.result.word) == (Verdict.LEGAL, "p1")
    assert [assumption.id for assumption in report.assumptions] == ["W3-0.2-12"]
    report = verify(GAMES, Record(header("print", allow_resign=AllowResign.FALSE), entry))
    assert (report.verdict, report.findings[0].clauses) == (Verdict.ILLEGAL, ("W3-0.2-12",))


# ---------------- discard_pile


@pytest.mark.clause("W3-2.1-14")
def test_discard_pile(tmp_path: Path) -> None:
    """discard_pile: one common pile by default; with per_player every card goes to the pile of its owner."""
    discards = own_magic(14, '[{ op = "discard", who = "opponent", count = 1 }]')
    piles = {}
    for option in DiscardPile:
        position = {"hands": ([27, 42, 16], [17, 31]), "units": ([26], [28, 29]), "territory": ([14, 21], [])}
        scene = scene_with(own_pack(tmp_path, discards), **position, magics=([14], []), discard_pile=option)
        scene.quiet_until("2.1").do(1, Remove([Spell(28, [27]), Spell(29, [42])]))
        scene.do(2, Counter([Spell(29, [17])])).do(1, PASS, Magic(14)).do(2, Choose([31]))
        scene.quiet_until("4.2").do(1, Redeploy(16, [26]))
        piles[option] = [scene.state.discard, *(side.discard for side in scene.state.sides)]
    assert piles[DiscardPile.SHARED] == [[17, 26, 27, 28, 31, 42], [], []]
    assert piles[DiscardPile.PER_PLAYER] == [[], [26, 27, 42], [17, 28, 31]]


# ---------------- counter_rounds


def two_removals(option: CounterRounds) -> Scene:
    """Seat 1 removes 028 (5) and 029 (6) at once; seat 2 can answer both, and seat 1 those answers."""
    hands = ([27, 42, 40, 8], [16, 17])
    scene = Scene(units=([], [28, 29]), hands=hands, counter_rounds=option).quiet_until("2.1")
    return scene.do(1, Remove([Spell(28, [27]), Spell(29, [42])]))


@pytest.mark.clause("W3-2.3-19", "W3-2.0-14")
def test_counter_rounds_together() -> None:
    """counter_rounds: all answers of a round at once; what was left unanswered in it stays so."""
    scene = two_removals(CounterRounds.TOGETHER)
    both = Counter([Spell(28, [16]), Spell(29, [17])])
    assert scene.allows(2, both)
    scene.do(2, Counter([Spell(28, [16])]))
    assert scene.refuses(1, Counter([Spell(29, [8])]))[0] == "W3-2.3-19"
    scene.do(1, Counter([Spell(28, [40])]))
    assert scene.refuses(2, Counter([Spell(29, [17])]))[0] == "W3-2.3-19"
    assert scene.do(2, PASS).units(2) == []
    assert list(scene.table.relied) == ["W3-2.3-19", "W3-2.0-15", "W3-2.3-4"]


@pytest.mark.clause("W3-2.3-19", "W3-2.3-8")
def test_counter_rounds_chain_by_chain() -> None:
    """counter_rounds: with chain_by_chain the first chain is closed before the second is asked, and none resolves."""
    scene = two_removals(CounterRounds.CHAIN_BY_CHAIN)
    assert scene.refuses(2, Counter([Spell(28, [16]), Spell(29, [17])])) == ("W3-2.3-19", "W3-2.3-8")
    assert scene.refuses(2, Counter([Spell(29, [17])])) == ("W3-2.3-19", "W3-2.3-8")
    scene.do(2, Counter([Spell(28, [16])])).do(1, PASS)
    assert scene.units(2) == [28, 29]
    assert scene.refuses(2, Counter([Spell(28, [17])]))[0] == "W3-2.3-19"
    scene.do(2, Counter([Spell(29, [17])])).do(1, Counter([Spell(29, [8])])).do(2, PASS)
    assert scene.units(2) == [28]


# ---------------- All of them


@pytest.mark.parametrize("mode", [mode.name for mode in GAME.modes])
def test_a_game_rests_on_readings_of_its_mode_only(mode: str) -> None:
    """What a report lists as assumed are clauses that bind in the mode of its game."""
    found: set[str] = set()
    for seed in seeds(10):
        with told(seed):
            report = verify(GAMES, play(GAME, seed, mode))
            found |= {assumed.id for assumed in report.assumptions if assumed.kind == "ruling"}
    enough(len(found), 5)
    assert [clause for clause in sorted(found) if mode not in GAME.rules[clause].modes] == []


# ---------------- veil_bonus, strengthen_limit_shared


@pytest.mark.clause("W3-2.2-10")
def test_veil_bonus() -> None:
    """veil_bonus: 灯火幽鬼 (1) through 透化 gives 透過 and no power, or its cost besides."""
    for option, power in ((VeilBonus.NONE, 6), (VeilBonus.COST, 7)):
        scene = Scene(units=([29], []), hands=([35], []), veil_bonus=option).quiet_until("2.2")
        scene.do(1, Strengthen([Spell(29, [35], [], True)])).do(2, PASS)
        assert [event.amount for event in scene.events("Strengthened")] == [power - 6]
        assert scene.state.step == Step.TRANSPARENT_ATTACK
        scene.do(1, ATTACK)
        assert scene.side(2).life == 30 - power


@pytest.mark.clause("W3-S3.1-4")
def test_strengthen_limit_shared() -> None:
    """strengthen_limit_shared: spell and magic share one strengthening a turn, or each has its own."""
    for option, power in ((StrengthenLimitShared.TRUE, 6 + 7), (StrengthenLimitShared.FALSE, 6 + 7 + 2)):
        position = {"units": ([29], [36]), "hands": ([31], []), "magics": ([12], [])}
        scene = Scene(**position, strengthen_limit_shared=option).quiet_until("2.2")
        scene.do(1, Strengthen([Spell(29, [31])])).do(2, PASS).do(1, Magic(12), Choose([29]), ATTACK)
        assert scene.side(2).life == 30 - power
        assert "W3-S3.1-4" in scene.table.relied
        scene = Scene(**position, strengthen_limit_shared=option).quiet_until("2.2").do(1, Magic(12), Choose([29]))
        spell = Strengthen([Spell(29, [31])])
        if option == StrengthenLimitShared.TRUE:
            assert scene.refuses(1, spell)[0] == "W3-S3.1-4"
        else:
            assert scene.do(1, spell).do(2, PASS).do(1, ATTACK).side(2).life == 30 - power
