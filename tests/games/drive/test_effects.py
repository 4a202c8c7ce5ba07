"""アイコンの効果, and levels: what each operation does."""

import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.table.actions import GO_ON, TAKE, Discard, LevelUp, Lower, PutBack, Raise, Take, Use
from shinpan_engine.games.drive.table.options import DrawFallback, HandLossChoice, ManaSupply, PileTransfer

from .scene import Scene, auto, c, cs, levels, op, skill


def using(*effects: object, **fields: object) -> Scene:
    """Seat 1 has used a free skill with these effects in its action step; deck y0' …, discard as given."""
    units = {1: {"skills": [skill(*effects)]}, **fields.pop("units", {})}  # type: ignore[arg-type,dict-item]
    given = {"hands": ["b1 r1 r2", "r3 r4"], "parties": [[1, 2], [3, 4]], "units": units, "hp": 12, **fields}
    return Scene(**given).plays("b1").until("action").do(1, Use(1))  # type: ignore[arg-type]


@pytest.mark.clause("DR-S5.3-1", "DR-S5.3-3", "DR-P6-7")
def test_heal() -> None:
    """F5: heal 2 moves two cards from the top of the discard to the top of the deck, one by one, or as a packet; the
    deck's size is all that counts, without an upper bound."""
    scene = using(op("heal", 2), discard="g0 g1 g2")
    assert scene.told("Healed", "count", "deck") == [(2, 9)]
    assert scene.state.deck[:3] == cs("g1 g0 y0'")
    assert scene.state.discard == cs("g2")
    assert "DR-P6-7" in scene.table.relied
    block = using(op("heal", 2), discard="g0 g1 g2", pile_transfer=PileTransfer.BLOCK)
    assert block.state.deck[:3] == cs("g0 g1 y0'")


@pytest.mark.clause("DR-S5.3-2", "DR-S5.2-8")
def test_heal_as_far_as_it_goes() -> None:
    """With one card in the discard heal 3 returns one."""
    assert using(op("heal", 3), discard="g0").told("Healed", "count") == [(1,)]


@pytest.mark.clause("DR-P6-7")
@pytest.mark.parametrize("transfer", PileTransfer)
def test_damage_and_heal_restore_the_deck(transfer: PileTransfer) -> None:
    """F29: deck a b c, damage 2, heal 2: the deck again; one by one the discard is b a in between."""
    scene = Scene(hands=["", ""], deck="y0 g0 g1 g2", pile_transfer=transfer)
    scene.table.to_discard(2)
    assert scene.state.discard == cs("g1 g0" if transfer is PileTransfer.ONE_BY_ONE else "g0 g1")
    scene.table.heal(2, "DR-S5.3-1")
    assert scene.state.deck == cs("g0 g1 g2")


@pytest.mark.clause("DR-S5.3-4", "DR-S5.3-5")
def test_heal_from_hand() -> None:
    """A chosen hand card goes on top of the deck, known to its owner alone; nothing is healed."""
    scene = using(op("heal_from_hand"), discard="g0")
    assert scene.asked() == (1, "heal_from_hand")
    assert scene.refuses(1, PutBack(c("r3"))) == ("DR-S5.3-4",)
    scene.do(1, PutBack(c("r1")))
    assert scene.told("PutDown", "card", "private") == [(c("r1"), 1)]
    assert scene.state.deck[0] == c("r1")
    assert scene.events("Healed") == []
    assert scene.state.discard == cs("g0")
    assert GAME.view(scene.state, 1).deck[0] == c("r1")
    assert GAME.view(scene.state, 2).deck[0] == 0
    assert scene.refuses(1, PutBack(c("r2"))) == ("DR-S5.3-4",)


@pytest.mark.clause("DR-S5.3-6")
def test_draw() -> None:
    """The top card of the discard goes to hand, seen by nobody else; the deck stays."""
    scene = using(op("draw"), discard="g0 g1")
    assert c("g0") in scene.hand(1)
    assert scene.state.discard == cs("g1")
    assert scene.told("Drew", "card", "pile", "private") == [(c("g0"), "discard", 1)]
    assert "DR-S5.3-6" in scene.table.relied
    assert len(scene.state.deck) == 7


@pytest.mark.clause("DR-S5.3-7")
def test_draw_from_the_deck_instead() -> None:
    """With an empty discard the player may take from the deck, or leave it."""
    scene = using(op("draw"))
    assert scene.asked() == (1, "draw_from_deck")
    assert scene.allows(1, Take())
    assert "DR-S5.3-7" in scene.table.relied
    assert [frame.kind.name for frame in scene.state.frames] == ["SKILL", "DRAWING"]
    scene.do(1, TAKE)
    assert (c("y0'") in scene.hand(1), len(scene.state.deck)) == (True, 6)
    assert scene.state.frames == []
    left = using(op("draw")).do(1, GO_ON)
    assert len(left.state.deck) == 7
    assert left.refuses(1, TAKE) == ("DR-S5.3-7", "DR-S1-2")


