"""8-4-3 and 8-4-4: what a player can do on a turn of her own or in answer to an attack, verb by verb."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from .....kernel.play.decisions import Act, Flow
from .....kernel.play.violations import Violation
from ...table.actions import CRACK, Activate, Basic, Crack, Declare, Spend, Use
from ...table.table import HackcladTable
from . import actions_paid, skill_use
from .windows import ActionDecision


@dataclass
class Verb:
    """One kind of action: how it is done, its law, which is also told whether it answers an attack, since most can be
    done at one of the two times only, and what of its kind may be legal. In answer to an attack it has the same costs,
    limits and steps [HC-8.4.4-15]."""

    kind: type
    do: Callable[[HackcladTable, int, Any], Flow[None] | None]
    law: Callable[[HackcladTable, int, Any, bool], Violation | None]
    ways: Callable[[HackcladTable, int], Iterable[Act]]


VERBS = (
    Verb(Use, skill_use.use, skill_use.judge_use, skill_use.uses_in_hand),
    Verb(Basic, actions_paid.basic, actions_paid.judge_basic, actions_paid.basics),
    Verb(Spend, actions_paid.spend, actions_paid.judge_spend, actions_paid.spends),
    Verb(Crack, actions_paid.crack, actions_paid.judge_crack, lambda *_: (CRACK,)),
    Verb(Activate, actions_paid.activate, actions_paid.judge_activate, actions_paid.activates),
    Verb(Declare, skill_use.declare, skill_use.judge_declare, skill_use.declares),
)
DO = {verb.kind: verb.do for verb in VERBS}
LAW = {verb.kind: verb.law for verb in VERBS}


class VerbDecision(ActionDecision):
    """Any action at its time, or what its default says."""

    reacting: ClassVar[bool]

    def deed(self, table: HackcladTable, act: Act) -> Flow[None] | None:
        return DO[type(act)](table, self.seat, act)

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        law = LAW.get(type(act))  # the default has none
        return law(table, self.seat, act, self.reacting) if law is not None else None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        yield self.default
        for verb in VERBS:
            if verb.kind in self.takes:
                yield from self.legal_among(table, verb.ways(table, self.seat))
