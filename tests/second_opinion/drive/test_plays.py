"""Two judges, one opinion: which circuit cards may be played, on every top card.

A hand is tried on each of the 54 cards of a pack and on an empty field: what the engine offers is what the second judge
finds of all that can be written, and of what is almost legal both say the same.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.cards.pack_files import PACKS
from shinpan_engine.games.drive.table.actions import PASS, Play, Swap
from shinpan_engine.games.drive.table.state import Step
from shinpan_engine.kernel.packs import Pack, load
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import pick

from ...laws.near_misses import near_misses
from ...random_games import seeds, told
from . import made_up, printed
from .plays import Played, Plays, swapped, swaps
from .positions import empty_table, lay_cards, lay_enemy, play_step, random_hand, random_readings
from .printed import Cards, Circuit

HOUSE = GAME.packs["house"]
CARDS = printed.read(printed.PACKS / "house.toml")
TOPS = (None, *range(1, 55))
MOST_LISTED = 6
MOST_IN_HAND = 14
MISSES = 3
ENOUGH_SEEDS = 12
WANTED = (
    "passed with nothing to play", "set of three", "set on an empty field", "number-wild in a set", "number-wild alone",
    "set of number-wilds", "number-wild on a number-wild", "colour-wild on a colour-wild", "extra card",
    "extra card with several icons", "icon under a card without", "extra card with an icon", "extra card of its number",
)  # fmt: skip


class Table:
    """A play step on which cards are laid again and again."""

    def __init__(self, dice: Stream, cards: Cards, pack: Pack) -> None:
        self.dice = dice
        self.cards = cards
        readings = random_readings(dice)
        self.judge = Plays(cards.circuits, readings)
        table = empty_table(dice, readings, pack)
        lay_enemy(table.state, cards, [1, 2], dice)
        self.match = play_step(table)
        self.seat: int = table.state.active

    def lay(self, top: int | None, size: int) -> list[int]:
        """Another top card and another hand."""
        hand = random_hand(self.dice, self.cards.circuits, size, top)
        lay_cards(self.match.table.state, top, hand, self.dice)
        return hand

    def lists_the_same(self, top: int | None, hand: list[int]) -> list[Played]:
        """What may be played; both must find the same, and a pass besides."""
        plays = list(self.judge.every(top, hand))
        second = [PASS, *(Play(list(play.cards), list(play.extra)) for play in plays)]
        offered = [act for seat, act in self.match.options() if seat == self.seat]
        more = [act for act in offered if act not in second]
        less = [act for act in second if act not in offered]
        assert len(offered) == len(set(map(str, offered)))
        assert (more, less) == ([], []), f"{self.told(top, hand)}: {more} offered, {less} not"
        return plays

    def says_the_same(self, top: int | None, hand: list[int], act: Play) -> bool:
        """What both say of a play."""
        refused = self.match.consider(self.seat, act)
        second = self.judge.allows(top, hand, Played(tuple(act.cards), tuple(act.extra)))
        assert (refused is None) == second, f"{act} {self.told(top, hand)}: engine {refused}"
        return second

    def told(self, top: int | None, hand: list[int]) -> str:
        """Top card and hand with their faces."""
        faces = self.cards.circuits
        return f"on {top and faces[top]} with { {card: faces[card] for card in hand} }"


def tries(table: Table, hand: list[int]) -> Iterator[Play]:
    """Cards of one number mostly, in any order, now and then with an extra card; and what is almost that."""
    dice, circuits = table.dice, table.cards.circuits
    lead = hand[dice.below(len(hand))]
    alike = [card for card in dice.shuffle(hand) if circuits[card].numbers & circuits[lead].numbers]
    cards = alike[: 1 + dice.below(len(alike))] if dice.below(6) else dice.shuffle(hand)[: 1 + dice.below(3)]
    others = [card for card in dice.shuffle(hand) if card not in cards]
    act = Play(cards, others[: dice.below(2)])
    yield act
    misses = [miss for miss in near_misses(act) if isinstance(miss, Play)]
    yield from (misses[at] for at in dice.shuffle(range(len(misses)))[:MISSES])


def remarkable(circuits: Mapping[int, Circuit], top: int | None, plays: list[Played]) -> Iterator[str]:
    """What is remarkable in what may be played."""
    if not plays:
        yield "passed with nothing to play"
    for play in plays:
        faces = [circuits[card] for card in play.cards]
        wild = [face for face in faces if len(face.numbers) > 1]
        icons = [face.plus for face in faces]
        extra = circuits[play.extra[0]] if play.extra else None
        found = {
            "set of three": len(faces) > 2,
            "set on an empty field": top is None and len(faces) > 1,
            "number-wild in a set": 0 < len(wild) < len(faces),
            "number-wild alone": len(wild) == len(faces) == 1,
            "set of number-wilds": len(wild) == len(faces) > 1,
            "number-wild on a number-wild": top is not None and bool(wild) and len(circuits[top].numbers) > 1,
            "colour-wild on a colour-wild": top is not None
            and min(len(circuits[top].colours), len(faces[0].colours)) > 1,
            "extra card": extra is not None,
            "extra card with several icons": extra is not None and sum(icons) > 1,
            "icon under a card without": extra is not None and not icons[-1],
            "extra card with an icon": extra is not None and extra.plus,
            "extra card of its number": extra is not None and bool(extra.numbers & faces[0].numbers),
        }
        yield from (name for name, met in found.items() if met)


def compare(table: Table, met: Counter[str]) -> None:
    """On every top card: a small hand's plays, and tries with a large one."""
    for top in TOPS:
        hand = table.lay(top, 1 + table.dice.below(MOST_LISTED))
        plays = table.lists_the_same(top, hand)
        met.update(set(remarkable(table.cards.circuits, top, plays)))
        hand = table.lay(top, 1 + table.dice.below(MOST_IN_HAND))
        for act in tries(table, hand):
            met["legal" if table.says_the_same(top, hand, act) else "illegal"] += 1


