"""Actions to be judged: random ones, legal or nearly so or not at all, and every action of a small position."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations, product
from typing import Any

from shinpan_engine.games.anoare.table import actions
from shinpan_engine.games.anoare.table.actions import COOL_REST, GO_ON, PASS, CostAt
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import pick

from .judge import Judge
from .position import Place, Player, opponent
from .printed import Cards, set_of

WITHOUT_ARGUMENTS = (PASS, GO_ON, COOL_REST)
SEATS = (1, 2)
FRAGMENTS = 5
STRANGE = (0, 50, 51, 10000, 10051, 20001)
OF_STEP: dict[str, Sequence[type]] = {
    "selection": (actions.Set,),
    "cost": (actions.Pay,),
    "activation": (actions.Use,),
    "hit_open": (actions.Open,),
    "cooldown": (actions.Cool,),
    "evasion": (actions.CoolExtra,),
    "level_up": (actions.LevelUp,),
    "turn_end": (actions.LevelUp, actions.Resolve),
}
"""What is worth trying in a step; in the others effects are resolved."""
IN_BETWEEN = (actions.Resolve, actions.Open, actions.Cool, actions.TurnUp)
MOST_IN_HAND = 4
MOST_LEVEL_UPS = 300
"""Positions in which more cards are in hand, or more ways to level up can be written, are not listed."""


def printed_places(cards: Cards, character: int, box: int = 0) -> list[Place]:
    """Every effect printed on the cards of a character."""
    skills = [Place(card, 0, at) for card in set_of(character, box) for at in range(len(cards.skills[card].effects))]
    abilities = cards.characters[character].abilities
    return skills + [Place(0, level, at) for level, effects in abilities.items() for at in range(len(effects))]


class Tries:
    """Random actions in one position."""

    def __init__(self, judge: Judge, dice: Stream) -> None:
        self._judge = judge
        self._dice = dice
        self._one_in = dice.below
        """0 once in so many times."""

    def act(self) -> tuple[int, Any]:
        """Some seat's try, mostly of a seat that is asked and of a kind that belongs to the step."""
        asked = sorted(self._judge.asked) or [1]
        seat = pick(self._dice, asked) if self._one_in(6) else 1 + self._one_in(2)
        kinds = OF_STEP.get(self._judge.at.step, IN_BETWEEN)
        if self._one_in(4) == 0:
            kinds = IN_BETWEEN if self._one_in(2) else actions.ACTS
        return (self._one_in(4) if self._one_in(40) == 0 else seat), self._of(pick(self._dice, kinds), seat)

    def _of(self, kind: type, seat: int) -> Any:
        me = self._judge.at.players[seat]
        skills = [pile.skill for pile in me.zone]
        match kind:
            case actions.Set:
                return actions.Set(self._card(me.hand, me))
            case actions.Cool:
                return actions.Cool(self._card(skills, me))
            case actions.Pay:
                return actions.Pay(self._some(me.hand))
            case actions.Use | actions.Resolve:
                place = pick(self._dice, printed_places(self._judge.cards, me.character, me.box))
                extra = self._some(me.hand)[: self._one_in(3)]
                at = (place.card, place.level, place.number)
                return actions.Use(*at, extra) if kind is actions.Use else actions.Resolve(*at)
            case actions.TurnUp:
                return actions.TurnUp(me.fragment if self._one_in(4) else self._one_in(FRAGMENTS + 2))
            case actions.Open:
                return actions.Open(self._costs(self._judge.at.players[opponent(seat)]))
            case actions.CoolExtra:
                return actions.CoolExtra(sorted(self._some(skills)))
            case actions.LevelUp:
                chosen = sorted(self._some(skills)) if skills else []
                cooldowns = [actions.Cooldowns(skill, self._one_in(6)) for skill in chosen]
                return actions.LevelUp(cooldowns, self._card(me.ultras, me))
            case actions.Keep:
                return actions.Keep(me.fragment)
        return kind()

    def _card(self, likely: Sequence[int], me: Player) -> int:
        return pick(self._dice, likely if likely and self._one_in(6) else (*STRANGE, *set_of(me.character, me.box)))

    def _some(self, items: Sequence[int]) -> list[int]:
        """None, some or all; now and then one twice."""
        chosen = self._dice.shuffle(items)[: self._one_in(len(items) + 1)]
        return [*chosen, *chosen[:1]] if self._one_in(20) == 0 else chosen

    def _costs(self, other: Player) -> list[CostAt]:
        """One or two costs, mostly closed and mostly in order."""
        costs = [(pile.skill, at) for pile in other.zone for at in range(len(pile.costs) + 2)]
        costs = other.closed() if self._one_in(5) else costs
        chosen = self._dice.shuffle(range(len(costs)))[: self._one_in(4)]
        named = [costs[at] for at in chosen]
        return [CostAt(*cost) for cost in (sorted(named) if self._one_in(6) else named)]


def every_legal(judge: Judge) -> list[tuple[int, Any]] | None:
    """Everything that the judge allows of all that can be written, by both seats; None if that is too much."""
    if any(len(player.hand) > MOST_IN_HAND for player in judge.at.players.values()):
        return None
    if judge.at.step in ("level_up", "turn_end") and any(_level_ups(judge, s) > MOST_LEVEL_UPS for s in judge.asked):
        return None
    return [(seat, act) for seat in SEATS for act in _everything(judge, seat) if judge.allows(seat, act)]


def _level_ups(judge: Judge, seat: int) -> int:
    count = 1
    for pile in judge.at.players[seat].zone:
        count *= 2 * len(pile.costs) + 2
    return count


def _everything(judge: Judge, seat: int) -> Iterator[Any]:
    """What a seat might try."""
    me, other = judge.at.players[seat], judge.at.players[opponent(seat)]
    skills = sorted(pile.skill for pile in me.zone)
    yield from WITHOUT_ARGUMENTS
    yield from (actions.TurnUp(fragment) for fragment in range(FRAGMENTS + 1))
    for card in set_of(me.character, me.box):
        yield actions.Set(card)
        yield actions.Cool(card)
    stacks = [list(order) for size in range(len(me.hand) + 1) for order in permutations(me.hand, size)]
    yield from map(actions.Pay, stacks)
    for place in printed_places(judge.cards, me.character, me.box):
        yield actions.Resolve(place.card, place.level, place.number)
        yield from (actions.Use(place.card, place.level, place.number, stack) for stack in stacks if len(stack) < 3)
    costs = sorted((pile.skill, at) for pile in other.zone for at in range(1, len(pile.costs) + 1))
    yield from (actions.Open([CostAt(*cost) for cost in chosen]) for chosen in _subsets(costs, 2))
    yield from (actions.CoolExtra(list(chosen)) for chosen in _subsets(skills, len(skills)))
    if judge.at.step in ("level_up", "turn_end"):
        yield from _every_level_up(me, skills)


def _every_level_up(me: Player, skills: Sequence[int]) -> Iterator[Any]:
    """Each ultra with each number of cooldowns of each skill, up to one too many."""
    most = {pile.skill: 2 * len(pile.costs) + 2 for pile in me.zone}
    for ultra in set_of(me.character, me.box):
        for times in product(*(range(most[skill] + 1) for skill in skills)):
            named = [actions.Cooldowns(skill, n) for skill, n in zip(skills, times, strict=True) if n]
            yield actions.LevelUp(named, ultra)


def _subsets(items: Sequence[Any], most: int) -> Iterator[tuple[Any, ...]]:
    return chain.from_iterable(combinations(items, size) for size in range(most + 1))
