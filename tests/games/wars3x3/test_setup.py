"""★初級ルール(オーバーロード戦): what is taken out, dealt and placed before turn 1, and what the mode switches off."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    DRAW,
    END_COMBAT,
    END_TURN,
    PASS,
    Choose,
    Counter,
    Deploy,
    GrandMagic,
    KeepMagic,
    Magic,
    Mulligan,
    Redeploy,
    Remove,
    Spell,
    StartTerritory,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.state import Face, Step
from shinpan_engine.kernel.errors import InvalidHeader
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import Thing

from ...random_games import WIDE
from .opening import DECK, MAGICS, TAKEN_OUT, Opening, entry, judged
from .own_pack import own_magic, own_pack, scene_with
from .scene import Scene

OTHER_MAGICS = [magic for magic in range(1, 23) if magic not in MAGICS]
seeds = st.integers(0, 255)


@pytest.mark.clause("W3-B0-1")
def test_both_start_with_thirty_life() -> None:
    """Life starts at 30 for either player, whoever begins."""
    assert [side.life for side in Opening().state.sides] == [30, 30]
    assert [side.life for side in Opening(first=2).state.sides] == [30, 30]


@pytest.mark.clause("W3-B0-2", "W3-B0-3")
@WIDE
@given(seeds)
def test_one_shared_deck_of_forty_cards(seed: int) -> None:
    """The eight named cards lie nowhere; the other forty are dealt or in the one deck, each once."""
    scene = Opening(seed=seed)
    assert scene.state.excluded == []
    assert sorted([*scene.side(1).hand, *scene.side(2).hand, *scene.state.deck]) == DECK


@pytest.mark.clause("W3-B0-2")
@pytest.mark.parametrize("card", TAKEN_OUT)
def test_a_card_that_was_taken_out_cannot_come_up(card: int) -> None:
    """A record whose deck contains one of the eight cards tells of a shuffle that cannot have happened."""
    report = judged(outcomes={"deck": [card, *DECK[1:]], "magic": MAGICS})
    assert report.verdict == Verdict.MALFORMED
    assert ("card", Thing("card", card)) in report.findings[0].message.values


@pytest.mark.clause("W3-B0-4", "W3-B0-5")
@WIDE
@given(seeds)
def test_only_the_eight_magics_in_use_are_there(seed: int) -> None:
    """The eight magics are dealt or undealt, each once; the other fourteen are nowhere."""
    scene = Opening(seed=seed)
    there = [*scene.side(1).spare_magics, *scene.side(2).spare_magics, *scene.state.undealt_magics]
    assert sorted(there) == MAGICS


@pytest.mark.clause("W3-B0-4", "W3-B0-5")
@pytest.mark.parametrize("magic", OTHER_MAGICS)
def test_a_magic_that_was_taken_out_is_never_used(magic: int) -> None:
    """One of the fourteen, 火遊び (A02) among them, can be neither dealt nor kept nor activated."""
    assert judged(outcomes={"deck": DECK, "magic": [magic, *MAGICS[1:]]}).verdict == Verdict.MALFORMED
    scene = Opening()
    scene.do(1, StartTerritory(scene.side(1).hand[:3]))
    assert scene.refuses(1, KeepMagic([magic]))[0] == "W3-B1-10"
    assert Scene(magics=([11], [])).refuses(1, Magic(magic))[0] == "W3-M0-9"


@pytest.mark.clause("W3-B1-1", "W3-B1-2")
@pytest.mark.parametrize("first", [1, 2])
def test_the_header_says_who_starts_and_holds_the_marker(first: int) -> None:
    """Who begins is a fact of the set-up: that player holds the marker from the start and has turn 1."""
    scene = Opening(first=first)
    assert scene.state.active == first
    scene.placed()
    assert (scene.state.turn, scene.state.active) == (1, first)
    assert scene.refuses(3 - first, DRAW)[0] == "W3-1.0-6"
    scene.do(first, DRAW)


@pytest.mark.clause("W3-B1-1")
@pytest.mark.parametrize("first", [0, 3])
def test_a_game_without_a_starting_player_cannot_be_judged(first: int) -> None:
    """The starting player is seat 1 or seat 2; without the fact there is no game."""
    with pytest.raises(InvalidHeader, match="starting player"):
        Opening(first=first)


@pytest.mark.clause("W3-B1-3", "W3-B1-4")
@pytest.mark.parametrize("first", [1, 2])
def test_two_magics_are_dealt_to_each_and_four_stay_away(first: int) -> None:
    """Off the shuffled magics come two for the starting player, then two for the other; the rest is out of the game."""
    scene = Opening(outcomes={"deck": DECK, "magic": [16, 4, 11, 8, 1, 5, 12, 14]}, first=first)
    assert scene.side(first).spare_magics == [4, 16]
    assert scene.side(3 - first).spare_magics == [8, 11]
    assert scene.state.undealt_magics == [1, 5, 12, 14]
    scene.do(first, StartTerritory(scene.side(first).hand[:3]))
    assert [option for seat, option in scene.match.options(first) if isinstance(option, KeepMagic)] == [
        KeepMagic([4]),
        KeepMagic([16]),
    ]
    for away in (1, 5, 12, 14):
        assert scene.refuses(first, KeepMagic([away]))[0] == "W3-B1-10"


@pytest.mark.clause("W3-B1-3", "W3-B1-5")
def test_deck_and_magics_are_shuffled() -> None:
    """Other seeds give other deals of the cards and of the magics, and one seed always the same."""
    scenes = [Opening(seed=seed) for seed in range(20)]
    assert len({tuple(scene.state.deck) for scene in scenes}) == 20
    assert len({(*s.side(1).spare_magics, *s.side(2).spare_magics) for s in scenes}) > 5
    assert Opening(seed=7).state == Opening(seed=7).state


@pytest.mark.clause("W3-B1-5", "W3-B1-6")
@pytest.mark.parametrize("first", [1, 2])
def test_eight_cards_for_the_first_nine_for_the_other(first: int) -> None:
    """The starting player gets the top eight cards, the other the next nine, and 23 are left as the deck."""
    order = DECK[::-1]
    scene = Opening(outcomes={"deck": order, "magic": MAGICS}, first=first)
    assert scene.side(first).hand == sorted(order[:8])
    assert scene.side(3 - first).hand == sorted(order[8:17])
    assert scene.state.deck == order[17:]
    assert len(scene.placed().state.deck) == 40 - 8 - 9 == 23
    for viewer in (0, 1, 2):
        assert GAME.view(scene.state, viewer).deck == [0] * 23


@pytest.mark.clause("W3-B1-3", "W3-B1-5")
@pytest.mark.parametrize(
    ("deck", "magic", "clause"),
    [(DECK[:16], MAGICS, "W3-B1-5"), (DECK, MAGICS[:3], "W3-B1-3"), (DECK[:17], MAGICS[:4], None)],
)
def test_a_deal_that_the_record_does_not_tell_is_undecidable(
    deck: list[int], magic: list[int], clause: str | None
) -> None:
    """A record must tell all 17 cards and 4 magics that were dealt; what lies below them it may leave out."""
    report = judged(outcomes={"deck": deck, "magic": magic})
    assert report.verdict == (Verdict.UNDECIDABLE if clause else Verdict.INCOMPLETE)
    assert [finding.clauses for finding in report.findings] == ([(clause,)] if clause else [])


@pytest.mark.clause("W3-B1-5")
def test_a_ninth_card_is_not_the_starting_players() -> None:
    """The ninth card off the deck is not in the starting player's deal, so it cannot be placed from there."""
    scene = Opening(outcomes={"deck": DECK, "magic": MAGICS})
    ninth = DECK[8]
    assert scene.refuses(1, StartTerritory([*DECK[:2], ninth]))[0] == "W3-B1-8"
    assert scene.allows(2, StartTerritory(DECK[8:11]))


