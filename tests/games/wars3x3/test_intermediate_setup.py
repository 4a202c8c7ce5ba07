"""★中級ルール(アプレンティス戦): what is taken out and dealt before turn 1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import DRAW, KeepHand, KeepMagic, Magic
from shinpan_engine.games.wars3x3.table.options import IntermediateMagic
from shinpan_engine.games.wars3x3.table.state import Face, Step
from shinpan_engine.kernel.errors import InvalidHeader
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import Thing

from ...random_games import WIDE
from .apprentices import MENTORS, SETS, TOLD, Apprentices, apprentice_scene, magics
from .opening import DECK, judged

seeds = st.integers(0, 255)
BASIC = range(17, 23)


@pytest.mark.clause("W3-I0-1")
def test_both_start_with_thirty_life() -> None:
    """Life starts at 30 for either player, whoever begins."""
    for first in (1, 2):
        assert [side.life for side in Apprentices(first=first).state.sides] == [30, 30]


@pytest.mark.clause("W3-I0-2", "W3-I0-3", "W3-I1-3")
@WIDE
@given(seeds)
def test_eight_mentors_and_one_shared_deck_of_forty(seed: int) -> None:
    """Two of the eight named cards are mentors, six lie nowhere; the other forty are dealt or in the deck."""
    scene = Apprentices(seed=seed)
    mentors = [side.mentor for side in scene.state.sides]
    assert len({*mentors}.intersection(MENTORS)) == 2
    assert scene.state.excluded == []
    assert sorted([*scene.side(1).hand, *scene.side(2).hand, *scene.state.deck]) == DECK


@pytest.mark.clause("W3-I0-2", "W3-I0-3")
@pytest.mark.parametrize("card", MENTORS)
def test_a_mentor_cannot_come_up_from_the_deck(card: int) -> None:
    """A record whose deck contains a mentor, or whose mentors contain a card of the deck, tells what cannot be."""
    report = judged(mode="intermediate", outcomes={**TOLD, "deck": [card, *DECK[1:]]})
    assert report.verdict == Verdict.MALFORMED
    assert ("card", Thing("card", card)) in report.findings[0].message.values
    assert judged(mode="intermediate", outcomes={**TOLD, "mentor": [3, card]}).verdict == Verdict.MALFORMED


@pytest.mark.clause("W3-I0-4")
@pytest.mark.parametrize("option", IntermediateMagic)
@pytest.mark.parametrize("magic", BASIC)
def test_basic_magics_are_not_used(magic: int, option: IntermediateMagic) -> None:
    """One of A17 to A22 can be neither dealt nor kept nor activated, whichever way the magics are dealt."""
    scene = Apprentices(intermediate_magic=option)
    assert scene.refuses(1, KeepMagic([*sorted(scene.side(1).spare_magics)[:2], magic])) == ("W3-I1-5",)
    scene.kept().do(1, DRAW)
    assert scene.refuses(1, Magic(magic)) == ("W3-M0-9",)
    told = {"mentor": MENTORS, "deck": DECK, "magic": [magic, *range(2, 17)]}
    report = judged(mode="intermediate", outcomes=told, intermediate_magic=IntermediateMagic.RANDOM4)
    assert report.verdict == Verdict.MALFORMED


@pytest.mark.clause("W3-I0-5", "W3-I0-6", "W3-I0-7", "W3-I0-8", "W3-I1-2")
@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("number", SETS)
def test_the_four_magic_sets(number: int, first: int) -> None:
    """The top set is the starting player's and the next the other's, each with its four magics; two are not used."""
    order = [*range(number, 5), *range(1, number)]
    scene = Apprentices(outcomes={**TOLD, "set": order}, first=first)
    assert scene.side(first).spare_magics == SETS[order[0]]
    assert scene.side(3 - first).spare_magics == SETS[order[1]]
    assert scene.state.undealt_magics == sorted(SETS[order[2]] + SETS[order[3]])
    for away in scene.state.undealt_magics:
        assert scene.refuses(first, KeepMagic(sorted([*SETS[order[0]][:2], away]))) == ("W3-I1-5",)


@pytest.mark.clause("W3-I0-5", "W3-I0-6", "W3-I0-7", "W3-I0-8")
@pytest.mark.parametrize(
    ("number", "name", "of"),
    [
        (1, "乱打", ["火炎弾", "毒殺", "巨体化", "逆風"]),
        (2, "堅固", ["火遊び", "瘴気", "迷い森", "風読み"]),
        (3, "災害", ["溶岩流", "猛炎", "暴露", "竜巻"]),
        (4, "圧倒", ["濃霧", "収穫", "双腕", "新天地"]),
    ],
)
@pytest.mark.parametrize("pack", ["print", "house"])
def test_the_sets_by_their_printed_names(number: int, name: str, of: list[str], pack: str) -> None:
    """A record may name a set as printed, and its magics have the printed names."""
    scene = Apprentices(outcomes={**TOLD, "set": [number, 1 + number % 4]}, pack=pack)
    cards = scene.table.cards
    assert [cards.magic[magic].name for magic in scene.side(1).spare_magics] == of
    names = scene.names
    assert (names.text("set", number), names.numbers("set", name), names.numbers("set", "乱舞")) == (name, [number], [])


@pytest.mark.clause("W3-I1-1")
@pytest.mark.parametrize("first", [1, 2])
def test_the_header_says_who_starts_and_holds_the_marker(first: int) -> None:
    """Who begins is a fact of the set-up: that player holds the marker from the start and has turn 1."""
    scene = Apprentices(first=first)
    assert scene.state.active == first
    scene.kept()
    assert (scene.state.turn, scene.state.active) == (1, first)
    assert scene.refuses(3 - first, DRAW) == ("W3-1.0-6", "W3-1.0-1")
    scene.do(first, DRAW)


@pytest.mark.clause("W3-I1-1")
@pytest.mark.parametrize("first", [0, 3])
def test_a_game_without_a_starting_player_cannot_be_judged(first: int) -> None:
    """The starting player is seat 1 or seat 2; without the fact there is no game."""
    with pytest.raises(InvalidHeader, match="starting player"):
        Apprentices(first=first)


@pytest.mark.clause("W3-I1-2", "W3-I1-3", "W3-I1-4")
def test_sets_mentors_and_deck_fall_at_random() -> None:
    """Other seeds give other sets, mentors and cards, every set and mentor to either player; one seed the same."""
    scenes = [Apprentices(seed=seed) for seed in range(100)]
    for seat in (1, 2):
        assert {scene.side(seat).mentor for scene in scenes} == set(MENTORS)
        assert {tuple(scene.side(seat).spare_magics) for scene in scenes} == {tuple(of) for of in SETS.values()}
    assert len({tuple(scene.state.deck) for scene in scenes}) == 100
    assert Apprentices(seed=7).state == Apprentices(seed=7).state


@pytest.mark.clause("W3-I1-3", "W3-I1-14")
@pytest.mark.parametrize("first", [1, 2])
def test_a_mentor_for_each_lies_face_up(first: int) -> None:
    """The top mentor is the starting player's, the next the other's; everybody sees both, and six lie nowhere."""
    scene = Apprentices(outcomes={**TOLD, "mentor": [38, 2, 1, 12, 13, 22, 23, 39]}, first=first)
    assert (scene.side(first).mentor, scene.side(3 - first).mentor) == (38, 2)
    assert scene.state.excluded == []
    dealt = scene.events("MentorDealt")
    assert [(event.seat, event.card, event.private) for event in dealt] == [(first, 38, 0), (3 - first, 2, 0)]
    scene.kept()
    for viewer in (0, 1, 2):
        assert [side.mentor for side in GAME.view(scene.state, viewer).sides] == [s.mentor for s in scene.state.sides]


@pytest.mark.clause("W3-I1-4")
@pytest.mark.parametrize("first", [1, 2])
def test_nine_cards_for_each(first: int) -> None:
    """The starting player gets the top nine cards, the other the next nine; the tenth is not the first player's."""
    scene = Apprentices(outcomes={**TOLD, "deck": DECK[::-1]}, first=first)
    assert scene.side(first).hand == sorted(DECK[::-1][:9])
    assert scene.side(3 - first).hand == sorted(DECK[::-1][9:18])
    assert scene.state.deck == DECK[::-1][18:]
    tenth = DECK[::-1][9]
    wrong = KeepHand(sorted([*scene.side(first).hand[:5], tenth]))
    assert scene.refuses(first, wrong) == ("W3-I1-6",)


