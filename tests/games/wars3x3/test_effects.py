"""○効果: every instruction of card texts, and the notes on destruction, exclusion, strengthening and increase."""

from pathlib import Path
from typing import Any

import pytest

from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    PASS,
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
from shinpan_engine.games.wars3x3.table.state import BoostKind, Ending, Face, Step
from shinpan_engine.kernel.errors import PackError

from ...random_games import seeds, told
from .own_pack import own_magic, own_pack, scene_with
from .random_play import random_game
from .scene import Scene


class Trial:
    """Scenes in which A14 is a magic of seat 1 with a text made for the test, and no mana is needed."""

    def __init__(self, folder: Path, *instructions: str) -> None:
        self._cards = own_pack(folder, own_magic(14, f"[{', '.join(f'{{ {one} }}' for one in instructions)}]"))

    def scene(self, **position: Any) -> Scene:
        """Before removal, with the magic face down."""
        return scene_with(self._cards, **{"magics": ([14], [])} | position).quiet_until("2.1")

    def cast(self, **position: Any) -> Scene:
        """The magic is announced; what it lets choose is not chosen yet."""
        return self.scene(**position).do(1, Magic(14))


def lives(scene: Scene) -> list[int]:
    return [side.life for side in scene.state.sides]


def choices(scene: Scene, seat: int) -> list[list[int]]:
    """What a seat may choose now."""
    return [act.cards for _, act in scene.match.options(seat) if isinstance(act, Choose)]


# ---------------- Every instruction


@pytest.mark.clause("W3-M4-1")
@pytest.mark.parametrize(("to", "after"), [("user", [27, 30]), ("opponent", [30, 27]), ("both", [27, 27])])
def test_damage(tmp_path: Path, to: str, after: list[int]) -> None:
    """damage: takes the number from the life of whom the text names, and units and defence do not matter."""
    scene = Trial(tmp_path, f'op = "damage", to = "{to}", amount = 3').cast(units=([29], [20]))
    assert lives(scene) == after
    assert scene.state.step == Step.REMOVAL


@pytest.mark.clause("W3-C-17", "W3-R-03")
@pytest.mark.parametrize(("target", "cost"), [(26, 4), (32, 8)])
def test_damage_of_the_cost_of_what_was_destroyed(target: int, cost: int) -> None:
    """damage "cost": 毒殺 on a unit of 4 takes 4 from its user, on one of 8 takes 8."""
    scene = Scene(units=([14, 17], [26, 32]), magics=([8], []), life=(26, 30)).quiet_until("2.1")
    scene.do(1, Magic(8), Choose([target]))
    assert lives(scene) == [26 - cost, 30]


@pytest.mark.clause("W3-C-17")
def test_the_cost_counts_and_not_the_power(tmp_path: Path) -> None:
    """damage "cost": what was strengthened by 2 after its combat costs its printed 6 when it is destroyed."""
    poison = 'op = "destroy", whose = "opponent"', 'op = "damage", to = "user", amount = "cost"'
    scene = Trial(tmp_path, *poison).scene(units=([34], [29, 26]), magics=([14], [12])).quiet_until("4.1", turn=2)
    scene.do(2, Magic(12), Choose([26, 29])).quiet_until("1.1", turn=3)
    assert [boost.amount for unit in scene.side(2).units for boost in unit.boosts] == [2, 2]
    before = scene.side(1).life
    scene.do(1, Magic(14), Choose([29]))
    assert scene.side(1).life == before - 6


@pytest.mark.clause("W3-C-17", "W3-M4-3")
def test_without_a_destroyed_unit_there_is_no_cost(tmp_path: Path) -> None:
    """damage "cost": where nothing was destroyed, nothing is taken; what a former activation destroyed is forgotten."""
    poison = 'op = "destroy", whose = "opponent"', 'op = "damage", to = "user", amount = "cost"'
    scene = Trial(tmp_path, *poison).cast(units=([], [26])).do(1, Choose([26]))
    assert lives(scene) == [26, 30]
    scene.quiet_until("2.1", turn=3).do(1, Magic(14))
    assert lives(scene) == [26, 30]


@pytest.mark.clause("W3-M4-3")
def test_only_what_was_just_destroyed_has_a_cost(tmp_path: Path) -> None:
    """damage "cost": where the same text finds nothing more to destroy, the former cost is not taken again."""
    poison = 'op = "destroy", whose = "opponent"', 'op = "damage", to = "user", amount = "cost"'
    scene = Trial(tmp_path, *poison, *poison).cast(units=([], [26, 29]))
    assert lives(scene.do(1, Choose([26]), Choose([29]))) == [30 - 4 - 6, 30]
    scene = Trial(tmp_path, *poison, *poison).cast(units=([], [26]))
    assert lives(scene.do(1, Choose([26]))) == [30 - 4, 30]


