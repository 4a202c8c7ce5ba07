"""The vocabulary of card and board texts: every operation a pack may write, as `op` and typed arguments."""

from typing import Annotated, Literal, get_args

import msgspec

from ..table.state import Lasts, Modified

Count = Annotated[int, msgspec.Meta(ge=1, le=99)]
XCount = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""A number; 0 stands for the X with which an ability is called."""
KindName = Literal["attack", "magic_attack", "reaction", "magic_reaction", "support", "magic_support"]
"""攻撃, 攻撃魔法, 対応, 対応魔法, 補助, 補助魔法."""
ModifiedName = Literal[
    "next_atk", "next_multi", "next_field", "atk", "token_atk", "stones", "cracks", "no_move", "no_rebuild",
    "prepared", "spared",
]  # fmt: skip
MODIFIED: dict[str, Modified] = {name: Modified[name.upper()] for name in get_args(ModifiedName)}
LASTS: dict[str, Lasts] = {"turn": Lasts.TURN, "round": Lasts.ROUND}


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must hold; all that is said of it."""

    bearing: Literal["", "front", "behind"] = ""
    """The clad was attacked from its front or from behind."""
    beside_clad: bool = False
    """The witch stands orthogonally beside the clad."""
    hit_clad: bool = False
    """This card has damaged the clad."""
    unmoved: bool = False
    """The witch has not moved in this turn."""
    first_use: bool = False
    """It is the first card of its name used in this turn."""
    used_support: bool = False
    """A support card has been used in this turn."""
    hits: XCount = 0
    """Damage was dealt so often in this turn at least."""
    injuries: XCount = 0
    """The injury gauge stands so high at least."""
    deck: XCount = 0
    """The own deck has so many cards at least."""
    tokens: XCount = 0
    """So many own ツチグモ at least are on the field."""
    paid: bool = False
    """The optional additional cost was paid."""
    omen: bool = False
    """A card revealed has VOLTAGE 1, or the clad deck was empty."""
    no_clad_deck: bool = False
    """The clad deck is empty."""


ALWAYS = Condition()


