"""11 勝者の決定, slow and plain: points, backlash, tie-breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Held:
    """What a player has at the end: stones, the VP of each card of the deck, injuries, pollution, and of the deck what
    the backlash takes."""

    stones: int
    deck: Sequence[int]
    injuries: int
    pollution: int
    struck: Sequence[int]

    def total(self) -> int:
        """11-1 ①-④."""
        points = self.stones
        points += sum(self.deck)
        points -= self.injuries
        points -= sum(self.struck)
        return points

    def struck_enough(self) -> bool:
        """④ as many cards as there is pollution, at most all."""
        return len(self.struck) == min(self.pollution, len(self.deck))


def ranks(held: Held, after: bool) -> list[int]:
    """What is compared, the higher the better: the total, then the first three tie-breaks."""
    deck = sum(held.deck) - (sum(held.struck) if after else 0)
    return [held.total(), deck, -held.injuries, -held.pollution]


def added(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """チームごと: what two partners come to together."""
    return [a + b for a, b in zip(one, other, strict=True)]


def best(ranked: Mapping[int, Sequence[int]]) -> list[int]:
    """Those who are ahead when one test after the other is made among whoever is still tied."""
    left = sorted(ranked)
    tests = len(ranked[left[0]])
    for test in range(tests):
        most = max(ranked[player][test] for player in left)
        left = [player for player in left if ranked[player][test] == most]
    return left


def winner(players: Mapping[int, Held], after: bool = False) -> int:
    """11-2: the last test is who started later."""
    return best({seat: ranks(held, after) for seat, held in players.items()})[-1]


def winning_team(players: Mapping[int, Held], teams: Sequence[Sequence[int]], after: bool, shared: bool) -> list[int]:
    """13-2: the sums of both; what is tied to the end goes to the team of the last seat, or to both."""
    sums = {number: added(*(ranks(players[seat], after) for seat in team)) for number, team in enumerate(teams)}
    if shared:
        sums = {number: compared[:1] for number, compared in sums.items()}
    left = [list(teams[number]) for number in best(sums)]
    if len(left) > 1 and not shared:
        last = max(players)
        left = [team for team in left if last in team]
    return sorted(seat for team in left for seat in team)


def tied_on(players: Mapping[int, Held], after: bool = False) -> int:
    """How many of the tests left the first place open: 0 if the total decides."""
    ranked = {seat: ranks(held, after) for seat, held in players.items()}
    tests = 0
    while tests < 4 and len(best({seat: compared[: tests + 1] for seat, compared in ranked.items()})) > 1:
        tests += 1
    return tests