@pytest.mark.clause("W3-I1-2", "W3-I1-3", "W3-I1-4", "W3-I2-9")
@pytest.mark.parametrize(
    ("label", "values", "clause"),
    [("set", [3], "W3-I1-2"), ("mentor", [1], "W3-I1-3"), ("deck", DECK[:17], "W3-I1-4"), ("magic", [1], "W3-I2-9")],
)
def test_a_deal_that_the_record_does_not_tell_is_undecidable(label: str, values: list[int], clause: str) -> None:
    """A record must tell what was dealt; what nobody got it may leave out."""
    random4 = {"intermediate_magic": IntermediateMagic.RANDOM4} if label == "magic" else {}
    magics_told = {"magic": list(range(1, 9))} if random4 else {"set": [1, 2]}
    enough = {**magics_told, "mentor": [1, 2], "deck": DECK[:18]}
    assert judged(mode="intermediate", outcomes=enough, **random4).verdict == Verdict.INCOMPLETE
    report = judged(mode="intermediate", outcomes={**enough, label: values}, **random4)
    assert (report.verdict, report.findings[0].clauses) == (Verdict.UNDECIDABLE, (clause,))


@pytest.mark.clause("W3-I1-21")
@pytest.mark.parametrize("seat", [1, 2])
def test_everything_dealt_is_seen_before_any_choice(seat: int) -> None:
    """Before anything is chosen a player sees the own cards, magics and mentor, and of the opponent the mentor only."""
    scene = Apprentices()
    side = scene.side(seat)
    assert [event.cards for event in scene.events("Dealt") if event.private == seat] == [side.hand]
    told = [event.magics for event in scene.events("MagicsDealt") if event.private == seat]
    assert told == [sorted(side.spare_magics)]
    seen = GAME.view(scene.state, seat)
    assert seen.sides[seat - 1] == side
    other, hidden = scene.side(3 - seat), seen.sides[2 - seat]
    assert (hidden.hand, hidden.spare_magics, hidden.mentor) == ([0] * 9, [0] * 4, other.mentor)
    assert [(p.seat, p.ask) for p in scene.state.pending if p.seat == seat] == [
        (seat, "keep_magic"),
        (seat, "keep_hand"),
    ]