@pytest.mark.clause("W3-B1-7")
@pytest.mark.parametrize("seat", [1, 2])
def test_own_cards_are_seen_before_any_choice(seat: int) -> None:
    """Before anything is chosen a player sees the own cards and magics in full and nothing of the opponent's."""
    scene = Opening()
    side = scene.side(seat)
    assert [event.cards for event in scene.events("Dealt") if event.private == seat] == [side.hand]
    assert [event.magics for event in scene.events("MagicsDealt") if event.private == seat] == [side.spare_magics]
    assert all(event.private == event.seat for event in scene.table.events)
    seen = GAME.view(scene.state, seat)
    assert seen.sides[seat - 1] == scene.side(seat)
    hidden = seen.sides[2 - seat]
    assert hidden.hand == [0] * len(scene.side(3 - seat).hand)
    assert hidden.spare_magics == [0, 0]
    assert scene.state.pending[seat - 1].ask == "start_territory"


@pytest.mark.clause("W3-B1-8")
def test_exactly_three_territories_are_placed() -> None:
    """Three dealt cards leave the hand and lie as territory that the opponent cannot read; other counts are illegal."""
    scene = Opening()
    hand = list(scene.side(1).hand)
    for wrong in (hand[:2], hand[:4], []):
        assert scene.refuses(1, StartTerritory(wrong))[0] == "W3-B1-8"
    for badly_written in (hand[2::-1], [hand[0], hand[0], hand[1]]):
        assert scene.refuses(1, StartTerritory(badly_written)) == ("",)
    assert scene.refuses(1, StartTerritory([*hand[:2], scene.side(2).hand[-1]]))[0] == "W3-B1-8"
    scene.do(1, StartTerritory(hand[:3]))
    assert [(event.card, event.private) for event in scene.events("Laid")] == [(card, 1) for card in hand[:3]]
    assert scene.side(1).territory == hand[:3]
    assert scene.side(1).hand == hand[3:]
    assert GAME.view(scene.state, 2).sides[0].territory == [0, 0, 0]
    assert scene.refuses(1, StartTerritory(hand[3:6]))[0] == "W3-B1-8"


