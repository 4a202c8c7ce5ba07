"""2:準備 and the life counter: characters, hands, ultra skills and the preparation of the fragments."""

from typing import Any

import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.chapters.preparation import check_tie
from shinpan_engine.games.anoare.table.actions import GO_ON, PASS, Keep, Set, TurnUp, Use
from shinpan_engine.games.anoare.table.options import Mirror, Setup
from shinpan_engine.games.anoare.table.state import Step
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import InvalidHeader, NotHere, RequestError
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.header import chance_of
from shinpan_engine.kernel.judging.record import (
    Action,
    ChanceSource,
    Entry,
    Header,
    Outcome,
    PackRef,
    Record,
    RecordedChance,
    SeededChance,
)
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE

from .scene import Scene, effect, op


def header(order: list[int] | None = None, pack: str = "house", seats: int = 2, **setup: Any) -> Header:
    """A header with recorded fragments, or with a seed."""
    source: Any = SeededChance("sha256ctr-1", bytes(32))
    if order is not None:
        source = RecordedChance([Outcome("fragment", order)])
    facts = Setup(**{"characters": [1, 2], **setup})
    reference = PackRef(pack, GAME.packs[pack].digest)
    return Header(1, "anoare", "duel", "1", reference, ChanceSource(source), None, seats, [], facts)


class Opening(Scene):
    """A duel of the house pack before its first decision."""

    def __init__(self, order: list[int] | None = None, **setup: Any) -> None:
        head = header(order, **setup)
        self.match = begin(GAME, head, chance_of(head), GAME.packs["house"])
        self.table = self.match.table
        self.state = self.table.state


def judged(head: Header, *acts: Action) -> Verdict:
    return verify(GAMES, Record(head, tuple(map(Entry, acts)))).verdict


@pytest.mark.clause("AN-0.2-1", "AN-2.1-16")
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_two_play(seats: int) -> None:
    """The game is for exactly two seats."""
    with pytest.raises(InvalidHeader):
        judged(header(seats=seats))


@pytest.mark.clause("AN-0.2-2")
def test_another_format_is_never_called_illegal() -> None:
    """A mode that the leaflet does not print cannot be judged at all."""
    head = header()
    with pytest.raises(RequestError):
        judged(Header(*[getattr(head, f) if f != "mode" else "tag" for f in head.__struct_fields__]))


@pytest.mark.clause("AN-0.2-3")
def test_a_record_is_bound_to_its_pack() -> None:
    """A record made with other card texts is refused, not judged by ours."""
    head = header()
    other = PackRef("house", bytes(32))
    with pytest.raises(NotHere):
        judged(Header(*[getattr(head, f) if f != "pack" else other for f in head.__struct_fields__]))


@pytest.mark.clause("AN-2.1-2", "AN-6.1-1", "AN-6.1-2", "AN-1.3-1", "AN-6.6-1")
def test_life_is_10_and_level_1_at_the_start() -> None:
    """Both counters start at 10, on level 1."""
    assert [(side.life, side.level) for side in Opening().state.sides] == [(10, 1), (10, 1)]


@pytest.mark.clause("AN-2.1-3")
@pytest.mark.parametrize("characters", [[1], [1, 2, 3], [0, 1], [1, 6], []])
def test_each_player_has_one_character(characters: list[int]) -> None:
    """A set-up names one character of the five for each seat."""
    with pytest.raises(InvalidHeader):
        judged(header(characters=characters))


@pytest.mark.clause("AN-2.1-5")
def test_the_same_character_takes_two_boxes() -> None:
    """Both may play one character only if the set-up says so, and it says so only then."""
    with pytest.raises(InvalidHeader):
        judged(header(characters=[3, 3], first_on_tie=1))
    with pytest.raises(InvalidHeader):
        judged(header(mirror=Mirror.ALLOWED))
    mirror = {"characters": [3, 3], "mirror": Mirror.ALLOWED, "first_on_tie": 1}
    assert judged(header(**mirror)) is Verdict.INCOMPLETE
    one, other = Opening(**mirror).state.sides
    assert (one.hand, one.ultras) == ([21, 22, 23, 24, 25, 26, 27], [28, 29, 30])
    assert (other.hand, other.ultras) == (
        [10021, 10022, 10023, 10024, 10025, 10026, 10027],
        [10028, 10029, 10030],
    )