@pytest.mark.clause("DR-S5.3-8")
def test_draws_are_single() -> None:
    """Discard 1, draw 2: one from the discard, then perhaps one from the deck; with the other reading the deck is there
    only if the discard was empty at the start."""
    scene = using(op("draw", 2), discard="g0")
    assert scene.asked() == (1, "draw_from_deck")
    assert c("g0") in scene.hand(1)
    scene.do(1, TAKE)
    assert scene.asked() == (1, "action")
    assert "DR-S5.3-8" in scene.table.relied
    whole = {"draw_fallback": DrawFallback.ALL_OR_NOTHING}
    dry = using(op("draw", 2), discard="g0", **whole)
    assert dry.asked() == (1, "action")
    assert "DR-S5.3-8" in dry.table.relied
    both = using(op("draw", 2), **whole).do(1, TAKE, TAKE)
    assert "DR-S5.3-8" not in both.table.relied
    assert cs("y0' y1")[0] in both.hand(1)
    assert len(both.state.deck) == 5


@pytest.mark.clause("DR-S5.3-9", "DR-R-4")
def test_nothing_to_draw() -> None:
    """With discard and deck empty a draw does nothing, and the round goes on."""
    scene = using(op("draw"), deck="y0")
    assert scene.asked() == (1, "action")
    assert scene.events("Drew") == []


@pytest.mark.clause("DR-S5.3-10", "DR-P5-17")
def test_mana() -> None:
    """One chip for each icon, from the common supply."""
    assert using(op("mana", 2)).mana() == [2, 0]


@pytest.mark.clause("DR-C-11", "DR-P5-17")
def test_a_finite_supply() -> None:
    """With 30 chips what is left is granted: of 3 mana only 1 if 29 are held, the enemy's chips among them."""
    options = {"mana_supply": ManaSupply.FINITE30}
    assert using(op("mana", 3), mana=(20, 9), **options).mana() == [21, 9]
    assert using(op("mana", 3), mana=(20, 8), charge=1, **options).mana() == [21, 8]
    more = using(op("mana", 3), mana=(20, 9))
    assert more.mana() == [23, 9]
    assert "DR-C-11" in more.table.relied
    for enough in (using(op("mana", 1)), using(op("mana", 1), **options)):
        assert "DR-C-11" not in enough.table.relied


@pytest.mark.clause("DR-S5.3-11", "DR-S5.4-6", "DR-S5.2-8")
def test_level_up_by_a_skill() -> None:
    """One own unit of the owner's choice rises, with its bonus; none of another player, none at its highest level."""
    units = {2: {"levels": levels(1, 1, at2=op("heal", 2))}}
    scene = using(op("level_up"), units=units, discard="g0 g1")
    assert scene.asked() == (1, "raise")
    assert "DR-S5.3-11" in scene.table.relied
    assert scene.refuses(1, Raise(3)) == ("DR-S5.4-6",)
    scene.do(1, Raise(2))
    assert scene.level(2) == 2
    assert scene.told("Healed", "count") == [(2,)]
    assert scene.refuses(1, Raise(2)) == ("DR-S5.3-11", "DR-S4-6")
    drawing = {2: {"levels": levels(1, 1, at2=op("draw", 1))}}
    assert using(op("level_up"), units=drawing).do(1, Raise(2)).asked() == (1, "draw_from_deck")
    three = using(op("level_up"), parties=[[1, 2, (5, 5)], [3]])
    assert three.refuses(1, Raise(5)) == ("DR-S5.2-8",)
    only = using(op("level_up"), parties=[[1, (5, 5)], [3]])
    assert (only.asked(), only.level(1)) == ((1, "action"), 2)


def test_level_up_of_the_unit_itself_or_of_all() -> None:
    """`own` raises the unit whose skill it is, `each` every unit of the party, so many times."""
    own = using(op("level_up", 2, unit="own"))
    assert [own.level(1), own.level(2)] == [3, 1]
    every = using(op("level_up", 2, unit="each"), parties=[[1, (2, 4)], [3]])
    assert [every.level(unit) for unit in (1, 2, 3)] == [3, 5, 1]
    watching = {2: {"skills": [auto("level_up", op("heal", 1))]}}
    between = using(op("level_up", unit="each"), units=watching, discard="g0 g1")
    names = [type(event).__name__ for event in between.table.events]
    assert names == ["SkillUsed", "LeveledUp", "SkillUsed", "Healed", "LeveledUp", "SkillUsed", "Healed"]