class Op(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """One operation."""


class Attack(Op, frozen=True, tag="attack"):
    """The attack of the card, by RANGE on what the use has named."""


class AddAtk(Op, frozen=True, tag="atk"):
    """ATK +n of this card."""

    amount: Count


class GainMp(Op, frozen=True, tag="mp"):
    """MP +n."""

    amount: Count


class GainCp(Op, frozen=True, tag="cp"):
    """CP +n."""

    amount: Count


class Injure(Op, frozen=True, tag="injure"):
    """The injury gauge +n, without injury [HC-8.4.6-9]."""

    amount: Count


class Draw(Op, frozen=True, tag="draw"):
    """Draws n cards."""

    amount: Count


class Reduce(Op, frozen=True, tag="reduce"):
    """Takes n off the damage of the attack that is answered."""

    amount: Count


class Shelter(Op, frozen=True, tag="shelter"):
    """Takes off the damage of any attack as much as own ツチグモ have the witch in their search range."""


class Intercept(Op, frozen=True, tag="intercept"):
    """Hits the attacking clad, or one attacking legion; not in answer to a movement attack."""

    amount: XCount = 0


class HitClad(Op, frozen=True, tag="hit_clad"):
    """Hits the clad."""

    amount: Count


class HitAny(Op, frozen=True, tag="hit_any"):
    """Hits the clad or one legion anywhere."""

    amount: Count


class Walk(Op, frozen=True, tag="move"):
    """Moves the witch so many squares, or up to so many."""

    steps: Count
    optional: bool = False


class Raid(Op, frozen=True, tag="raid"):
    """Moves the witch so many squares past any pieces; each clad and legion on a square passed is hit."""

    steps: Count
    amount: Count


class MoveTo(Op, frozen=True, tag="move_to"):
    """Moves the witch straight to a square: an empty one beside the clad, any empty one, or that of a legion that this
    card has destroyed."""

    where: Literal["beside_clad", "empty", "destroyed"]
    optional: bool = False


class TurnClad(Op, frozen=True, tag="turn_clad"):
    """Turns the clad: towards the witch, its back to her, or about."""

    to: Literal["me", "away", "reverse"]


class KnockBack(Op, frozen=True, tag="knock_back"):
    """Knocks the clad back when everything else is done."""


class HoldClad(Op, frozen=True, tag="hold_clad"):
    """The clad cannot move in this round."""


class Look(Op, frozen=True, tag="look"):
    """Looks at the top card of the clad deck, and may reveal it where the text says so."""

    reveal: bool = False


class Modify(Op, frozen=True, tag="modify"):
    """Something is in force for a while."""

    what: ModifiedName
    amount: Annotated[int, msgspec.Meta(ge=0, le=99)] = 1
    lasts: Literal["turn", "round"] = "turn"


class Mill(Op, frozen=True, tag="mill"):
    """The top card of the own deck goes to the discard pile."""


class UseTurned(Op, frozen=True, tag="use_turned"):
    """That card may be used."""


class Peek(Op, frozen=True, tag="peek"):
    """Looks at the top card of the own deck and discards it or leaves it."""


class Return(Op, frozen=True, tag="put_back"):
    """A hand card goes on top of the own deck."""


class TakeBack(Op, frozen=True, tag="take_back"):
    """Cards of the discard pile go to the hand: one of some kinds, or of any; all of a name; this card itself."""

    kinds: list[KindName] = []
    all_named: str = ""
    itself: bool = False


class Search(Op, frozen=True, tag="search"):
    """Draws a card of choice from the own deck, which is shuffled then."""


class RandomExtended(Op, frozen=True, tag="random_extended"):
    """A random card of the extended deck goes to the discard pile."""


class Stay(Op, frozen=True, tag="stay"):
    """This card becomes an additional turn card."""


class PutToken(Op, frozen=True, tag="deploy"):
    """《操甲-配備》."""


class MoveToken(Op, frozen=True, tag="shift"):
    """《操甲-移動》."""


class GatherStones(Op, frozen=True, tag="gather"):
    """《操甲-採集》."""


class Shoot(Op, frozen=True, tag="shoot"):
    """《操甲-射撃》."""

    amount: Count = 1


class WithdrawAndDraw(Op, frozen=True, tag="withdraw_and_draw"):
    """Takes any number of own ツチグモ off the field, at most as many as the deck has cards, and draws as many."""


class Ready(Op, frozen=True, tag="ready"):
    """Turns one トラバサミ face up."""


class FinishTurn(Op, frozen=True, tag="end_turn"):
    """The turn ends."""


class Ability(Op, frozen=True, tag="ability"):
    """A unique ability of the character board, with its X [HC-3-22]."""

    name: str
    x: XCount = 0


class When(Op, frozen=True, tag="when"):
    """If something holds, then."""

    holds: Condition
    ops: "list[Operation]"


class May(Op, frozen=True, tag="may"):
    """The player may, and may have to pay MP for it."""

    ops: "list[Operation]"
    mp: Annotated[int, msgspec.Meta(ge=0, le=7)] = 0


class OneOf(Op, frozen=True, tag="choose"):
    """The player chooses so many different ones."""

    options: "list[list[Operation]]"
    count: Count = 1


Operation = (
    Attack | AddAtk | GainMp | GainCp | Injure | Draw | Reduce | Shelter | Intercept | HitClad | HitAny | Walk | Raid
    | MoveTo | TurnClad | KnockBack | HoldClad | Look | Modify | Mill | UseTurned | Peek | Return | TakeBack | Search
    | RandomExtended | Stay | PutToken | MoveToken | GatherStones | Shoot | WithdrawAndDraw | Ready | FinishTurn
    | Ability | When | May | OneOf
)  # fmt: skip


def inside(op: Operation, branch: int, abilities: "dict[str, list[Operation]]") -> "list[Operation]":
    """The operations of a branch of an operation that holds others."""
    if isinstance(op, OneOf):
        return op.options[branch]
    if isinstance(op, Ability):
        return abilities[op.name]
    assert isinstance(op, When | May), "no other holds operations"
    return op.ops
