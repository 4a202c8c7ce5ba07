"""The texts of attack cards."""

from collections.abc import Generator, Sequence
from typing import Any

from .decks import draw
from .effects import gain_cp
from .position import Witch
from .printed import CLAD_VOLTAGE, KUNAI, SUPPORTS, Strike, owner, place
from .questions import Flow, Question
from .squares import SQUARES, Square, ahead, behind
from .using import Using, may_go, mill, ready_trap, turn_clad

RAGE_FROM = 5
"""逆鱗: from so many injuries on."""


def attack(using: Using, card: Strike) -> Flow:
    """The attack, and what else its card says."""
    at, witch, act = using.at, using.witch, using.act
    assert witch.square is not None
    assert act is not None
    at.met.add(card.more or "plain")
    more = witch.next_atk + witch.atk
    witch.next_atk = witch.next_many = 0
    witch.next_field = False
    more += yield from _beforehand(using, card)
    targets = [SQUARES[target - 1] for target in act.targets]
    front, back = witch.square == ahead(at.clad, at.front), witch.square == behind(at.clad, at.front)
    hits_clad, legions = at.clad in targets, [target for target in targets if target in at.legions]
    damages = {target: _atk(card, using, hits_clad and front) + more for target in targets}
    if card.more == "1 more on the clad" and hits_clad:
        damages[at.clad] += 1
    if card.more == "spares legions":
        damages |= dict.fromkeys(legions, 0)
    using.hit(damages)
    destroyed = [legion for legion in legions if legion not in at.legions]
    yield from _afterwards(using, card, (hits_clad and front, hits_clad and back, hits_clad), destroyed)


def _beforehand(using: Using, card: Strike) -> Generator[Question, tuple[int, Any], int]:
    """What is asked before the attack, and the ATK it gives."""
    witch = using.witch
    if card.more == "braced" and not witch.moved and (yield from using.may()):
        witch.no_steps = True
        return 1
    if card.more == "1 more by omen":
        return int((yield from omen(using)))
    if card.more == "1 more after support":
        return int(_supports(witch) > 0)
    if card.more == "more for each support":
        return _supports(witch)
    return 0


def omen(using: Using) -> Generator[Question, tuple[int, Any], bool]:
    """No clad deck, or a top card of VOLTAGE 1 that is revealed."""
    deck = using.at.clad_deck
    if not deck:
        return True
    return (yield from using.may()) and CLAD_VOLTAGE[deck[0]] == 1


def _supports(witch: Witch) -> int:
    """Support cards used in this turn."""
    return sum((owner(card), place(card)) in SUPPORTS for card in witch.used)


def _atk(card: Strike, using: Using, from_front: bool) -> int:
    """The ATK with what its own text adds."""
    act, witch = using.act, using.witch
    assert act is not None
    match card.more:
        case "cp is atk":
            return card.atk + act.cp
        case "3 cp for 1 atk" | "kunai for a push":
            return card.atk + bool(act.cp or act.discards)
        case "rage":
            return card.atk + (witch.injuries >= RAGE_FROM)
        case "swallow":
            return card.atk + from_front
        case "1 more for 3 discards":
            return card.atk + len(witch.discard) // 3
        case "discards over 3":
            return max(0, len(witch.discard) - 3)
    return card.atk


def _afterwards(using: Using, card: Strike, bearing: tuple[bool, bool, bool], destroyed: Sequence[Square]) -> Flow:
    """What the text says after the attack."""
    at, witch, act = using.at, using.witch, using.act
    assert act is not None
    from_front, from_behind, hits_clad = bearing
    match card.more:
        case "hurts":
            witch.injuries += 1
        case "holds":
            at.held |= hits_clad
        case "gives cp":
            gain_cp(witch, 1, using.readings.cp_most)
        case "push from the front":
            using.pushes = from_front
        case "kunai for a push":
            using.pushes = hits_clad and bool(act.discards)
        case "rage":
            using.pushes = hits_clad and witch.injuries >= RAGE_FROM
        case "swallow" if from_front:
            yield from mill(using)
        case "1 cp turns it" if act.cp:
            turn_clad(using, to_her=True)
        case "stays":
            using.stays = True
        case "steals" if from_behind and using.first:
            yield from draw(using.judge, using.seat, 1)
        case "readies from behind" if from_behind:
            ready_trap(using)
        case "kunai come back":
            back = [kunai for kunai in witch.discard if place(kunai) in KUNAI]
            witch.discard = [other for other in witch.discard if other not in back]
            witch.hand += back
        case "draws by omen" if (yield from omen(using)):
            yield from draw(using.judge, using.seat, 1)
        case "to where it destroyed" if destroyed:
            yield from may_go(using, destroyed)