@pytest.mark.clause("W3-B1-9")
@WIDE
@given(st.permutations(DECK), st.sets(st.integers(0, 7), min_size=3, max_size=3))
def test_any_dealt_card_may_be_territory(order: list[int], places: set[int]) -> None:
    """Whatever was dealt, any three of it will do."""
    scene = Opening(outcomes={"deck": order, "magic": MAGICS})
    chosen = sorted(order[place] for place in sorted(places))
    scene.do(1, StartTerritory(chosen))
    assert scene.side(1).territory == chosen


@pytest.mark.clause("W3-B1-9")
def test_spells_may_be_territory() -> None:
    """調律 and 呪文砕き may lie as starting territory too."""
    order = [45, 46, 47, *[card for card in DECK if card not in (45, 46, 47)]]
    scene = Opening(outcomes={"deck": order, "magic": MAGICS})
    assert scene.allows(1, StartTerritory([45, 46, 47]))


@pytest.mark.clause("W3-B1-10")
def test_exactly_one_of_the_two_magics_is_kept() -> None:
    """After the territory one magic is kept, face down; none, both or another is illegal, the other is never used."""
    scene = Opening()
    kept, other = scene.side(1).spare_magics
    foreign = scene.side(2).spare_magics[0]
    scene.do(1, StartTerritory(scene.side(1).hand[:3]))
    for wrong in ([], sorted([kept, other]), [foreign]):
        assert scene.refuses(1, KeepMagic(wrong))[0] == "W3-B1-10"
    scene.do(1, KeepMagic([kept]))
    assert [(card.magic, card.face) for card in scene.side(1).magics] == [(kept, Face.DOWN)]
    assert scene.side(1).spare_magics == [other]
    scene.do(2, StartTerritory(scene.side(2).hand[:3]), KeepMagic([foreign]))
    scene.do(1, DRAW)
    assert scene.refuses(1, Magic(other))[0] == "W3-M0-9"


