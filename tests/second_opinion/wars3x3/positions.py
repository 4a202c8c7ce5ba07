"""Positions for both judges: as the engine has them, as the second judge has them, and random ones."""

from collections.abc import Sequence

from shinpan_engine.games.wars3x3.table.options import AllowResign, CounterRounds, DiscardPile, Setup, VeilBonus
from shinpan_engine.games.wars3x3.table.state import Boost, Side, State
from shinpan_engine.games.wars3x3.table.state import Unit as EngineUnit
from shinpan_engine.kernel.play.chance import Stream

from ...games.wars3x3.opening import DECK
from ...games.wars3x3.scene import Scene
from .judge import SLOTS, Judge, Laid, Options, Pile, Player, Position, Unit
from .printed import Cards

MOST_TERRITORY = 9
MOST_LEFT = 6
"""Cards in the deck of a random position: so few that the game comes to its end."""
LIVES = (1, 4, 9, 30)


def read(state: State, judge: Judge) -> Position:
    """The engine's state in the second judge's terms. Orders that mean nothing are the engine's: ascending."""
    return Position(
        turn=state.turn,
        active=state.active,
        step=state.step.name.lower(),
        asked=state.pending[0].seat if state.pending else 0,
        players={seat: _player(side, judge) for seat, side in enumerate(state.sides, start=1)},
        deck=list(state.deck),
        discard=list(state.discard),
        piles=[
            Pile(
                chain.target,
                [
                    Laid(_layer_seat(state.active, depth), list(play.cards), list(play.as_), play.veil)
                    for depth, play in enumerate(chain.plays)
                ],
                chain.closed,
            )
            for chain in state.chains
        ],
        ended=None if state.ending is None else (state.ending.winner, state.ending.reason.name.lower()),
    )


def _layer_seat(active: int, depth: int) -> int:
    """The players lay in turns, the active one first."""
    return active if depth % 2 == 0 else 3 - active


def _player(side: Side, judge: Judge) -> Player:
    units = [_unit(unit, judge) for unit in side.units]
    return Player(side.life, list(side.hand), list(side.territory), units, list(side.discard))


def _unit(unit: EngineUnit, judge: Judge) -> Unit:
    plus = sum(_plus(boost, judge) for boost in unit.boosts)
    return Unit(unit.card, plus, any(boost.veil for boost in unit.boosts), unit.strengthened)


def _plus(boost: Boost, judge: Judge) -> int:
    """What the schema says: the amount, or the card's cost where there is none; through 透化 nothing, unless the header
    says otherwise."""
    if boost.veil and not judge.options.veil_adds_cost:
        return 0
    return boost.amount or judge.cards[boost.card].cost or 0


def in_order(position: Position) -> Position:
    """The position with all lists ascending whose order means nothing."""
    for player in position.players.values():
        for cards in (player.hand, player.territory, player.discard):
            cards.sort()
    position.discard.sort()
    return position


def random_options(dice: Stream) -> Options:
    """Each other reading in one of four games."""
    return Options(*(dice.below(4) == 0 for _ in range(4)))


def setup_options(options: Options) -> dict[str, int]:
    """The same readings as the header says them."""
    return {
        "discard_pile": DiscardPile.PER_PLAYER if options.two_discards else DiscardPile.SHARED,
        "counter_rounds": CounterRounds.CHAIN_BY_CHAIN if options.chain_by_chain else CounterRounds.TOGETHER,
        "veil_bonus": VeilBonus.COST if options.veil_adds_cost else VeilBonus.NONE,
        "allow_resign": AllowResign.FALSE if options.no_resignation else AllowResign.TRUE,
    }


def options_of(setup: Setup) -> Options:
    """The readings that a header states."""
    return Options(
        two_discards=setup.discard_pile == DiscardPile.PER_PLAYER,
        chain_by_chain=setup.counter_rounds == CounterRounds.CHAIN_BY_CHAIN,
        veil_adds_cost=setup.veil_bonus == VeilBonus.COST,
        no_resignation=setup.allow_resign == AllowResign.FALSE,
    )


def random_scene(
    dice: Stream,
    cards: Cards,
    options: Options,
    most_in_hand: int,
    numbers: Sequence[int] = DECK,
    pack: str = "house",
) -> Scene:
    """A random position at the start of a turn, without magic. Purple cards and cards with traits come often."""
    order = dice.shuffle(numbers)
    rare = [card for card in order if dice.below(3) == 0 and (not cards[card].unit or cards[card].traits)]
    rest = [card for card in order if card not in rare]
    hands, units, territory = ([[], []] for _ in range(3))
    for seat in (0, 1):
        for _ in range(dice.below(SLOTS + 1)):
            units[seat].append(_first_unit(rest, cards))
    deck = [rest.pop(0)]
    left = rare + rest
    for seat in (0, 1):
        size = dice.below(most_in_hand + 1)
        hands[seat] = _taken(left, size, dice)
    for seat in (0, 1):
        territory[seat] = [left.pop() for _ in range(min(len(left), dice.below(MOST_TERRITORY + 1)))]
    deck += left[: dice.below(MOST_LEFT)]
    return Scene(
        pack=pack,
        active=1 + dice.below(2),
        hands=(hands[0], hands[1]),
        units=(units[0], units[1]),
        territory=(territory[0], territory[1]),
        deck=deck,
        life=(LIVES[dice.below(len(LIVES))], LIVES[dice.below(len(LIVES))]),
        **setup_options(options),
    )


def _first_unit(cards: list[int], known: Cards) -> int:
    """Takes the first unit card."""
    return cards.pop(next(at for at, card in enumerate(cards) if known[card].unit))


def _taken(cards: list[int], size: int, dice: Stream) -> list[int]:
    """Takes so many cards, mostly from the front."""
    return [cards.pop(dice.below(min(len(cards), size + 4))) for _ in range(min(size, len(cards)))]
