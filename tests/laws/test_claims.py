"""Claims of what was merely seen that cannot all come out: found wherever they stand, and never where all are true."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import Field, fields, spell
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import pack_of
from shinpan_engine.kernel.judging.record import Record, StateClaim
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import sentence
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.views import HIDDEN, PUBLIC
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.claims import HIDDEN_TEXT
from shinpan_engine.kernel.seen.knowledge import Knowledge, Said
from shinpan_engine.kernel.seen.search import judge, search_of
from shinpan_engine.kernel.seen.told import never

from ..hiding import cards_in, hidden
from ..hiding.impossible import none_gets_past
from ..random_games import changed, enough, play, recorded, seeds, seen_modes, told

FOUND = (Verdict.LEGAL, Verdict.INCOMPLETE)
PLENTY = 1_000_000
FULL = 3
"""Cards that a hand must have so that something can be said of it."""


def lists(state: Any) -> Iterator[tuple[str, Field, Any]]:
    """Every list of cards of a state and of its sides, with its path."""
    for where, struct in [("", state), *((f"[p{seat}]", side) for seat, side in enumerate(state.sides, start=1))]:
        for field in fields(type(struct)):
            if field.table and field.repeated and not field.open:
                yield f"{field.name}{where}", field, getattr(struct, field.attribute)


def states(record: Record) -> Iterator[tuple[int, Any]]:
    """The state after each entry."""
    replay = Replay(GAMES, record)
    for at in range(len(record.entries)):
        replay.run(until=at + 1)
        assert replay.match is not None
        yield at, replay.match.table.state


@seen_modes
def test_no_card_is_in_two_lists(game: Game, mode: str) -> None:
    """What a game says to be apart is: in no state is a card in two of these lists, or twice in one."""
    assert game.unseen is not None
    found = dict.fromkeys(game.unseen.apart, 0)
    for seed in seeds(2):
        with told(seed):
            for _, state in states(recorded(play(game, seed, mode))):
                cards = Counter[tuple[str, int]]()
                for _, field, value in lists(state):
                    if field.name in game.unseen.apart:
                        cards.update(cards_in(field, value))
                        found[field.name] += len(value)
                assert not [card for card, count in cards.items() if count > 1]
    enough(sum(map(bool, found.values())), 2)


@seen_modes
def test_true_claims_never_clash(game: Game, mode: str) -> None:
    """Claim of every list of a state what it holds, twice, with holes here and there: nothing is found in that."""
    assert game.unseen is not None
    compared = 0
    for seed in seeds(2):
        dice = Stream(seed.to_bytes(32, "big"), "claims")
        record = recorded(play(game, seed, mode))
        names = pack_of(game, record.header).names
        with told(seed):
            for at, state in states(record):
                if dice.below(4):
                    continue
                values = [(path, spell(field, value, names).split()) for path, field, value in lists(state)]
                said = [Said(at, StateClaim(path, holed(words, dice))) for path, words in values * 2]
                assert Knowledge(game, names).clash(said, game.unseen, Work(PLENTY)) is None
                compared += len(said)
    enough(compared, 20)


def holed(words: list[str], dice: Stream) -> str:
    """A value of which about a third is left open."""
    return " ".join(HIDDEN_TEXT if dice.below(3) == 0 else word for word in words)


def full_hands(game: Game, record: Record) -> tuple[Record, dict[int, list[str]]]:
    """The game up to the middle one of the entries after which most hands are full, and the hands that are, spelled."""
    names, found = pack_of(game, record.header).names, dict[int, dict[int, list[str]]]()
    for at, state in states(record):
        view = game.view(state, PUBLIC)
        found[at] = {
            seat: spell(next(field for field in fields(type(side)) if field.name == "hand"), side.hand, names).split()
            for seat, (side, seen) in enumerate(zip(state.sides, view.sides, strict=True), start=1)
            if len(side.hand) >= FULL and not any(seen.hand) and HIDDEN not in side.hand
        }
    most = max(map(len, found.values()))
    best = [at for at in found if len(found[at]) == most]
    at = best[len(best) // 2]
    return msgspec.structs.replace(record, entries=record.entries[: at + 1]), found[at]


def hand(seat: int, *named: str, count: int) -> StateClaim:
    """A claim on a hand of which these cards are known."""
    return StateClaim(f"hand[p{seat}]", " ".join([*named, *[HIDDEN_TEXT] * (count - len(named))]))


def clashing(hands: dict[int, list[str]]) -> Iterator[tuple[StateClaim, ...]]:
    """Claims on hands that cannot all come out."""
    (seat, cards), *others = hands.items()
    count = len(cards)
    yield hand(seat, count=count), hand(seat, count=count - 1)
    yield hand(seat, *cards[:-1], count=count), hand(seat, cards[-1], cards[-1], count=count)
    yield hand(seat, *cards[1:], count=count), hand(seat, cards[0], *(f"9{at:04}" for at in range(2)), count=count)
    for other, theirs in others:
        yield hand(seat, cards[0], count=count), hand(other, cards[0], count=len(theirs))


def claimed(game: Game, record: Record, claims: Iterable[StateClaim]) -> Record:
    """What the public saw of a game, with claims on what it ended with."""
    seen = hidden(game, record, PUBLIC)
    return changed(seen, -1, claims=(*seen.entries[-1].claims, *claims))


@seen_modes
def test_what_cannot_both_be_is_contradicted(game: Game, mode: str) -> None:
    """Two counts of one hand, a card twice in it or in two hands, more cards than it has: contradicted there, with both
    claims named; a true one alone is not found wrong."""
    met = 0
    for seed in seeds(1):
        with told(seed):
            begun, hands = full_hands(game, recorded(play(game, seed, mode)))
            for claims in clashing(hands) if hands else ():
                judged = judge(GAMES, claimed(game, begun, claims))
                (finding,) = judged.report.findings
                assert judged.report.verdict == Verdict.CONTRADICTED
                assert finding.where.entry == len(begun.entries)
                assert claims[1].value in sentence(finding.message, names=judged.names)
                met += 1
            alone = claimed(game, begun, [next(clashing(hands))[0]])
            assert judge(GAMES, alone).report.verdict in (*FOUND, Verdict.UNDECIDABLE)
    enough(met, 3)


@seen_modes
def test_how_many_a_hand_has_all_see(game: Game, mode: str) -> None:
    """Claim one card too many or too few of a hand: no world is found; and where that is proved, no world that is as
    good up to there gets past it. Nothing is proved while it hangs on a hand what is asked."""
    assert game.unseen is not None
    proved = 0
    for seed in seeds(2):
        with told(seed):
            begun, hands = full_hands(game, recorded(play(game, seed, mode)))
            for seat, cards in list(hands.items())[seed % 2 : seed % 2 + 1]:
                claims = (hand(seat, cards[0], count=len(cards) + 1 - 2 * (seed % 2)),)
                wrong = claimed(game, begun, claims)
                search = search_of(GAMES, wrong)
                judged = search.judged()
                assert judged.world is None
                assert judged.report.verdict in (Verdict.CONTRADICTED, Verdict.UNDECIDABLE)
                if judged.report.verdict == Verdict.CONTRADICTED:
                    proved += 1
                    none_gets_past(game, begun, wrong, search, judged)
    enough(proved, game.unseen.unsure is never)