@pytest.mark.clause("W3-B1-10")
def test_the_magic_comes_after_the_territory() -> None:
    """A magic cannot be kept before the own territory is placed."""
    scene = Opening()
    assert scene.refuses(1, KeepMagic(scene.side(1).spare_magics[:1]))[0] == "W3-B1-10"


@pytest.mark.clause("W3-B1-11")
@pytest.mark.parametrize("first", [1, 2])
def test_the_opening_hand_is_the_rest(first: int) -> None:
    """Five cards are left for the starting player and six for the other."""
    scene = Opening(first=first)
    left = [side.hand[3:] for side in scene.state.sides]
    scene.placed()
    assert [side.hand for side in scene.state.sides] == left
    assert len(scene.side(first).hand) == 5
    assert len(scene.side(3 - first).hand) == 6


@pytest.mark.clause("W3-B1-12")
def test_there_is_no_mulligan() -> None:
    """A new deal is refused before the first choice, between the choices and in the game."""
    scene = Opening()
    assert scene.refuses(1, Mulligan())[0] == "W3-B1-12"
    scene.do(1, StartTerritory(scene.side(1).hand[:3]))
    assert scene.refuses(1, Mulligan())[0] == "W3-B1-12"
    assert scene.refuses(2, Mulligan())[0] == "W3-B1-12"
    assert Scene().refuses(1, Mulligan())[0] == "W3-B1-12"


def choices(scene: Opening) -> list[tuple[int, object]]:
    """What both players place: the first cards they can."""
    return [
        (seat, act)
        for seat in (1, 2)
        for act in (StartTerritory(scene.side(seat).hand[:3]), KeepMagic(scene.side(seat).spare_magics[:1]))
    ]


@pytest.mark.clause("W3-B1-13")
@pytest.mark.parametrize("order", ["1122", "1212", "1221", "2112", "2121", "2211"])
def test_placing_goes_in_any_order_and_ends_before_turn_one(order: str) -> None:
    """In whatever order the players place, the same game begins, and no turn before both are done."""
    reference = Opening().placed().state
    scene = Opening()
    left = choices(scene)
    for seat in map(int, order):
        assert scene.state.turn == 0
        assert scene.refuses(1, DRAW)[0] == "W3-B1-13"
        at = next(at for at, choice in enumerate(left) if choice[0] == seat)
        scene.do(*left.pop(at))
    assert scene.state == reference
    assert (scene.state.turn, scene.state.step) == (1, Step.DRAW)


@pytest.mark.clause("W3-B1-13")
def test_a_record_of_the_placing_has_one_order() -> None:
    """With the second player's placing first a record is put in seat order, with a note, and is the same game."""
    entries = [entry(*choice) for choice in choices(Opening())]
    usual, other = judged(*entries), judged(*entries[2:], *entries[:2])
    assert (usual.verdict, usual.notes) == (Verdict.INCOMPLETE, ())
    assert {str(note.text).partition(":")[0] for note in other.notes} == {"put in seat order"}
    assert other.last_link == usual.last_link