@pytest.mark.clause("DR-S5.3-12", "DR-S5.2-6")
def test_damage_by_a_skill() -> None:
    """HP 12, damage 4: 8, whatever was played."""
    assert using(op("damage", 4)).told("Damage", "amount", "hp") == [(4, 8)]


@pytest.mark.clause("DR-S5.3-14", "DR-P5.3-5", "DR-S5.5-5", "DR-S5.2-8")
def test_level_down() -> None:
    """One own unit drops one level, of the owner's choice; it gives no bonus, and on rising again it does."""
    units = {2: {"levels": levels(1, 2, 3, at3=op("heal", 1))}}
    scene = using(op("level_down"), units=units, parties=[[(1, 2), (2, 3)], [3]], discard="g0 g1", mana=(3, 0))
    assert scene.asked() == (1, "lower")
    assert "DR-S5.3-14" in scene.table.relied
    assert scene.refuses(1, Lower(3)) == ("DR-S5.3-14",)
    scene.do(1, Lower(2))
    assert (scene.level(2), scene.told("LeveledDown", "level")) == (2, [(2,)])
    assert scene.events("Healed") == []
    scene.do(1, LevelUp(2))
    assert scene.told("Healed", "count") == [(1,)]
    assert scene.refuses(1, Lower(2)) == ("DR-S5.3-14",)
    choice = using(op("level_down"), parties=[[1, (2, 3), (5, 2)], [3]])
    assert choice.refuses(1, Lower(1)) == ("DR-S5.2-8",)


@pytest.mark.clause("DR-P5.3-7")
def test_levels_keep_their_range() -> None:
    """A level-down at 1 and a free level-up at the highest level do nothing and give nothing."""
    low = using(op("level_down", unit="own"))
    assert (low.level(1), low.events("LeveledDown")) == (1, [])
    assert "DR-P5.3-7" in low.table.relied
    assert using(op("level_down")).asked() == (1, "action")
    units = {1: {"levels": levels(1, 1, at2=op("heal", 1)), "skills": [skill(op("level_up", unit="own"))]}}
    high = using(units=units, parties=[[(1, 2)], [3]], discard="g0")
    assert (high.level(1), high.events("Healed"), high.events("LeveledUp")) == (2, [], [])
    assert "DR-P5.3-7" in high.table.relied


@pytest.mark.clause("DR-S5.3-15", "DR-S5.2-8")
def test_mana_loss() -> None:
    """2 become 1; with none nothing happens."""
    assert using(op("mana_loss"), mana=(2, 2)).mana() == [1, 2]
    none = using(op("mana_loss"))
    assert none.mana() == [0, 0]
    assert "DR-S5.2-8" in none.table.relied


@pytest.mark.clause("DR-S5.3-16")
def test_hand_loss() -> None:
    """The owner chooses a hand card for the discard, face down; or chance does."""
    scene = using(op("hand_loss"), discard="g0")
    assert scene.asked() == (1, "hand_loss")
    assert "DR-S5.3-16" in scene.table.relied
    assert scene.refuses(1, Discard(c("r3"))) == ("DR-S5.3-16",)
    scene.do(1, Discard(c("r2")))
    assert scene.state.discard == cs("r2 g0")
    assert scene.told("Lost", "card", "private") == [(c("r2"), 1)]
    assert GAME.view(scene.state, 2).discard == [0, 0]
    assert scene.refuses(1, Discard(c("r1"))) == ("DR-S5.3-16", "DR-S1-4")
    seen = {
        using(op("hand_loss"), hand_loss_choice=HandLossChoice.RANDOM, seed=seed).state.discard[0] for seed in range(9)
    }
    assert len(seen) > 1
    assert seen <= set(cs("r1 r2 y0"))
    drawn = using(op("hand_loss", 2), hand_loss_choice=HandLossChoice.RANDOM)
    assert drawn.state.chance_losses == 2
    assert list(drawn.table.chance.outcomes) == ["loss/p1/1", "loss/p1/2"]


@pytest.mark.clause("DR-S5.3-19")
def test_hand_effects_with_an_empty_hand() -> None:
    """Hand loss and heal from hand do nothing then; the last card needs no choice."""
    for effect in (op("hand_loss"), op("heal_from_hand")):
        empty = using(effect, hands=["b1", ""], deck="")
        assert (empty.asked(), empty.state.discard, empty.state.deck) == ((1, "action"), [], [])
    assert using(op("hand_loss"), hands=["b1 r1", ""], deck="").state.discard == cs("r1")
    assert using(op("heal_from_hand"), hands=["b1 r1", ""], deck="").state.deck == cs("r1")


