"""◇大魔術: grand magic that comes when nothing waits to be resolved [W3-G-1]."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.decisions import Act, Decision, Flow
from .actions import GrandMagic
from .faces import magic_text, own_magic
from .grand_effects import carry_out_grand
from .grand_law import barred, grand_text, negates, pay_grand, unusable
from .magic import pay_condition
from .state import Casting
from .table import SEATS, WarsTable


def activate_grand(table: WarsTable, seat: int, act: GrandMagic) -> Flow[None]:
    """Pays what is asked, then carries the text out in one go [W3-G-10] [W3-G-12]."""
    card, grand = own_magic(table, seat, act.magic), grand_text(magic_text(table, act.magic))
    assert card is not None, "judged before"
    assert grand is not None, "judged before"
    assert grand.effects is not None, "judged before"
    table.rely("W3-G-1")
    casting = table.state.casting = Casting(seat, act.magic, grand=True)
    yield from pay_condition(table, seat, grand, "W3-G-4")
    pay_grand(table, seat, card)
    for at, instruction in enumerate(grand.effects):
        casting.instruction = at
        yield from carry_out_grand(table, casting, instruction)
    table.state.casting = None


class GrandMagicDecision(Decision):
    """In one's own turn, or with an extended condition in the opponent's too, whenever nothing waits to be resolved
    [W3-G-1] [W3-G-5]."""

    ask = "grand_magic"
    clause = "W3-G-1"
    takes = (GrandMagic,)
    interrupts = True

    def flow(self, table: WarsTable, act: GrandMagic) -> Flow[None]:
        return activate_grand(table, self.seat, act)

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        violation = unusable(table, self.seat, act.magic)
        if violation is not None:
            return violation
        grand = grand_text(magic_text(table, act.magic))
        assert grand is not None, "what carries none is unusable"
        if negates(grand):
            return Violation("W3-S3.6-5", f"★{grand.name} answers a magic or a strengthening, and none waits")
        return barred(table, self.seat, grand)

    def options(self, table: WarsTable) -> Iterator[Act]:
        for card in table.side[self.seat].magics:
            if self.allows(table, act := GrandMagic(card.magic)):
                yield act


GRAND_MAGIC = {seat: GrandMagicDecision(seat) for seat in SEATS}
