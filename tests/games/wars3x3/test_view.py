"""Who sees what: hands, territory, face-down magic and the deck."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import DRAW, KeepMagic, Lay, Magic, StartTerritory
from shinpan_engine.games.wars3x3.table.state import Face, State, Step
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.game import Event
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE

from ...random_games import WIDE, seeds, take, told
from .random_play import begun, random_game
from .scene import QUIET, Scene

VIEWERS = (PUBLIC, 1, 2)


def seen(scene: Scene, viewer: int) -> tuple[bytes, list[Any]]:
    """The state and the last events as a viewer sees them; of a private event others see that it happened to whom."""
    return encode(GAME.view(scene.state, viewer)), [about(event, viewer) for event in scene.table.events]


def about(event: Event, viewer: int) -> Any:
    """An event, or what is left of it for a viewer whom it does not concern."""
    return event if event.private in (0, viewer) else (type(event).__name__, event.private)


# ---------------- What each may see


@pytest.mark.clause("W3-B1-15")
def test_a_hand_is_hidden_but_its_size_is_not() -> None:
    """手札: its owner sees the cards, the opponent and the public how many there are."""
    scene = Scene(hands=([16, 29], [9, 17, 46]))
    assert [side.hand for side in GAME.view(scene.state, 1).sides] == [[16, 29], [0, 0, 0]]
    assert [side.hand for side in GAME.view(scene.state, 2).sides] == [[0, 0], [9, 17, 46]]
    assert [side.hand for side in GAME.view(scene.state, PUBLIC).sides] == [[0, 0], [0, 0, 0]]
    assert GAME.view(scene.state, REFEREE) == scene.state


@pytest.mark.clause("W3-4.1-5")
def test_territory_is_for_its_owner_to_look_at() -> None:
    """領土: at any time, in the opponent's turn too; the others see how many there are."""
    scene = Scene(hands=([16, 29], []), territory=([14], [33, 40])).quiet_until("4.1").do(1, Lay(16))
    (laid,) = scene.events("Laid")
    assert (laid.card, laid.private) == (16, 1)
    for turn in (1, 2):
        scene.quiet_until("5.1", turn=turn)
        assert [side.territory for side in GAME.view(scene.state, 1).sides] == [[14, 16], [0, 0]]
        assert [side.territory for side in GAME.view(scene.state, 2).sides] == [[0, 0], [33, 40]]
        assert [side.territory for side in GAME.view(scene.state, PUBLIC).sides] == [[0, 0], [0, 0]]


@pytest.mark.clause("W3-M0-2")
def test_face_down_magic_is_for_its_owner_to_look_at() -> None:
    """魔法: face down it is known to its owner, and in any other position to all."""
    scene = Scene(units=([9, 26], []), magics=([1], [8])).quiet_until("2.1")

    def magics(viewer: int) -> list[list[int]]:
        return [[card.magic for card in side.magics] for side in GAME.view(scene.state, viewer).sides]

    assert (magics(1), magics(2), magics(PUBLIC)) == ([[1], [0]], [[0], [8]], [[0], [0]])
    scene.do(1, Magic(1))
    assert (magics(1), magics(2), magics(PUBLIC)) == ([[1], [0]], [[1], [8]], [[1], [0]])
    scene.side(1).magics[0].face = Face.SIDEWAYS
    assert magics(2) == [[1], [8]]
    assert [card.face for card in GAME.view(scene.state, 1).sides[1].magics] == [Face.DOWN]


@pytest.mark.clause("W3-1.1-5")
def test_a_drawn_card_is_known_to_its_owner_only() -> None:
    """1.1: the others see that a card was drawn, and one card more and less."""
    scene = Scene(deck=(7, 6)).do(1, DRAW)
    (drew,) = scene.events("Drew")
    assert (drew.card, drew.private) == (7, 1)
    assert [GAME.view(scene.state, viewer).sides[0].hand for viewer in VIEWERS] == [[0], [7], [0]]
    assert [GAME.view(scene.state, viewer).deck for viewer in VIEWERS] == [[0], [0], [0]]


