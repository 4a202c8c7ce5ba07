"""The engine's final scores, backlash and winners against the second judge's, over random ends of games."""

from collections import Counter
from collections.abc import Mapping, Sequence

from shinpan_engine.games.hackclad.table import actions
from shinpan_engine.games.hackclad.table import state as engine
from shinpan_engine.games.hackclad.table.options import TagTie, TiebreakDeck
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.match import Match

from ...random_games import seeds, told
from .positions import CHARACTERS, cards_of, match_of
from .printed import AMELIA, LAST_ROUND, vp
from .scenes import lay
from .scoring import Held, tied_on, winner, winning_team

MODES = (("versus", 2), ("versus", 3), ("versus", 4), ("tag", 4), ("solo", 1))
TEAMS = ((1, 2, 1, 2), (1, 2, 2, 1), (1, 1, 2, 2))
DECK = 9
MUCH = 30
ENOUGH_GAMES = 500
"""From so many games on each number of tests must have been needed."""


class End:
    """The last own turn of a game, and all that its end depends on, drawn at random; often much is alike."""

    def __init__(self, dice: Stream) -> None:
        self.mode, seats = MODES[dice.below(len(MODES))]
        alike = [dice.below(2) == 0 for _ in range(3)]
        first = 1 + dice.below(CHARACTERS)
        self.characters = [first if alike[0] else 1 + dice.below(CHARACTERS) for _ in range(seats)]
        self.teams = TEAMS[dice.below(len(TEAMS))]
        self.after, self.shared = (dice.below(3) == 0 for _ in range(2))
        self.seed = dice.below(1 << 16)
        places = dice.shuffle(range(16))
        self.decks = {
            seat: self._deck(seat, places if alike[0] else dice.shuffle(range(16)), dice) for seat in self.seats
        }
        injuries, pollution = dice.below(12), dice.below(11)
        self.injuries = [injuries if alike[1] else injuries + dice.below(2) for _ in self.seats]
        self.pollution = [pollution if alike[2] else pollution + dice.below(2) for _ in self.seats]
        self.stones = [MUCH + dice.below(3) for _ in self.seats]
        self.level = dice.below(4) > 0

    @property
    def seats(self) -> range:
        """From 1."""
        return range(1, len(self.characters) + 1)

    def _deck(self, seat: int, places: Sequence[int], dice: Stream) -> list[int]:
        """Nine cards, of アメリア more now and then."""
        more = dice.below(4) if self.characters[seat - 1] == AMELIA else 0
        cards = cards_of(self.characters, seat)
        return [cards[place] for place in places[: DECK + more]]

    def played(self) -> Match:
        """The game in the engine, played to the end."""
        more = {}
        if self.mode == "tag":
            more = {"teams": list(self.teams), "tag_tie": TagTie(self.shared)}
        if self.mode != "solo":
            more["tiebreak_deck"] = TiebreakDeck(self.after)
        match = match_of(self.mode, self.characters, self.seed, **more)
        while match.table.state.step < engine.Step.LEGIONS and match.ask.decisions:
            decision = match.ask.decisions[0]
            if decision.ask == "turn":
                self._lay(match)
            act = next(iter(decision.options(match.table)))
            last = decision.ask == "turn"
            assert match.play(decision.seat, actions.END_TURN if last else act) is None
        return match

    def _lay(self, match: Match) -> None:
        """Nobody is on the field, and what counts is as drawn."""
        state = match.table.state
        state.round = LAST_ROUND[self.mode]
        lay(match)
        for seat, side in enumerate(state.sides, start=1):
            cards = self.decks[seat]
            side.turn_cards, side.hand, side.discard, side.deck = cards[:2], cards[2:4], cards[4:6], cards[6:]
            side.extended = [card for card in cards_of(self.characters, seat) if card not in cards]
            side.injuries, side.pollution = self.injuries[seat - 1], self.pollution[seat - 1]
            side.vp = self.stones[seat - 1]

    def held(self, outcomes: Mapping[str, Sequence[int]]) -> dict[int, Held]:
        """The same for the second judge, with the cards that chance struck."""
        held = {}
        for seat in self.seats:
            deck, pollution = self.decks[seat], self.pollution[seat - 1]
            everything = deck if pollution >= len(deck) else []
            struck = list(outcomes.get(f"backlash/p{seat}", everything))[:pollution]
            assert set(struck) <= set(deck), "only cards of the own deck are struck, each once"
            assert len(set(struck)) == len(struck)
            held[seat] = Held(
                self.stones[seat - 1], [vp(card) for card in deck], self.injuries[seat - 1], pollution,
                [vp(card) for card in struck],
            )  # fmt: skip
        return held

    def levelled(self, held: Mapping[int, Held]) -> None:
        """Stones such that all come to the same."""
        most = max(one.total() for one in held.values())
        self.stones = [one.stones + most - one.total() for one in held.values()]


def scores(held: Mapping[int, Held]) -> list[tuple[int, ...]]:
    """The four steps and the total."""
    return [(one.stones, sum(one.deck), one.injuries, sum(one.struck), one.total()) for one in held.values()]


def test_both_judges_come_to_the_same_scores_and_winners() -> None:
    """Stones, deck, injuries and what the backlash takes; of those who are level the same one wins."""
    needed: Counter[str] = Counter()
    for seed in seeds(200):
        needed["games"] += 1
        with told(seed):
            end = End(Stream(seed.to_bytes(32, "big"), "scores"))
            match = end.played()
            if end.level:
                end.levelled(end.held(match.table.chance.outcomes))
                match = end.played()
            held = end.held(match.table.chance.outcomes)
            ending = match.table.state.ending
            assert ending is not None
            assert all(one.struck_enough() for one in held.values())
            engine_says = [(s.stones, s.deck, s.injuries, s.backlash, s.total) for s in ending.scores]
            assert engine_says == scores(held)
            if end.mode == "versus":
                assert ending.winners == [winner(held, end.after)]
                tests = tied_on(held, end.after)
                assert (ending.reason == engine.EndReason.TIE_BREAK) == (tests > 0)
                needed[f"{tests} tie-breaks"] += 1
            elif end.mode == "tag":
                teams = [[seat for seat in end.seats if end.teams[seat - 1] == team] for team in (1, 2)]
                wins = winning_team(held, teams, end.after, end.shared)
                assert ending.winners == wins
                needed[f"tag, {len(wins)} win"] += 1
    wanted = [*(f"{number} tie-breaks" for number in range(5)), "tag, 2 win", "tag, 4 win"]
    assert needed["games"] < ENOUGH_GAMES or [one for one in wanted if not needed[one]] == []