@pytest.mark.clause("W3-B1-13")
def test_placing_shows_the_opponent_nothing() -> None:
    """What one player lays and keeps changes nothing that the opponent or the public sees, events included."""

    def seen(cards: slice, magic: int, viewer: int) -> tuple[object, list[object]]:
        scene = Opening()
        scene.do(1, StartTerritory(scene.side(1).hand[cards]))
        told = [event for event in scene.table.events if event.private in (0, viewer)]
        scene.do(1, KeepMagic([scene.side(1).spare_magics[magic]]))
        told += [event for event in scene.table.events if event.private in (0, viewer)]
        return GAME.view(scene.state, viewer), told

    for viewer in (0, 2):
        assert seen(slice(0, 3), 0, viewer) == seen(slice(5, 8), 1, viewer)
    assert seen(slice(0, 3), 0, 1) != seen(slice(5, 8), 1, 1)


@pytest.mark.clause("W3-B1-15")
@WIDE
@given(seeds)
def test_only_the_size_of_a_hand_is_public(seed: int) -> None:
    """The opponent and the public see how many cards a hand has and none of them."""
    scene = Opening(seed=seed).placed()
    for viewer in (0, 2):
        assert GAME.view(scene.state, viewer).sides[0].hand == [0] * 5
    assert GAME.view(scene.state, 1).sides[0].hand == scene.side(1).hand


@pytest.mark.clause("W3-B2-1")
def test_each_of_the_five_traits_is_in_force() -> None:
    """透過, 双壁, ブロック不可, 透化 and 強化不可 each do what they say."""
    transparent = Scene(units=([36], [])).quiet_until("3.1").do(1, ATTACK)
    assert transparent.side(2).life == 30 - 2
    double_wall = Scene(units=([36], [24])).quiet_until("3.1").do(1, ATTACK)
    assert double_wall.side(2).life == 30
    unblocking = Scene(units=([16], [36])).quiet_until("3.2").do(1, ATTACK)
    assert unblocking.side(2).life == 30 - 5
    spells = Scene(units=([29, 20], []), hands=([35, 18], [])).quiet_until("2.2")
    assert spells.allows(1, Strengthen([Spell(29, [35], [], True)]))
    assert spells.refuses(1, Strengthen([Spell(20, [18])]))[0] == "W3-2.2-7"


@pytest.mark.clause("W3-B2-2")
def test_undying_does_not_return_a_destroyed_unit() -> None:
    """Turn 11 of the printed replay: のうなし腕力 009 is destroyed and stays in the discard, in spite of 不死."""
    scene = Scene(units=([], [9]), hands=([31], [])).quiet_until("2.1")
    scene.do(1, Remove([Spell(9, [31])])).do(2, PASS)
    assert scene.state.discard == [9, 31]
    assert scene.side(2).hand == []
    assert scene.units(2) == []


@pytest.mark.clause("W3-B2-2")
def test_abundance_swelling_and_treasure_do_nothing() -> None:
    """豊穣 adds no territory, 膨張 no power and 宝掘 draws no card."""
    scene = Scene(units=([12], []), hands=([9, 17], []), territory=([1, 2, 3, 4], [])).quiet_until("4.2")
    assert scene.refuses(1, Redeploy(9, [12]))[0] == "W3-4.2-7"
    assert scene.allows(1, Redeploy(17, [12]))
    assert Scene(units=([22], [])).quiet_until("3.2").do(1, ATTACK).side(2).life == 30 - 3
    fairy = Scene(hands=([38], []), territory=([3, 4, 5, 6], []), deck=[7, 9]).quiet_until("4.2")
    fairy.do(1, Deploy(38))
    assert (fairy.side(1).hand, fairy.state.step) == ([7], Step.TURN_END)


@pytest.mark.clause("W3-B2-8")
def test_of_the_three_traits_of_the_striker_only_substitution_is_off() -> None:
    """先行打撃兵 attacks in 3.1, does not block in 3.2, and after that attack no exchange is offered."""
    attack = Scene(units=([36], [29]), hands=([16], [])).quiet_until("3.1").do(1, ATTACK)
    assert attack.side(2).life == 30 - 2
    assert attack.state.step == Step.COMBAT_END
    assert attack.units(1) == [36]
    assert attack.allows(1, END_COMBAT)
    assert attack.refuses(1, Redeploy(16, [36]))[0] == "W3-3.3-4"
    assert Scene(units=([16], [36])).quiet_until("3.2").do(1, ATTACK).side(2).life == 30 - 5


