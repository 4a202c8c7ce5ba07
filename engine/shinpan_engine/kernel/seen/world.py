"""A world: what may have come up where nobody saw it, and what may have been chosen."""

from collections.abc import Callable, Mapping, Sequence

from ..errors import Impossible
from ..play.views import HIDDEN


class World:
    """Preferences for what is not told. Where something else has to be, something else comes up."""

    def __init__(self) -> None:
        self.orders: dict[str, list[int]] = {}
        """Outcomes by label."""
        self.fills: dict[int, list[int]] = {}
        """What fills the holes of an entry."""

    def copy(self) -> "World":
        """One more of the same, to be changed."""
        other = World()
        other.orders = {label: list(order) for label, order in self.orders.items()}
        other.fills = {at: list(numbers) for at, numbers in self.fills.items()}
        return other

    def exchange(self, one: int, other: int, labels: Sequence[str], entries: Sequence[int]) -> None:
        """Exchanges two cards in some outcomes and entries."""
        for label in labels:
            if label in self.orders:
                self.orders[label] = _exchanged(self.orders[label], one, other)
        for at in entries:
            self.fills[at] = _exchanged(self.fills[at], one, other)


def _exchanged(numbers: list[int], one: int, other: int) -> list[int]:
    return [other if n == one else one if n == other else n for n in numbers]


class WorldChance:
    """Chance as it fell in a world: what is told as told, then as the world has it, then whatever is left."""

    def __init__(
        self,
        told: Mapping[str, Sequence[int]],
        world: World,
        rank: Callable[[str], Callable[[int], object]],
        happened: Callable[[], int],
    ) -> None:
        self._told = told
        self._world = world
        self._rank = rank
        self._happened = happened
        self.outcomes: dict[str, list[int]] = {}
        self.items: dict[str, frozenset[int]] = {}
        """What was there to come up."""
        self.after: dict[str, int] = {}
        """How many events of the action came before."""
        self.guessed: dict[str, None] = {}
        """The labels of which not all is told."""
        self.failed: tuple[str, Sequence[int]] | None = None
        """The label whose told outcome cannot have come up, and what was there."""

    def shuffle(self, label: str, items: Sequence[int]) -> list[int]:
        told, left = self._told.get(label, ()), dict.fromkeys(items)
        order = [HIDDEN] * len(items)
        self.failed = (label, items)
        for at, value in enumerate(told):
            if value != HIDDEN and (value not in left or at >= len(order)):
                raise Impossible(label, value)
            if value != HIDDEN:
                order[at] = value
                del left[value]
        self.failed = None
        self.items[label] = frozenset(items)
        self.after[label] = self._happened()
        if left:
            self.guessed[label] = None
            self._complete(label, order, left)
        self.outcomes[label] = list(order)
        return order

    def _complete(self, label: str, order: list[int], left: dict[int, None]) -> None:
        """Puts what is left where nothing is told."""
        for at, value in enumerate(self._world.orders.get(label, ())):
            if at < len(order) and order[at] == HIDDEN and value in left:
                order[at] = value
                del left[value]
        others = iter(sorted(left, key=self._rank(label)))  # type: ignore[arg-type]
        for at, value in enumerate(order):
            if value == HIDDEN:
                order[at] = next(others)

    def unused(self) -> list[str]:
        """Labels of which something is told that were never asked."""
        return [label for label in self._told if label not in self.outcomes]

    def ended(self) -> tuple[str, ...]:
        return ()