@pytest.mark.clause("AN-2.1-5")
def test_the_second_box_has_the_same_cards() -> None:
    """A skill of the second box does what its twin does, in the zone too, and is another card."""
    attack = effect(op("attack", 1), kind="cd", when="continuous")
    lies = effect(op("attack", 2), optional=True, condition={"in_zone": 5})
    skills = {2: {"attack": 2, "effects": [lies]}, 5: {"cost": 1, "double_cd": True, "effects": [attack]}}
    scene = Scene(characters=(1, 1), skills=skills, mirror=Mirror.ALLOWED, first_on_tie=1)
    scene.uses(5, 10005).next_turn().uses(2, 10002)
    scene.do(1, Use(2)).do(2, Use(10002)).until(Step.COOLDOWN)
    assert [side.life for side in scene.state.sides] == [5, 5]
    assert [side.zone[0].card for side in scene.state.sides] == [5, 10005]
    assert 10005 in scene.table.cards.double_cd


@pytest.mark.clause("AN-2.1-7", "AN-2.1-8", "AN-1.1-10", "AN-2.1-10", "AN-2.1-9")
def test_hands_and_ultras_are_those_of_the_set() -> None:
    """The hand is the seven normal skills, the three ultra skills lie face down, and nothing else lies anywhere."""
    for side in Opening(characters=[2, 5]).state.sides:
        first = (side.character - 1) * 10 + 1
        assert side.hand == list(range(first, first + 7))
        assert side.ultras == list(range(first + 7, first + 10))
        assert (side.zone, side.skill, side.laid, side.stored) == ([], None, [], 0)


@pytest.mark.clause("AN-2.1-9", "AN-2.2-1")
def test_the_fragments_are_the_only_chance() -> None:
    """Nothing is random but one permutation of the five fragments, drawn under one label."""
    scene = Opening()
    order = Stream(bytes(32), "fragment").shuffle([1, 2, 3, 4, 5])
    assert scene.table.chance.outcomes == {"fragment": order}
    one, other = scene.state.sides
    assert sorted([*one.drawn, *other.drawn, scene.state.fifth_fragment]) == [1, 2, 3, 4, 5]


@pytest.mark.clause("AN-2.2-2", "AN-2.2-3")
def test_each_draws_two_and_the_fifth_is_discarded() -> None:
    """The pairs are those recorded; four known ones make the fifth known, three leave the deal open."""
    scene = Opening([3, 1, 5, 2])
    assert [side.drawn for side in scene.state.sides] == [[1, 3], [2, 5]]
    assert scene.state.fifth_fragment == 4
    assert judged(header([3, 1, 5])) is Verdict.UNDECIDABLE
    assert judged(header([3, 3])) is Verdict.MALFORMED


@pytest.mark.clause("AN-2.1-11", "AN-2.2-4", "AN-2.2-5", "AN-1.1-18")
def test_one_is_kept_and_one_is_shown() -> None:
    """Each keeps exactly one of its two; the other is discarded face up."""
    scene = Opening([3, 1, 5, 2])
    assert scene.refuses(1, Keep(5)) == ("AN-2.2-4",)
    assert scene.refuses(1, Keep(4)) == ("AN-2.2-4",)
    scene.do(1, Keep(3))
    assert scene.refuses(1, Keep(1)) == ("AN-2.2-4",)
    scene.do(2, Keep(2))
    assert [(s.fragment, s.discarded_fragment, s.drawn) for s in scene.state.sides] == [(3, 1, []), (2, 5, [])]
    assert [(e.seat, e.fragment) for e in scene.events("FragmentDiscarded")] == [(1, 1), (2, 5)]
    assert scene.refuses(2, Keep(5)) == ("AN-2.2-4",)


@pytest.mark.clause("AN-2.2-6", "AN-2.2-7", "AN-5.0-9")
@pytest.mark.parametrize("first", [1, 2])
def test_neither_is_shown_before_both_have_chosen(first: int) -> None:
    """Whoever answers first, nothing of it is seen by the other before both have; then both are shown at once."""
    scene = Opening([3, 1, 5, 2])
    kept = {1: 3, 2: 2}
    scene.do(first, Keep(kept[first]))
    assert scene.events("FragmentDiscarded") == []
    seen = GAME.view(scene.state, 3 - first)
    assert seen.sides[first - 1].drawn == [0, 0]
    assert all(not pending.answer for pending in seen.pending if pending.seat == first)
    scene.do(3 - first, Keep(kept[3 - first]))
    assert len(scene.events("FragmentDiscarded")) == 2


@pytest.mark.clause("AN-2.2-7", "AN-2.2-10")
def test_only_the_owner_is_told_what_was_drawn_and_kept() -> None:
    """The events of drawing and keeping are each the secret of one player; what is discarded is told to all."""
    scene = Opening([3, 1, 5, 2])
    assert [(event.seat, event.private) for event in scene.events("FragmentsDrawn")] == [(1, 1), (2, 2)]
    scene.do(1, Keep(3)).do(2, Keep(2))
    assert [(event.seat, event.private) for event in scene.events("FragmentKept")] == [(1, 1), (2, 2)]
    assert [event.private for event in scene.events("FragmentDiscarded")] == [0, 0]