@pytest.mark.clause("W3-0.2-9")
def test_gain_life(tmp_path: Path) -> None:
    """gain_life: life 29 and 9 more are 38; only the user gains."""
    assert lives(Trial(tmp_path, 'op = "gain_life", amount = 9').cast(life=(29, 5))) == [38, 5]


@pytest.mark.clause("W3-S1.1-1", "W3-S1.1-2")
@pytest.mark.parametrize(("whose", "units"), [("own", [26, 29]), ("opponent", [16, 17]), ("any", [16, 17, 26, 29])])
def test_destroy(tmp_path: Path, whose: str, units: list[int]) -> None:
    """destroy: the user chooses one of the units on that field; it goes to the discard, and nothing in hand can."""
    position = {"units": ([29, 26], [17, 16]), "hands": ([9], [31]), "territory": ([10], [33])}
    trial = Trial(tmp_path, f'op = "destroy", whose = "{whose}"')
    scene = trial.cast(**position)
    assert choices(scene, 1) == [[unit] for unit in units]
    assert choices(scene, 2) == []
    for elsewhere in (9, 31, 10, 33, 7, 41):
        assert scene.refuses(1, Choose([elsewhere]))[0] == "W3-M4-5"
    scene.do(1, Choose([units[0]]))
    assert scene.state.discard == [units[0]]
    assert sorted(scene.units(1) + scene.units(2)) == sorted({16, 17, 26, 29} - {units[0]})
    assert [event.card for event in scene.events("Destroyed")] == [units[0]]


@pytest.mark.clause("W3-S1.1-3")
@pytest.mark.parametrize(("whose", "units"), [("own", [26, 29]), ("opponent", [16]), ("any", [16, 26, 29])])
def test_return_to_hand(tmp_path: Path, whose: str, units: list[int]) -> None:
    """return_to_hand: a unit goes to its owner's hand without what lay on it, and is not destroyed."""
    text = 'op = "increase", units = 2, amount = 3', f'op = "return_to_hand", whose = "{whose}"'
    scene = Trial(tmp_path, *text).cast(units=([29, 26], [16]), hands=([], [31])).do(1, Choose([26, 29]))
    assert choices(scene, 1) == [[unit] for unit in units]
    scene.do(1, Choose([units[0]]))
    owner = 1 if units[0] in (26, 29) else 2
    assert units[0] in scene.side(owner).hand
    assert units[0] not in scene.units(1) + scene.units(2)
    assert (scene.state.discard, scene.events("Destroyed")) == ([], [])


def test_a_returned_unit_enters_anew(tmp_path: Path) -> None:
    """return_to_hand: deployed again in the same turn it has its cost for power and nothing of the increase."""
    text = 'op = "increase", units = 1, amount = 3', 'op = "return_to_hand", whose = "own"'
    scene = Trial(tmp_path, *text).cast(units=([26], []), territory=([9, 10, 14, 16], []))
    scene.do(1, Choose([26]), Choose([26])).quiet_until("4.2").do(1, Deploy(26))
    assert scene.side(1).units[0].boosts == []


@pytest.mark.clause("W3-M4-2", "W3-1.1-6")
def test_draw(tmp_path: Path) -> None:
    """draw: so many cards off the top of the common deck, seen by their drawer only; fewer if there are fewer."""
    scene = Trial(tmp_path, 'op = "draw", count = 2').cast(deck=(7, 20, 5, 30))
    assert (scene.side(1).hand, scene.state.deck) == ([5, 7, 20], [30])
    assert [(event.card, event.private) for event in scene.events("Drew")] == [(20, 1), (5, 1)]
    scene = Trial(tmp_path, 'op = "draw", count = 2').cast(deck=(7, 20))
    assert (scene.side(1).hand, scene.state.deck, scene.state.step) == ([7, 20], [], Step.REMOVAL)


@pytest.mark.clause("W3-0.2-4", "W3-5.1-4")
def test_drawing_the_last_card_by_magic_ends_the_game_with_the_turn(tmp_path: Path) -> None:
    """draw: an empty deck ends the game at the end of that turn, whoever emptied it."""
    scene = Trial(tmp_path, 'op = "draw", count = 1').cast(deck=(7, 20), life=(12, 9))
    assert scene.state.ending is None
    scene.quiet_until("5.1").do(1, scene.match.ask.decisions[0].default)
    assert scene.state.ending == Ending(1, 2)