def test_both_judges_allow_the_same_plays() -> None:
    """On every top card both allow the same plays of random hands."""
    for seed in seeds(12):
        with told(seed):
            compare(Table(Stream(seed.to_bytes(32, "big"), "plays"), CARDS, HOUSE), Counter())


@pytest.mark.clause("DR-S2-4", "DR-S2.3-4", "DR-S2.3-6", "DR-S2.5-1", "DR-S2.5-4", "DR-S2.5-6")
def test_both_judges_allow_the_same_plays_of_any_cards(tmp_path: Path) -> None:
    """So it is with faces made up at random, wild in both ways, the icon anywhere."""
    met: Counter[str] = Counter()
    for seed in seeds(12):
        met["seeds"] += 1
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "any-plays")
            file = tmp_path / f"{seed}.toml"
            made_up.write(file, dice)
            compare(Table(dice, printed.read(file), load(PACKS, file)), met)
    assert met["seeds"] < ENOUGH_SEEDS or [wanted for wanted in WANTED if not met[wanted]] == []


def test_both_judges_let_pass(tmp_path: Path) -> None:
    """A pass lets swap one card for the top of the discard; then the enemy strikes, and the next player plays."""
    dice = Stream(bytes(32), "pass")
    file = tmp_path / "made-up.toml"
    made_up.write(file, dice)
    cards, pack = printed.read(file), load(PACKS, file)
    for seed in seeds(100):
        with told(seed):
            pass_once(Table(Stream(seed.to_bytes(32, "big"), "pass"), cards, pack))


def pass_once(table: Table) -> None:
    """A pass with any hand and any discard, none now and then."""
    match, dice, state = table.match, table.dice, table.match.table.state
    hand = table.lay(pick(dice, TOPS), dice.below(MOST_LISTED))
    state.discard = state.discard[: dice.below(3)]
    discard, (struck, drawn, *_), seats = list(state.discard), list(state.deck), len(state.sides)
    side, following = state.sides[table.seat - 1], state.sides[table.seat % seats]
    others = list(following.hand)
    assert match.play(table.seat, PASS) is None
    if may := swaps(hand, discard):
        offered = [act for _, act in match.options()]
        assert sorted(act.card for act in offered if isinstance(act, Swap)) == sorted(may)
        assert len(offered) == len(may) + 1, "nobody must swap"
        assert all(
            match.consider(table.seat, act) for act in (PASS, Play(hand[:1]), Swap(struck)) if act not in offered
        )
        act = pick(dice, offered)
        if isinstance(act, Swap):
            hand, discard = swapped(hand, discard, act.card)
        assert match.play(table.seat, act) is None
    assert (side.hand, state.discard) == (hand, [struck, *discard])
    assert (state.step, state.active) == (Step.PLAY, table.seat % seats + 1)
    assert following.hand == sorted([*others, drawn])
