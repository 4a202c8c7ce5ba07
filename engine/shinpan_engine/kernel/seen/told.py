"""What a game tells of cards that not everybody sees."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..names import NOTHING

Zones = Mapping[str, Sequence[int]]
"""Where cards of one seat lie, by names that the game gives these places."""


def nothing(_: Any) -> Iterable[tuple[str, int]]:
    """No cards."""
    return ()


def never(_: Any) -> bool:
    """In no state."""
    return False


class Secret(NamedTuple):
    """An argument of an action that the public does not see."""

    field: str
    keeps: bool = False
    """Whether the chosen cards stay in play, to be named later; otherwise nobody names them any more."""
    shown_by: str = ""
    """The event by which all see at once what was chosen, if it happens: then it has to be written."""
    passes: bool = False
    """Whether another may get what is chosen, or what is not: then nobody knows any more where a known card is."""


class Bundle(NamedTuple):
    """An outcome that names sets of cards: the table of the cards, and the cards of each set."""

    table: str
    cards: Mapping[int, Sequence[int]]


class Unseen(NamedTuple):
    """What the search for worlds has to know of a game."""

    secrets: Mapping[type, Sequence[Secret]]
    """The actions with arguments that may be left open, in the order of their fields; all of one action are of one
    table."""
    uses: Mapping[type, Mapping[str, str]]
    """In which zone of its seat a card has to lie that an action names, by path of the field."""
    tables: Mapping[str, str]
    """The zones, and the table of the cards in each."""
    zones: Callable[[Any, int], Zones]
    """Where the cards of a seat lie in a state. What comes into a zone has arrived there, be it by chance or again."""
    lacking: Sequence[str] = ()
    """Clauses by which may be refused what rests on cards that a hand lacks: these prove nothing."""
    unsure: Callable[[Any], bool] = never
    """Whether it may hang on what a hand has or lacks what is asked in a state: there no refusal proves anything."""
    ordered: Sequence[str] = ()
    """The lists of the state that are not written in ascending order."""
    apart: Sequence[str] = ()
    """Lists of cards of the state and of its sides: no card is in two of them, nor twice in one."""
    claims: Mapping[str, str] = NOTHING
    """What a claim on this field of a side names was in this zone of the seat before."""
    bundles: Mapping[str, Bundle] = NOTHING
    """The labels of outcomes that name sets of cards."""
    losing: Sequence[str] = ()
    """The labels, by their first part, of outcomes that take cards from their owner, the first of them first."""
    opens: Callable[[Any], Iterable[tuple[str, int]]] = nothing
    """The cards, with their tables, that lie where cards come to lie open without an event that names them."""