@pytest.mark.clause("W3-B1-7", "W3-B1-15")
def test_the_deal_shows_to_each_what_is_theirs() -> None:
    """開始前手順: each sees all that was dealt to them before choosing, and nothing of the other's or the undealt."""
    for seed in seeds(10):
        with told(seed):
            match = begun(seed)
            state: State = match.table.state
            dealt = {(event.seat, type(event).__name__): event for event in match.table.events}
            for seat in (1, 2):
                view = GAME.view(state, seat)
                assert view.sides[seat - 1].hand == dealt[seat, "Dealt"].cards
                assert view.sides[seat - 1].spare_magics == dealt[seat, "MagicsDealt"].magics
                assert set(view.sides[2 - seat].hand + view.sides[2 - seat].spare_magics + view.undealt_magics) == {0}
                assert {dealt[seat, name].private for name in ("Dealt", "MagicsDealt")} == {seat}


@pytest.mark.clause("W3-B1-13", "W3-4.1-5", "W3-M0-2")
def test_the_choices_of_the_set_up_are_hidden() -> None:
    """開始前手順: whatever one player places and keeps, the other and the public see the same."""
    seen_by: dict[int, set[str]] = {viewer: set() for viewer in VIEWERS}
    for cards in (slice(3), slice(-3, None)):
        for kept in (0, 1):
            match = begun(0)
            side = match.table.state.sides[0]
            happened = []
            for act in (StartTerritory(side.hand[cards]), KeepMagic([side.spare_magics[kept]])):
                take(match, Action(1, act))
                happened += match.table.events
            for viewer in VIEWERS:
                shown = [about(event, viewer) for event in happened]
                seen_by[viewer].add(repr((GAME.view(match.table.state, viewer), shown)))
    assert [len(seen_by[viewer]) for viewer in VIEWERS] == [1, 4, 1]


def test_a_view_leaves_the_state_alone_and_shows_all_that_is_public() -> None:
    """Viewing changes nothing; lives, fields, discard and what is excluded are seen by all."""
    scene = Scene(units=([16], [17]), discard=[9], life=(3, 4), magics=([(1, Face.UP)], [8]))
    before = encode(scene.state)
    for viewer in VIEWERS:
        view = GAME.view(scene.state, viewer)
        assert [side.life for side in view.sides] == [3, 4]
        assert [side.units for side in view.sides] == [side.units for side in scene.state.sides]
        assert (view.discard, view.excluded, view.turn, view.active) == ([9], [], 1, 1)
    assert encode(scene.state) == before


# ---------------- Nothing leaks


class Position(NamedTuple):
    """Where the cards lie, as `Scene` takes it."""

    hands: tuple[list[int], list[int]]
    territory: tuple[list[int], list[int]]
    units: tuple[list[int], list[int]]
    discard: list[int]
    deck: list[int]
    magics: tuple[list[tuple[int, Face]], list[tuple[int, Face]]]
    spare: tuple[list[int], list[int]]
    undealt: list[int]

    def scene(self, active: int) -> Scene:
        """The scene, with lives that outlast it."""
        given = self._asdict()
        spare, undealt = given.pop("spare"), given.pop("undealt")
        scene = Scene(active=active, life=(99, 99), **given)
        scene.state.undealt_magics = sorted(undealt)
        for side, magics in zip(scene.state.sides, spare, strict=True):
            side.spare_magics = sorted(magics)
        return scene


IN_DECK = [card for card in range(3, 49) if card not in (12, 13, 22, 23, 38, 39)]
FACES = [Face.DOWN, Face.UP, Face.SIDEWAYS]