@pytest.mark.clause("DR-S5.5-3", "DR-S5.5-4", "DR-P4.1-6", "DR-S5.5-11")
def test_the_bonus_of_the_level_reached() -> None:
    """Reaching level 3 whose bonus is heal 2 adds 2 to the deck, whatever raised the unit; starting at level 1 is no
    level-up."""
    units = {2: {"levels": levels(1, 2, 3, at3=op("heal", 2))}}
    scene = using(op("mana", 6), units=units, discard="g0 g1 g2").do(1, LevelUp(2))
    assert scene.events("Healed") == []
    scene.do(1, LevelUp(2))
    assert scene.told("Healed", "count") == [(2,)]
    drawing = using(op("level_up", unit="own"), units={}, discard="")
    assert drawing.asked() == (1, "action")


@pytest.mark.clause("DR-P5.3-6")
def test_the_first_level_gives_nothing() -> None:
    """No bonus is gained by beginning the game."""
    scene = Scene(hands=["", ""], parties=[[1]], units={1: {"levels": levels(1, 1, at2=op("heal", 1))}}, discard="g0")
    assert scene.events("Healed") == []
    assert scene.state.discard == cs("g0")


@pytest.mark.clause("DR-S5.5-7", "DR-S5.4-4")
def test_level_ups_trigger_skills() -> None:
    """The chip moves, then the bonus, then every triggered skill of the party; three level-ups trigger three times; a
    skill may wait for its own unit only."""
    units = {
        1: {"skills": [skill(op("level_up", 3, unit="own"))], "levels": levels(1, 1, 1, 1, at2=op("heal", 1))},
        2: {"skills": [auto("level_up", op("mana"))]},
        5: {"skills": [auto("level_up", op("mana", 5), riser="own")]},
        3: {"skills": [auto("level_up", op("mana", 9))]},
    }
    scene = using(units=units, parties=[[1, 2, 5], [3]], discard="g0")
    assert scene.mana() == [3, 0]
    names = [type(event).__name__ for event in scene.table.events]
    assert names[:6] == ["SkillUsed", "LeveledUp", "Healed", "SkillUsed", "Mana", "LeveledUp"]
    assert "DR-S5.5-7" in scene.table.relied
    scene.do(1, LevelUp(5))
    assert scene.asked() == (1, "triggered")
    assert scene.do(1, GO_ON).mana() == [6, 0]
    others = {3: {"skills": [auto("level_up", op("mana", 9), turn="any")]}}
    another = using(op("level_up", unit="own"), units=others)
    assert another.mana() == [0, 0], "a level-up is one of its own party"
    drawing = {1: {"skills": [skill(op("level_up", unit="each"))], "levels": levels(1, 1, at2=op("draw", 1))}}
    watching = {2: {"skills": [auto("level_up", op("mana"))], "levels": levels(1)}}
    quick = using(units=drawing | watching, discard="g0")
    assert (quick.asked(), quick.mana()) == ((1, "action"), [1, 0])
    slow = using(units=drawing | watching)
    assert (slow.asked(), slow.mana()) == ((1, "draw_from_deck"), [0, 0])
    assert slow.do(1, GO_ON).mana() == [1, 0]


@pytest.mark.clause("DR-S5.4-5")
def test_once_per_turn() -> None:
    """A skill whose text says so triggers once in a turn, and again in the next."""
    units = {
        1: {"skills": [skill(op("level_up", 2, unit="own"))]},
        2: {"skills": [auto("level_up", op("mana"), once_per_turn=True)]},
    }
    scene = using(units=units)
    assert scene.mana() == [1, 0]
    scene.next_turn().next_turn().plays("r1").until("action").do(1, Use(1))
    assert scene.mana() == [2, 0]


@pytest.mark.clause("DR-S5.4-5")
def test_once_per_turn_although_due_twice() -> None:
    """Held twice in one battle, it takes effect once at its end."""
    units = {
        1: {"skills": [auto("battle_start", op("attack", 1), op("level_up", 2, unit="own"))]},
        2: {"skills": [auto("level_up", op("mana"), once_per_turn=True)]},
    }
    scene = Scene(hands=["g1", ""], parties=[[1, 2]], units=units, hp=12).plays("g1").until("action")
    assert scene.level(1) == 3
    assert scene.mana() == [1, 0]
