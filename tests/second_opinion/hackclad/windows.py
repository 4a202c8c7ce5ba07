"""8-4-4 対応アクション: attacks, and in which order players may answer them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .effects import clad_atk, injure, sheltered
from .position import HOME, Position
from .printed import Cell
from .squares import Square, ahead, beside, reached

MOVEMENT = ("advance", "knockback", "home", "appearance")
"""移動攻撃: nothing comes off their damage."""


@dataclass
class Attack:
    """An attack of the clad or of legions, while it is answered and carried out."""

    kind: str
    cells: Sequence[Cell] = ()
    front: str = ""
    marks: Sequence[Square] = ()
    placed: bool = False
    """Of legions that appear: whether they stand there already; one that is gone again attacks nobody."""
    passed: list[int] = field(default_factory=list)
    reduced: dict[int, int] = field(default_factory=dict)

    def squares(self, at: Position) -> list[Square]:
        """The squares attacked as things stand, each as often as something attacks it."""
        match self.kind:
            case "attack":
                return sorted(reached(at.clad, at.front, self.cells))
            case "appearance":
                return sorted(mark for mark in self.marks if not self.placed or mark in at.legions)
            case "legions":
                return sorted(near for square in at.legions for near in beside(square))
        return [] if self.kind == "home" and at.clad == HOME else [self.target(at)]

    def target(self, at: Position) -> Square:
        """Where the clad steps."""
        if self.kind == "home":
            return HOME
        return ahead(at.clad, at.front if self.kind == "advance" else self.front)

    def in_range(self, at: Position) -> list[int]:
        """The players in range, the earliest turn first."""
        squares = self.squares(at)
        return [seat for seat in at.in_turn_order() if at.witches[seat].square in squares]

    def active(self, at: Position) -> int:
        """アクティブプレイヤー: the earliest of those in range who have not passed; 0 if nobody is left."""
        return next((seat for seat in self.in_range(at) if seat not in self.passed), 0)

    def damage(self, at: Position, seat: int) -> int:
        """What a player takes; what is prepared for the next attack is used up by it."""
        witch = at.witches[seat]
        prepared, witch.prepared = witch.prepared, 0
        if self.kind in ("appearance", "legions"):
            full = at.voltage * sum(square == witch.square for square in self.squares(at))
        else:
            full = clad_atk(at)
        if self.kind in MOVEMENT:
            return full
        return max(0, full - self.reduced.get(seat, 0) - prepared - sheltered(witch))

    def carry_out(self, at: Position, pickup: bool) -> None:
        """Everybody in range is hit at once; injuries follow in turn order."""
        damages = {seat: self.damage(at, seat) for seat in self.in_range(at)}
        at.met.update(f"{self.kind} hits {len(damages)}, {min(damage, 1)}" for damage in damages.values())
        for seat, damage in damages.items():
            if damage >= 1:
                injure(at, seat, damage, pickup)