def cut(cards: list[int], *sizes: int) -> list[list[int]]:
    """The cards in heaps of these sizes, and the rest."""
    heaps, at = [], 0
    for size in sizes:
        heaps.append(cards[at : at + size])
        at += size
    return [*heaps, cards[at:]]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A random position in the middle of a game."""
    units = draw(st.lists(st.sampled_from(IN_DECK[:36]), max_size=6, unique=True))
    rest = draw(st.permutations([card for card in IN_DECK if card not in units]))
    sizes = [draw(st.integers(low, high)) for low, high in ((1, 6), (1, 6), (0, 7), (0, 7), (0, 6))]
    hand, their_hand, territory, their_territory, discard, deck = cut(rest, *sizes)
    magics = draw(st.permutations([1, 4, 5, 8, 11, 12, 14, 16]))
    faces = [draw(st.sampled_from(FACES)) for _ in (1, 2)]
    return Position(
        (hand, their_hand),
        (territory, their_territory),
        (units[:3], units[3:]),
        discard,
        deck,
        ([(magics[0], faces[0])], [(magics[1], faces[1])]),
        ([magics[2]], [magics[3]]),
        list(magics[4:]),
    )


@st.composite
def reshuffled(draw: st.DrawFn, position: Position, viewer: int) -> Position:
    """The same position with the cards that a viewer cannot see dealt out again among their places."""
    covered = [seat for seat in (1, 2) if seat != viewer]
    heaps = [position.deck, *(zone[seat - 1] for zone in (position.hands, position.territory) for seat in covered)]
    mixed = draw(st.permutations([card for heap in heaps for card in heap]))
    deck, *others = cut(list(mixed), *(len(heap) for heap in heaps))[:-1]
    hands, territory = list(position.hands), list(position.territory)
    for at, seat in enumerate(covered):
        hands[seat - 1], territory[seat - 1] = others[at], others[len(covered) + at]
    down = [seat for seat in covered if position.magics[seat - 1][0][1] == Face.DOWN]
    secret = [position.magics[seat - 1][0][0] for seat in down] + [position.spare[seat - 1][0] for seat in covered]
    mixed = draw(st.permutations([*secret, *position.undealt]))
    faces_down, spares, undealt = cut(list(mixed), len(down), len(covered))
    magics, spare = list(position.magics), list(position.spare)
    for seat, magic in zip(down, faces_down, strict=True):
        magics[seat - 1] = [(magic, Face.DOWN)]
    for seat, magic in zip(covered, spares, strict=True):
        spare[seat - 1] = [magic]
    return position._replace(
        hands=tuple(hands),
        territory=tuple(territory),
        deck=deck,
        magics=tuple(magics),
        spare=tuple(spare),
        undealt=undealt,
    )


@st.composite
def pairs(draw: st.DrawFn) -> tuple[int, Position, Position]:
    """A viewer, and two positions that differ only in what that viewer cannot see."""
    viewer, position = draw(st.sampled_from(VIEWERS)), draw(positions())
    return viewer, position, draw(reshuffled(position, viewer))


def next_act(scene: Scene, seat: int) -> Any:
    """What a seat does that draws, fights and lays the first card of its hand, whatever that is."""
    step = scene.state.step
    return Lay(scene.side(seat).hand[0]) if step == Step.TERRITORY else QUIET[step]


@pytest.mark.clause("W3-B1-15", "W3-4.1-5", "W3-M0-2", "W3-1.1-5", "W3-B1-13")
@WIDE
@given(pairs())
def test_nothing_hidden_shows(pair: tuple[int, Position, Position]) -> None:
    """Over random positions: with only hidden cards changed a viewer sees the same, and the same for a whole turn."""
    viewer, one, other = pair
    seat = 2 if viewer == 1 else 1
    left, right = one.scene(seat), other.scene(seat)
    assert seen(left, viewer) == seen(right, viewer)
    while left.state.turn == 1:
        left.do(seat, next_act(left, seat))
        right.do(seat, next_act(right, seat))
        assert seen(left, viewer) == seen(right, viewer)


@pytest.mark.clause("W3-B1-15", "W3-4.1-5", "W3-M0-2")
def test_views_of_random_games_name_no_hidden_card() -> None:
    """Over whole random games every hidden card is a blank to whoever may not see it, and every count is true."""
    for seed in seeds(8):
        with told(seed):
            for played in random_game(seed):
                for viewer in VIEWERS:
                    only_blanks(played.state, viewer)


def only_blanks(state: State, viewer: int) -> None:
    """The own side is shown as it is, and of all else that is hidden the count."""
    view = GAME.view(state, viewer)
    blanks = [(view.deck, state.deck), (view.undealt_magics, state.undealt_magics)]
    for seat, (shown, real) in enumerate(zip(view.sides, state.sides, strict=True), start=1):
        if seat == viewer:
            assert shown == real
        else:
            blanks += [(getattr(shown, zone), getattr(real, zone)) for zone in ("hand", "territory", "spare_magics")]
            assert all(card.magic == 0 for card in shown.magics if card.face == Face.DOWN)
    assert all(cards == [0] * len(really) for cards, really in blanks)