@pytest.mark.clause("W3-S1.1-3", "W3-M4-5")
@pytest.mark.parametrize(("who", "seat"), [("user", 1), ("opponent", 2)])
def test_discard(tmp_path: Path, who: str, seat: int) -> None:
    """discard: whom the text names chooses from their own hand; the cards go to the discard and are not destroyed."""
    text = f'op = "discard", who = "{who}", count = 2'
    scene = Trial(tmp_path, text).cast(hands=([16, 17], [7, 31, 46]), deck=(26, 6))
    hand = [[16, 17, 26], [7, 31, 46]][seat - 1]
    assert choices(scene, seat) == [hand[:2], [hand[0], hand[2]], hand[1:]]
    assert choices(scene, 3 - seat) == []
    assert scene.refuses(seat, Choose([6, 9]))[0] == "W3-M4-5"
    scene.do(seat, Choose(hand[1:]))
    assert (scene.side(seat).hand, scene.state.discard) == (hand[:1], hand[1:])
    assert scene.events("Destroyed") == []


@pytest.mark.clause("W3-C-18", "W3-4.2-14")
def test_territory_bonus(tmp_path: Path) -> None:
    """territory_bonus: 6 territories and 3 let a 9 in this turn, and count 6 again in the next."""
    six = ([14, 21, 27, 34, 40, 45], [])
    scene = Trial(tmp_path, 'op = "territory_bonus", amount = 3').cast(hands=([20, 33], []), territory=six)
    assert (scene.table.territory_value(1), scene.table.territory_value(2)) == (9, 0)
    scene.quiet_until("4.2").do(1, Deploy(20)).quiet_until("4.2", turn=3)
    assert scene.table.territory_value(1) == 6
    assert scene.refuses(1, Deploy(33))[0] == "W3-4.2-4"


@pytest.mark.clause("W3-C-21", "W3-S3.1-1")
def test_strengthen() -> None:
    """strengthen: 双腕 strengthens two units of its user's choice at once, of any attribute, until the combat ends."""
    scene = Scene(units=([29, 34, 17], [9]), magics=([12], []), life=(30, 60)).quiet_until("2.2").do(1, Magic(12))
    assert choices(scene, 1) == [[17, 29], [17, 34], [29, 34]]
    scene.do(1, Choose([17, 34]))
    kinds = {unit.card: [(boost.kind, boost.amount) for boost in unit.boosts] for unit in scene.side(1).units}
    assert kinds == {29: [], 34: [(BoostKind.STRENGTHENING, 2)], 17: [(BoostKind.STRENGTHENING, 2)]}
    scene.quiet_until("3.2").do(1, ATTACK)
    assert scene.side(2).life == 60 - (1 + 2) - (6 + 6 + 2 - 7)
    scene.quiet_until("4.1")
    assert [unit.boosts for unit in scene.side(1).units] == [[], [], []]


@pytest.mark.clause("W3-M4-2", "W3-C-21")
def test_strengthen_with_one_unit() -> None:
    """strengthen: with only one own unit there, 双腕 strengthens that one."""
    scene = Scene(units=([29], [9]), magics=([12], [])).quiet_until("2.2").do(1, Magic(12))
    assert choices(scene, 1) == [[29]]
    scene.do(1, Choose([29]))
    assert len(scene.side(1).units[0].boosts) == 1


@pytest.mark.clause("W3-S3.1-1", "W3-S3.1-2", "W3-S3.1-3")
def test_increase(tmp_path: Path) -> None:
    """increase: it adds to power, has no limit of one, and goes with a strengthening in either order."""
    twice = 'op = "increase", units = 1, amount = 2', 'op = "increase", units = 1, amount = 3'
    scene = Trial(tmp_path, *twice).scene(units=([29], []), hands=([31], [])).do(1, PASS)
    scene.do(1, Magic(14), Choose([29]), Choose([29]), Strengthen([Spell(29, [31])])).do(2, PASS)
    kinds = [boost.kind for boost in scene.side(1).units[0].boosts]
    assert kinds == [BoostKind.INCREASE, BoostKind.INCREASE, BoostKind.STRENGTHENING]
    scene.quiet_until("3.2").do(1, ATTACK)
    assert scene.side(2).life == 30 - (6 + 2 + 3 + 7)
    scene = Trial(tmp_path, *twice).scene(units=([29], []), hands=([31], [])).do(1, PASS)
    scene.do(1, Strengthen([Spell(29, [31])])).do(2, PASS).do(1, Magic(14), Choose([29]), Choose([29]))
    scene.quiet_until("3.2").do(1, ATTACK)
    assert scene.side(2).life == 30 - (6 + 7 + 2 + 3)


