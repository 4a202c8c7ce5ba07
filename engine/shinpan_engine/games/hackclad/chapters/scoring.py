"""11 勝者の決定: 11-1 得点計算 and 11-2, for teams 13-2."""

from typing import NoReturn

from ....kernel.messages import say
from ....kernel.packs import unsaid
from ..table import events
from ..table.options import TagTie, TiebreakDeck
from ..table.state import EndReason, Score
from ..table.table import HackcladTable


def finish(table: HackcladTable) -> NoReturn:
    """The scores, and who has won: whoever has most VP [HC-7-1], in solo nobody [HC-13.1-1], in tag a team."""
    if any(side.missions for side in table.state.sides):
        raise unsaid(say("scoring.missions"), "HC-11.1-7")
    scores = [score(table, seat) for seat in table.seats]
    if table.solo:
        table.over([], EndReason.SOLO, scores, "HC-13.1-9")
    groups = teams(table)
    totals = [sum(scores[seat - 1].total for seat in group) for group in groups]
    best = [group for group, total in zip(groups, totals, strict=True) if total == max(totals)]
    if len(best) == 1:
        table.over(best[0], EndReason.VP, scores, "HC-13.2-2" if table.mode == "tag" else "HC-11.2-1")
    if table.mode == "tag":
        table.rely("HC-13.2-2")
        if table.setup.tag_tie == TagTie.SHARED:
            table.over(list(table.seats), EndReason.VP, scores, "HC-13.2-2")
    first = max(best, key=lambda group: tie_break(table, group, scores))
    table.over(first, EndReason.TIE_BREAK, scores, "HC-11.2-2")


def teams(table: HackcladTable) -> list[list[int]]:
    """The seats that win together: in versus each for herself [HC-4.2-2]."""
    if table.mode != "tag":
        return [[seat] for seat in table.seats]
    return [[seat for seat in table.seats if table.setup.teams[seat - 1] == team] for team in (1, 2)]


def tie_break(table: HackcladTable, group: list[int], scores: list[Score]) -> tuple[int, int, int, int]:
    """11-2, in its order, greater is better: deck VP, few injuries, little pollution, the later starting number
    [HC-11.2-3] [HC-11.2-4] [HC-11.2-5] [HC-11.2-6]."""
    table.rely("HC-11.2-3")
    after = table.setup.tiebreak_deck == TiebreakDeck.AFTER
    decks = sum(scores[seat - 1].deck - (scores[seat - 1].backlash if after else 0) for seat in group)
    injuries = sum(table.side[seat].injuries for seat in group)
    pollution = sum(table.side[seat].pollution for seat in group)
    return decks, -injuries, -pollution, max(group)


def score(table: HackcladTable, seat: int) -> Score:
    """The four steps [HC-11.1-1]; the sum may be negative."""
    side = table.side[seat]
    cards = sorted([*side.deck, *side.hand, *side.discard, *side.resolving, *side.turn_cards])
    table.known(cards, "HC-11.1-3")
    # ① the stones held [HC-11.1-2] [HC-11.1-8], ② all cards in circulation [HC-11.1-3] [HC-11.1-6].
    stones, deck = side.vp, sum(map(table.cards.vp, cards))
    # ③ the injury gauge [HC-11.1-4], ④ the backlash.
    chosen = backlash(table, seat, cards)
    lost = sum(map(table.cards.vp, chosen))
    total = stones + deck - side.injuries - lost
    for card in cards:
        table.seen[card] = None
    table.events.append(events.Counted(cards=cards, backlash=chosen, seat=seat, clause="HC-11.1-3"))
    table.events.append(
        events.Scored(
            stones=stones, deck=deck, injuries=side.injuries, backlash=lost, total=total, seat=seat, clause="HC-11.1-1"
        )
    )
    return Score(stones, deck, side.injuries, lost, total)


def backlash(table: HackcladTable, seat: int, cards: list[int]) -> list[int]:
    """クラックの反動: as many of these cards as there is pollution, at random, each once and all at the most
    [HC-11.1-5]. So the pollution of crack skills lowers the score [HC-8.4.3.X-4]."""
    count = table.side[seat].pollution
    if count == 0:
        return []
    table.rely("HC-11.1-5")
    if count >= len(cards):
        return cards
    return sorted(table.known(table.shuffled(f"backlash/p{seat}", cards, "HC-11.1-5")[:count], "HC-11.1-5"))