@pytest.mark.clause("AN-2.2-6")
def test_the_order_of_keeping_does_not_matter() -> None:
    """Both orders of the two choices lead to the same state."""
    one, other = Opening([3, 1, 5, 2]), Opening([3, 1, 5, 2])
    one.do(1, Keep(3)).do(2, Keep(2))
    other.do(2, Keep(2)).do(1, Keep(3))
    assert one.state == other.state


@pytest.mark.clause("AN-2.1-12", "AN-2.3-14")
def test_nothing_else_comes_before_the_fragments_are_chosen() -> None:
    """Before both have kept a fragment there is neither a card to set nor a fragment to turn up."""
    scene = Opening([3, 1, 5, 2]).do(1, Keep(3))
    for act in (Set(1), PASS, GO_ON):
        assert scene.refuses(1, act) == ("AN-2.1-12",)
    assert scene.refuses(1, TurnUp(3)) == ("AN-2.3-14",)
    scene.do(2, Keep(2))
    assert (scene.state.turn, scene.state.step) == (1, Step.DISTANCE_RESET)
    assert scene.allows(1, TurnUp(3))


@pytest.mark.clause("AN-2.2-8", "AN-2.2-9", "AN-2.2-10")
def test_what_is_known_of_the_fragments() -> None:
    """The owner sees the kept one, nobody the fifth; the other player is left with two candidates."""
    scene = Opening([3, 1, 5, 2]).do(1, Keep(3)).do(2, Keep(2))
    for viewer in (PUBLIC, 1, 2):
        assert GAME.view(scene.state, viewer).fifth_fragment == 0
    mine, theirs = GAME.view(scene.state, 1).sides
    assert (mine.fragment, mine.discarded_fragment, theirs.fragment, theirs.discarded_fragment) == (3, 1, 0, 5)
    known = {mine.fragment, mine.discarded_fragment, theirs.discarded_fragment}
    assert sorted({1, 2, 3, 4, 5} - known) == [2, 4]


@pytest.mark.clause("AN-2.1-4", "AN-2.1-14", "AN-2.1-15", "AN-1.3-8", "AN-5.2-18", "AN-0.1-7")
def test_what_lies_open_from_the_start() -> None:
    """Characters, life, level, stored damage and hand sizes are for all to see; hand and ultras for their owner."""
    state = Opening([3, 1, 5, 2]).state
    for viewer in (PUBLIC, 1, 2):
        for seat, (shown, side) in enumerate(zip(GAME.view(state, viewer).sides, state.sides, strict=True), start=1):
            assert (shown.character, shown.life, shown.level, shown.stored) == (side.character, 10, 1, 0)
            own = viewer == seat
            assert shown.hand == (side.hand if own else [0] * 7)
            assert shown.ultras == (side.ultras if own else [0] * 3)
    assert GAME.view(state, REFEREE) == state


@pytest.mark.clause("AN-1.1-13", "AN-1.1-14")
def test_equal_response_powers_need_a_word() -> None:
    """Where both powers are equal it must be said who counts as first; where they can never be, it may not be said."""
    for nobody in (0, 3):
        with pytest.raises(InvalidHeader, match="first"):
            judged(header(characters=[3, 5], first_on_tie=nobody))
    assert judged(header(characters=[3, 5], first_on_tie=2)) is Verdict.INCOMPLETE
    assert judged(header(characters=[1, 2])) is Verdict.INCOMPLETE
    assert judged(header(pack="print")) is Verdict.INCOMPLETE
    assert judged(header(pack="print", first_on_tie=1)) is Verdict.INCOMPLETE


@pytest.mark.clause("AN-1.1-14")
def test_what_cannot_tie_is_not_settled() -> None:
    """A pack without anything that changes response power leaves no room for the option."""

    cards = Scene().table.cards
    check_tie(header(), cards)
    with pytest.raises(InvalidHeader):
        check_tie(header(first_on_tie=1), cards)
    slower = [effect(op("response", 2))]
    for changing in (
        {"fragments": {2: slower}},
        {"abilities": {3: [(1, slower)]}},
        {"skills": {1: {"effects": slower}}},
    ):
        check_tie(header(first_on_tie=1), Scene(**changing).table.cards)
    with pytest.raises(InvalidHeader):
        check_tie(header(), Scene(response=(4, 4), first_on_tie=1).table.cards)