@pytest.mark.clause("W3-S3.1-5", "W3-P-2")
def test_unstrengthenable_units_can_be_increased_but_not_strengthened(tmp_path: Path) -> None:
    """強化不可: an increase takes; 双腕 may be aimed at such a unit and leaves it unchanged, as cannot beats can."""
    scene = Trial(tmp_path, 'op = "increase", units = 1, amount = 2').cast(units=([20], [])).do(1, Choose([20]))
    assert "W3-S3.1-5" in scene.table.relied
    scene.quiet_until("3.2").do(1, ATTACK)
    assert scene.side(2).life == 30 - 11
    scene = Scene(units=([20, 29], []), magics=([12], [])).quiet_until("2.2").do(1, Magic(12), Choose([20, 29]))
    assert [len(unit.boosts) for unit in scene.side(1).units] == [0, 1]
    assert [event.card for event in scene.events("Strengthened")] == [29]
    scene.quiet_until("3.2").do(1, ATTACK)
    assert scene.side(2).life == 30 - (9 + 8)


@pytest.mark.clause("W3-M4-2", "W3-P-2")
def test_a_unit_that_cannot_be_strengthened_may_be_left_out() -> None:
    """As far as possible: who names all own units that 双腕 can strengthen has kept the rule, who leaves one of these
    out has not; with as many as the text asks for nobody is left out."""
    scene = Scene(units=([20, 29], []), magics=([12], [])).quiet_until("2.2").do(1, Magic(12))
    assert choices(scene, 1) == [[29], [20, 29]]
    assert scene.refuses(1, Choose([20]))[0] == "W3-M4-2"
    scene.do(1, Choose([29]))
    assert [event.card for event in scene.events("Strengthened")] == [29]
    three = Scene(units=([20, 29, 34], []), magics=([12], [])).quiet_until("2.2").do(1, Magic(12))
    assert choices(three, 1) == [[20, 29], [20, 34], [29, 34]]


@pytest.mark.clause("W3-S3.1-4")
def test_a_unit_strengthened_by_a_spell_is_left_unchanged_by_magic() -> None:
    """強化: the limit of one for a unit and turn is shared, before the combat and after it."""
    for step in ("3.2", "4.1"):
        scene = Scene(units=([29, 26], []), hands=([31], []), magics=([12], []), life=(30, 99)).quiet_until("2.2")
        scene.do(1, Strengthen([Spell(29, [31])])).do(2, PASS).quiet_until(step)
        scene.do(1, Magic(12), Choose([26, 29]))
        assert [event.card for event in scene.events("Strengthened")] == [26]


@pytest.mark.clause("W3-S3.1-4")
def test_a_unit_strengthened_by_magic_cannot_be_declared_for_a_spell() -> None:
    """強化: a spell on it is refused in that turn; on another unit it is not, nor in the next own turn."""
    scene = Scene(units=([29, 26, 27], []), hands=([31], []), magics=([12], []), life=(30, 99)).quiet_until("2.1")
    scene.do(1, Magic(12), Choose([26, 29]), PASS)
    assert scene.refuses(1, Strengthen([Spell(29, [31])]))[0] == "W3-S3.1-4"
    assert scene.allows(1, Strengthen([Spell(27, [31])]))
    assert scene.quiet_until("2.2", turn=3).allows(1, Strengthen([Spell(29, [31])]))


@pytest.mark.clause("W3-S3.1-4")
def test_a_countered_strengthening_does_not_bar_magic() -> None:
    """強化: what was countered has strengthened nothing, so 双腕 takes."""
    scene = Scene(units=([29, 26], []), hands=([31], [9]), magics=([12], [])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(29, [31])])).do(2, Counter([Spell(29, [9])])).do(1, PASS)
    scene.do(1, Magic(12), Choose([26, 29]))
    assert [event.card for event in scene.events("Strengthened")] == [26, 29]


# ---------------- 破壊, 除外, 両者 0, and card text before manual