@pytest.mark.clause("W3-I1-15", "W3-I1-19", "W3-I1-13")
@pytest.mark.parametrize("first", [1, 2])
def test_what_the_players_have_at_turn_one(first: int) -> None:
    """Six hidden cards, three magics face down that their owner may look at, no territory; for both the same."""
    scene = Apprentices(first=first).kept()
    assert (scene.state.turn, scene.state.step) == (1, Step.DRAW)
    for seat in (1, 2):
        side = scene.side(seat)
        assert (len(side.hand), side.territory, side.units) == (6, [], [])
        assert [card.face for card in side.magics] == [Face.DOWN] * 3
        assert GAME.view(scene.state, seat).sides[seat - 1] == side
        for viewer in (0, 3 - seat):
            seen = GAME.view(scene.state, viewer).sides[seat - 1]
            assert seen.hand == [0] * 6
            assert [card.magic for card in seen.magics] == [0] * 3


@pytest.mark.clause("W3-I1-13")
def test_places_of_hidden_magics_tell_nothing() -> None:
    """To others, magics face down are shown after the rest: between a face-up 毒殺 and its neighbours no place is left
    that would tell which number lies there."""
    scenes = [apprentice_scene(magics=(row, [])) for row in ([1, (8, Face.UP), 15], [(8, Face.UP), 9, 15])]
    for viewer in (0, 2):
        shown = [[(c.magic, c.face) for c in GAME.view(s.state, viewer).sides[0].magics] for s in scenes]
        assert shown == [[(8, Face.UP), (0, Face.DOWN), (0, Face.DOWN)]] * 2
    assert [magics(scene, 1) for scene in scenes] == [[1, 8, 15], [8, 9, 15]]


@pytest.mark.clause("W3-I2-9")
@pytest.mark.parametrize("first", [1, 2])
def test_random_magics_in_the_variant(first: int) -> None:
    """With random4 the top four of the sixteen shuffled are the starting player's, the next four the other's; each
    keeps three of them, in the row in which they were dealt."""
    order = [16, 3, 9, 1, 5, 2, 14, 7, 4, 6, 8, 10, 11, 12, 13, 15]
    told = {"magic": order, "mentor": MENTORS, "deck": DECK, "bottom": []}
    scene = Apprentices(outcomes=told, first=first, intermediate_magic=IntermediateMagic.RANDOM4)
    assert list(scene.table.relied) == ["W3-I2-9"]
    assert scene.side(first).spare_magics == order[:4]
    assert scene.side(3 - first).spare_magics == order[4:8]
    assert scene.state.undealt_magics == sorted(order[8:])
    for wrong in ([1, 3], [1, 3, 9, 16], [1, 3, 5]):
        assert scene.refuses(first, KeepMagic(wrong)) == ("W3-I1-5",)
    scene.do(first, KeepMagic([1, 9, 16]))
    assert magics(scene, first) == [16, 9, 1]
    assert scene.side(first).spare_magics == [3]


@pytest.mark.clause("W3-I2-9")
def test_only_the_variant_mixes_the_sets() -> None:
    """With the default every deal is one of the printed sets; with random4 hardly any is, and all sixteen come up."""
    dealt = [sorted(Apprentices(seed=seed).side(1).spare_magics) for seed in range(50)]
    assert all(magics in SETS.values() for magics in dealt)
    mixed = [
        sorted(Apprentices(seed=seed, intermediate_magic=IntermediateMagic.RANDOM4).side(1).spare_magics)
        for seed in range(50)
    ]
    assert sum(magics in SETS.values() for magics in mixed) < 5
    assert sorted({magic for four in mixed for magic in four}) == list(range(1, 17))
