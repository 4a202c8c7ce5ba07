"""Two judges, one opinion: the engine against a second judge written from the printed rulebook alone.

Random own turns are played on by both to the end of the round. In each position random actions are judged by both;
then one is taken by both, and what comes of it is compared: pieces, stones, gauges, cards, who is asked in which order,
which squares are attacked.
"""

from collections import Counter
from itertools import islice
from typing import Any

from shinpan_engine.games.hackclad.table import actions
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.match import Match

from ...laws.near_misses import some_misses
from ...random_games import seeds, told
from .candidates import tries
from .features import missing
from .positions import opening, random_match, random_readings
from .printed import vp
from .walk import Walk

MOST_ACTIONS = 80
MOST_OFFERED = 100
MISSES = 4
ENOUGH_GAMES = 2000
"""From so many games on all that is wanted must have come up."""


def judged(walk: Walk, dice: Stream) -> list[tuple[int, Any]]:
    """What is legal of what comes to mind; what the engine offers is legal too, and there nothing legal is left out."""
    legal = [(seat, act) for seat, act in tries(walk.judge, dice) if walk.asked(seat, act)]
    offered = list(islice(walk.match.options(), MOST_OFFERED))
    assert all(walk.asked(seat, act) for seat, act in offered if not isinstance(act, actions.Declare))
    if legal:
        seat, act = legal[dice.below(len(legal))]
        legal += [(seat, miss) for miss in some_misses(act, dice, MISSES) if walk.asked(seat, miss)]
    if len(offered) < MOST_OFFERED:
        listed = {(seat, encode(act)) for seat, act in offered}
        assert [(seat, act) for seat, act in legal if (seat, encode(act)) not in listed] == []
    return legal


def chosen(walk: Walk, legal: list[tuple[int, Any]], dice: Stream) -> tuple[int, Any]:
    """What is done: an own turn ends soon, and an attack is answered about every other time."""
    question = walk.judge.question
    assert question is not None, "nobody is asked at the end"
    if question.kind == "turn" and dice.below(4) == 0:
        return question.seat, actions.END_TURN
    uses = [(seat, act) for seat, act in legal if isinstance(act, actions.Use)]
    if uses and dice.below(2):
        return uses[dice.below(len(uses))]
    active = [(seat, act) for seat, act in legal if act not in (actions.PASS, actions.END_TURN)]
    among = active if active and dice.below(2) else legal
    return among[dice.below(len(among))]


def test_both_judges_say_and_do_the_same() -> None:
    """Of legal, nearly legal and illegal actions in random positions both say the same, and what both allow leads both
    to the same position, to the end of the round."""
    met: Counter[str] = Counter()
    for seed in seeds(250):
        met["games"] += 1
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "second-opinion")
            readings = random_readings(dice)
            walk = Walk(*random_match(dice, readings), readings)
            for _ in range(MOST_ACTIONS):
                if walk.over():
                    break
                walk.take(*chosen(walk, judged(walk, dice), dice))
            met.update(walk.judge.at.met)
    assert met["games"] < ENOUGH_GAMES or missing(met) == []


def test_both_judges_go_through_whole_games() -> None:
    """From the first draft of random games to the end both come to the same, question by question; in co-op, where
    all draft at the same time, from each own turn to the next draft."""
    for seed in seeds(20):
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "whole-games")
            readings = random_readings(dice)
            match, limit = opening(dice, readings)
            while match.ask.decisions:
                alone = match.table.mode != "coop"
                if match.ask.decisions[0].ask == "turn" or (alone and match.ask.decisions[0].ask == "place"):
                    follow(Walk(match, limit, readings, goes_on=True), dice)
                else:
                    seat, act = drawn(match, dice)
                    assert match.play(seat, act) is None


def drawn(match: Match, dice: Stream) -> tuple[int, Any]:
    """What random play does next; of those who may lend a ガード now and then one."""
    decisions = match.ask.decisions
    decision = decisions[dice.below(len(decisions))] if dice.below(3) == 0 else decisions[0]
    if next(decision.options(match.table), None) is None:
        decision = next(decision for decision in decisions if decision.ask)
    return decision.seat, decision.sample(match.table, dice)


def final_scores(walk: Walk) -> list[tuple[int, ...]]:
    """What the second judge counts at the end of a game: all but what the backlash takes, which is up to chance."""
    return [
        (
            witch.vp,
            sum(vp(card) for card in (*witch.deck, *witch.hand, *witch.discard, *witch.turn_cards)),
            witch.injuries,
        )
        for witch in walk.judge.at.witches.values()
    ]


def follow(walk: Walk, dice: Stream) -> None:
    """Both judges play on, as long as the second one is asked."""
    while walk.judge.question is not None:
        seat, act = drawn(walk.match, dice)
        if isinstance(act, actions.Declare):  # a card shown that cannot be used: nothing comes of it
            assert walk.match.play(seat, act) is None
            walk.compare()
            continue
        assert walk.asked(seat, act)
        if dice.below(4) == 0:
            judged(walk, dice)
        walk.take(seat, act)
    ending = walk.match.table.state.ending
    if ending is not None and ending.scores:
        assert [(score.stones, score.deck, score.injuries) for score in ending.scores] == final_scores(walk)