@pytest.mark.clause("W3-S1.1-3", "W3-4.2-9", "W3-2.3-17")
def test_only_what_says_destroy_destroys() -> None:
    """破壊: used spells, counters, and units given up go to the discard undestroyed; a removed unit is destroyed."""
    position = {
        "units": ([26], [28, 29]),
        "hands": ([27, 42, 47, 16], [17, 48]),
        "territory": ([14, 21, 34, 40, 45], []),
    }
    scene = Scene(**position).quiet_until("2.1").do(1, Remove([Spell(28, [27]), Spell(29, [42])]))
    scene.do(2, Counter([Spell(29, [17])])).do(1, PASS)
    assert scene.state.discard == [17, 27, 28, 42]
    assert [event.card for event in scene.events("Destroyed")] == [28]
    scene.quiet_until("4.2").do(1, Redeploy(16, [26]))
    assert scene.state.discard == [17, 26, 27, 28, 42]
    assert scene.events("Destroyed") == []


@pytest.mark.clause("W3-B0-2", "W3-S1.7-2")
def test_cards_taken_out_never_come_up() -> None:
    """ゲーム準備: over whole random games the eight cards lie nowhere, and no deck card is excluded by a text."""
    taken_out = [1, 2, 12, 13, 22, 23, 38, 39]
    for seed in seeds(15):
        with told(seed):
            for played in random_game(seed):
                state = played.state
                elsewhere = [*state.deck, *state.discard]
                for side in state.sides:
                    elsewhere += [*side.hand, *side.territory, *(unit.card for unit in side.units), *side.discard]
                elsewhere += [card for chain in state.chains for play in chain.plays for card in play.cards]
                assert state.excluded == []
                assert sorted([*elsewhere, *taken_out]) == list(range(1, 49))


@pytest.mark.clause("W3-0.2-3")
@pytest.mark.parametrize(("option", "winner"), [(0, 0), (1, 2)])
def test_both_at_zero_through_one_instruction(tmp_path: Path, option: int, winner: int) -> None:
    """double_zero: a draw by default; with active_player_loses, a defeat of the player whose turn it is."""
    both = 'op = "damage", to = "both", amount = 4'
    scene = Trial(tmp_path, both).cast(life=(4, 3), double_zero=option)
    assert lives(scene) == [0, -1]
    assert scene.state.ending == Ending(winner, 1)
    assert list(scene.table.relied) == ["W3-0.2-3"]


@pytest.mark.clause("W3-P-1")
def test_card_text_goes_before_the_manual() -> None:
    """◇マニュアルとカードテキストの関係: three texts do what the manual's own rules forbid."""
    territory = ([14, 21, 27, 34, 40, 45], [])
    scene = Scene(units=([29], [17, 16]), hands=([20], []), territory=territory, magics=([11], [])).quiet_until("4.2")
    assert scene.refuses(1, Deploy(20))[0] == "W3-4.2-4"
    assert scene.do(1, Magic(11)).allows(1, Deploy(20))
    scene = Scene(units=([29], []), hands=([35, 43], [])).quiet_until("2.2")
    assert scene.refuses(1, Strengthen([Spell(29, [43])]))[0] == "W3-2.2-3"
    assert scene.allows(1, Strengthen([Spell(29, [35], [], True)]))
    scene = Scene(units=([29, 17], []), magics=([12], [])).quiet_until("4.1").do(1, Magic(12), Choose([17, 29]))
    assert [len(unit.boosts) for unit in scene.side(1).units] == [1, 1]


def test_the_vocabulary_is_closed(tmp_path: Path) -> None:
    """A pack with an instruction, a field or a value that the vocabulary lacks is refused, naming file and card."""
    for wrong in (
        'op = "negate"',
        'op = "damage", to = "user", amount = 0',
        'op = "damage", to = "all", amount = 1',
        'op = "damage", to = "user", amount = "power"',
        'op = "draw", count = 1, face = "up"',
        'op = "destroy"',
        'op = "strengthen", units = 2, amount = 100',
    ):
        with pytest.raises(PackError, match=r"own\.toml.*magic 14"):
            Trial(tmp_path, wrong)


def test_a_game_that_ends_inside_a_text_is_over(tmp_path: Path) -> None:
    """A text that ends the game does nothing more: its next instruction asks nothing."""
    text = 'op = "damage", to = "opponent", amount = 5', 'op = "destroy", whose = "any"'
    scene = Trial(tmp_path, *text).cast(units=([29], [17]), life=(30, 5))
    assert scene.state.ending == Ending(1, 1)
    assert (scene.units(1), scene.units(2)) == ([29], [17])
    assert scene.side(1).magics[0].face == Face.UP
    assert scene.refuses(1, Choose([17]))[0] == "W3-0.2-11"
    assert scene.refuses(1, Lay(7))[0] == "W3-0.2-11"
