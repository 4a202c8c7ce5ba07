"""6:レベルアップ and ターン終了フェイズ 1: level-ups with cooldowns and ultra skills [AN-6.2] [AN-6.4]."""

from bisect import insort
from collections.abc import Iterator
from itertools import product

from ....kernel.play.chance import Stream
from ....kernel.play.decisions import Act, Decision, Flow, seated, together
from ....kernel.play.lists import ascending, out_of_order
from ....kernel.play.violations import Violation
from ..cards.cards import HIGHEST_LEVEL, STARTING_LEVEL
from ..table import events
from ..table.actions import Cooldowns, LevelUp
from ..table.options import LevelFlag, LevelSkip, UltraChoice
from ..table.state import Side
from ..table.table import SEATS, AnoareTable
from .cooldown import cool, cooldowns_home, in_zone, stack_of

LEVEL_2_LIFE = 5
"""Life at which the level-up to 2 comes due [AN-6.2-1] [AN-6.6-2]; more life brings nothing [AN-6.6-1]."""
GAINS = {2: ("AN-6.2-4", "AN-6.2-7", "AN-6.2-1"), HIGHEST_LEVEL: ("AN-6.4-2", "AN-6.4-3", "AN-6.4-1")}
"""By the level that is reached: the clauses of the free cooldowns, the ultra skill and the level itself. Both levels
bring all three [AN-6.6-4]."""


def note_fall(side: Side) -> None:
    """A fall to that life counts, whatever caused it [AN-6.2-15], even if it is healed in the same turn, unless the
    set-up says otherwise [AN-6.2-3]."""
    if side.life <= LEVEL_2_LIFE:
        side.fell = True


def reached(table: AnoareTable, seat: int) -> int:
    """The level that a character rises to next in this end phase, or 0 [AN-6.2-1] [AN-6.4-1]: the counter's bands are
    2 for life 5 to 1 and 3 for life 0 [AN-1.3-5] [AN-6.6-3]. Who falls from level 1 to life 0 makes both level-ups, the
    one to 2 first [AN-6.4-7] [AN-6.4-8]."""
    side = table.side[seat]
    if side.level == HIGHEST_LEVEL:
        return 0
    if side.level == STARTING_LEVEL:
        if side.life == 0:
            table.rely("AN-6.4-7")
            return next_level(table, seat)
        low = side.life <= LEVEL_2_LIFE
        if side.fell and not low:
            table.rely("AN-6.2-3")
        event = table.setup.level_flag == LevelFlag.EVENT
        return next_level(table, seat) if (side.fell if event else low) else 0
    return HIGHEST_LEVEL if side.life == 0 else 0


def next_level(table: AnoareTable, seat: int) -> int:
    """The level above, one at a time unless the set-up says otherwise [AN-6.4-8]."""
    side = table.side[seat]
    skips = side.life == 0 and table.setup.level_skip == LevelSkip.TOP_ONLY
    return HIGHEST_LEVEL if skips else side.level + 1


def rising(table: AnoareTable) -> list[Decision]:
    """Who has a level-up before them."""
    return [seated(LevelUpDecision, seat) for seat in SEATS if reached(table, seat)]


def due_level_ups(table: AnoareTable) -> Flow[None] | None:
    """ターン終了 1: the level-ups, if any is due [AN-5.7-1]."""
    return level_ups(table) if rising(table) else None


def level_ups(table: AnoareTable) -> Flow[None]:
    """Every level-up that is due, both players' at the same time and blind [AN-5.7-4], until none is [AN-5.7-5]."""
    while rising(table):
        answers = yield from together(table, lambda: rising(table), "AN-5.0-9")
        for seat, act in answers.items():
            level_up(table, seat, act)


def level_up(table: AnoareTable, seat: int, act: LevelUp) -> None:
    """In printed order: the free cooldowns, the ultra skill, the level with its ability [AN-6.2-13]; to level 3
    as to level 2 [AN-6.4-6]."""
    side, level = table.side[seat], next_level(table, seat)
    cooled, taken, reached_level = GAINS[level]
    for cooldowns in act.cooldowns:
        for _ in range(cooldowns.times):
            cool(table, seat, cooldowns.skill, cooled)
    # Two level-ups leave the third where it lies: no other rule takes one from there [AN-6.4-5].
    side.ultras.remove(act.ultra)
    insort(side.hand, act.ultra)
    table.rely("AN-6.2-10")
    private = 0 if table.setup.ultra_choice == UltraChoice.SHOWN else seat
    table.events.append(events.TookUltra(card=act.ultra, seat=seat, clause=taken, private=private))
    # Until here the old level counts in all respects [AN-6.2-2]; nothing else sets it, so it never falls [AN-6.1-5].
    side.level = level
    table.relaid(seat)  # puts the ability of the new level in force [AN-6.2-11] [AN-6.4-4]
    table.rely("AN-6.2-12")
    table.events.append(events.LeveledUp(level=level, seat=seat, clause=reached_level))


class LevelUpDecision(Decision):
    """Any number of cooldowns for each skill, and exactly one ultra skill [AN-6.2-5] [AN-6.2-8] [AN-6.2-9]."""

    ask = "level_up"
    clause = "AN-6.2-8"
    takes = (LevelUp,)

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        if act.ultra not in table.side[self.seat].ultras:
            return Violation("AN-6.2-7", "level_up.ultra", ("AN-6.2-8",))
        if out_of_order([cooldowns.skill for cooldowns in act.cooldowns]):
            return ascending("cooldown.skills")
        mine = in_zone(table, self.seat)
        for cooldowns in act.cooldowns:
            if cooldowns.skill not in mine:
                return Violation("AN-6.2-4", "level_up.in_zone")
            most = cooldowns_home(table, stack_of(table, self.seat, cooldowns.skill))
            if not 1 <= cooldowns.times <= most:
                return Violation("AN-6.2-6", "level_up.back_home", most=most)
        return None

    def options(self, table: AnoareTable) -> Iterator[Act]:
        mine = in_zone(table, self.seat)
        counts = [range(cooldowns_home(table, stack_of(table, self.seat, card)) + 1) for card in mine]
        for ultra in table.side[self.seat].ultras:
            for chosen in product(*counts):
                yield _level_up(mine, chosen, ultra)

    def sample(self, table: AnoareTable, dice: Stream) -> Act:
        mine, ultras = in_zone(table, self.seat), table.side[self.seat].ultras
        most = [cooldowns_home(table, stack_of(table, self.seat, card)) for card in mine]
        chosen = tuple(dice.below(times + 1) for times in most)
        return _level_up(mine, chosen, ultras[dice.below(len(ultras))])


def _level_up(mine: list[int], times: tuple[int, ...], ultra: int) -> LevelUp:
    """The action; skills that are not cooled are left out."""
    return LevelUp([Cooldowns(card, count) for card, count in zip(mine, times, strict=True) if count], ultra)
