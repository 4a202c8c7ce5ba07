"""◇大魔術: grand magic that comes when nothing waits to be resolved [W3-G-1]."""

from collections.abc import Iterator

from .....kernel.play.decisions import Act, Decision, Flow
from .....kernel.play.violations import Violation
from ...cards.cards import Text
from ...table.actions import GrandMagic
from ...table.state import Casting, MagicCard
from ...table.table import WarsTable
from .grand_effects import carry_out_grand
from .grand_law import barred, grand_text, negates, pay_grand, unusable
from .use import pay_condition


def activate_grand(table: WarsTable, seat: int, act: GrandMagic) -> Flow[None]:
    """Pays what is asked, then carries the text out in one go [W3-G-10] [W3-G-12]."""
    card, grand = table.own_magic(seat, act.magic), grand_text(table.magic_text(act.magic))
    assert card is not None, "judged before"
    assert grand is not None, "judged before"
    table.rely("W3-G-1")
    casting = Casting(seat, act.magic, grand=True)
    yield from table.within(casting, resolve_grand(table, casting, grand, card))


def resolve_grand(table: WarsTable, casting: Casting, grand: Text, card: MagicCard) -> Flow[None]:
    """The condition is paid, the card excluded, the text carried out. It is no magic: it is not noted as activated, and
    nobody is asked for a negation of it [W3-G-11]."""
    yield from pay_condition(table, casting.seat, grand, "W3-G-4")
    pay_grand(table, casting.seat, card)
    assert grand.effects is not None, "judged before"
    for at, instruction in enumerate(grand.effects):
        casting.instruction = at
        yield from carry_out_grand(table, casting, instruction)


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
        grand = grand_text(table.magic_text(act.magic))
        assert grand is not None, "what carries none is unusable"
        if negates(grand):
            return Violation("W3-S3.6-5", "grand.nothing_waits", grand=grand.name)
        return barred(table, self.seat, grand)

    def options(self, table: WarsTable) -> Iterator[Act]:
        return self.legal_among(table, (GrandMagic(card.magic) for card in table.side[self.seat].magics))