@pytest.mark.clause("W3-B2-9")
@pytest.mark.parametrize("face", [Face.DOWN, Face.UP, Face.SIDEWAYS])
def test_no_grand_magic_in_any_step(face: Face) -> None:
    """However the magic lies, it cannot be excluded for its grand magic, in no step and by no player."""
    scene = Scene(magics=([(1, face)], [14]), units=([7, 16, 40], [29]))
    for step in ("1.1", "2.1", "2.2", "3.2", "3.3", "4.1", "4.2", "5.1"):
        scene.quiet_until(step)
        assert scene.refuses(1, GrandMagic(1))[0] == "W3-B2-9"
        assert scene.refuses(2, GrandMagic(14))[0] == "W3-B2-9"


@pytest.mark.clause("W3-B2-10")
def test_tuning_and_the_wild_card_work() -> None:
    """呪文砕き counters any number, as on turn 8; 調律 strengthens as a declared number, as on turn 14."""
    turn_8 = Scene(units=([], [20]), hands=([33], [47])).quiet_until("2.1")
    turn_8.do(1, Remove([Spell(20, [33])])).do(2, Counter([Spell(20, [47])])).do(1, PASS)
    assert turn_8.units(2) == [20]
    turn_14 = Scene(units=([16], []), hands=([46], [])).quiet_until("2.2")
    turn_14.do(1, Strengthen([Spell(16, [46], [3])])).do(2, PASS).quiet_until("3.2").do(1, ATTACK)
    assert turn_14.side(2).life == 30 - (5 + 3)


@pytest.mark.clause("W3-B2-11")
def test_magic_traits_are_in_force(tmp_path: Path) -> None:
    """A magic that the pack gives 残響 is activated from its side once more, one with 顕在 goes on working face up."""
    plain, echo, manifest = (
        own_magic(14, '[{ op = "damage", to = "opponent", amount = 1 }]', more=more)
        for more in (
            "",
            'traits = ["echo"]',
            'traits = ["manifest"]\nlasting = [{ op = "unit_power", amount = 2 }]',
        )
    )
    sideways = {"magics": ([(14, Face.SIDEWAYS)], [])}
    assert scene_with(own_pack(tmp_path, plain), **sideways).refuses(1, Magic(14))[0] == "W3-M3-4"
    scene = scene_with(own_pack(tmp_path, echo), **sideways).do(1, Magic(14))
    assert (scene.side(2).life, scene.side(1).magics[0].face) == (29, Face.EXCLUDED)
    lasting = scene_with(own_pack(tmp_path, manifest), units=([16], []), magics=([(14, Face.UP)], []))
    assert lasting.quiet_until("3.2").do(1, ATTACK).side(2).life == 30 - (5 + 2)


@pytest.mark.clause("W3-B2-12")
def test_a_beginner_turn_has_the_common_steps_and_the_common_magic() -> None:
    """The nine common steps follow each other, and a magic of manual 1 is paid for and resolved as in every mode."""
    scene = Scene(units=([36, 29], [14, 16]), hands=([4], []), territory=([1, 2], []), magics=([8], []))
    walked = [scene.state.step]
    for act in (DRAW, PASS, PASS, ATTACK, ATTACK, END_COMBAT, PASS, Deploy(4), END_TURN):
        if walked[-1] == Step.COMBAT_END:
            scene.do(1, Magic(8), Choose([14]))
        scene.do(1, act)
        walked.append(scene.state.step)
    assert walked == [*range(Step.DRAW, Step.TURN_END + 1), Step.DRAW]
    assert (scene.state.active, scene.side(1).magics[0].face) == (2, Face.UP)
    assert scene.units(2) == [16]
