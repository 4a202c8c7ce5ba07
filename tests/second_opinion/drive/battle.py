"""A second judge of 精霊回路ドライヴ, slow and plain: 3. 戦闘ステップ, with what is triggered by the play before it.

Nothing of the engine's rules is used. Where the print is open, the ruling of the catalogue is taken, and named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .plays import Played, Readings
from .printed import Cards, Skill, Unit

AT_ONCE = ("damage", "attack", "multiplier")
"""What does not wait for ⑤戦闘ステップ終了 [DR-S3.5-2] [DR-S3.5-3]."""


@dataclass
class Member:
    """A unit of the party whose turn it is, and what skills add to it in this battle."""

    unit: int
    level: int
    attack: int = 0
    multiplier: int = 0


@dataclass
class Position:
    """What counts for a battle; the enemy that comes next is the first."""

    active: int
    hand: list[int]
    mana: dict[int, int]
    party: list[Member]
    enemy: int
    hp: int
    boss: bool
    enemies: list[int]
    discard: list[int]
    deck: list[int]
    won: bool = False


@dataclass(order=True)
class Due:
    """A triggered skill: the place of its unit in the party, and its own on the unit."""

    place: int
    skill: int


@dataclass
class Battle:
    """A turn of the active player from the cards played to the damage."""

    cards: Cards = field(repr=False)
    readings: Readings
    at: Position
    play: Played
    number: int
    """As which the set was played."""
    extra_number: int = -1
    due: list[Due] = field(default_factory=list)
    """What has been triggered and has not taken effect, by place."""
    joined: list[int] = field(default_factory=list)
    """Units in the battle by their colour."""
    may_pursue: dict[int, int] = field(default_factory=dict)
    """Units that may join by 追撃, and how often their attack counts then."""
    pursuing: dict[int, int] = field(default_factory=dict)
    """The same of those that have."""
    held: list[Due] = field(default_factory=list)
    """What waits for the end of the battle."""
    defeats: int = 0

    @property
    def played(self) -> list[int]:
        """All cards of the play count [DR-S2.6-2]."""
        return [*self.play.cards, *self.play.extra]

    # カードをプレイできたら

    def down(self) -> None:
        """The cards lie on the field; skills triggered by the play are due [DR-S2.6-3]."""
        for card in self.played:
            self.at.hand.remove(card)
        self.due = self._triggered("play")

    # ① 戦闘参加

    def start(self) -> None:
        """Units of the played colours join; whatever looks at the start of the battle looks now [DR-S3.2-4]."""
        assert not self.due, "what the play triggers comes before the battle"
        colours = self._colours()
        self.joined = [member.unit for member in self.at.party if self._unit(member).colours & colours]
        triggered = self._triggered("battle_start")
        pursuits = [due for due in triggered if self._skill(due).does("pursuit")]
        for due in pursuits:
            unit = self.at.party[due.place].unit
            if unit not in self.joined:
                self.may_pursue[unit] = self._skill(due).effects[0].get("multiplier", 1)
        others = [due for due in triggered if due not in pursuits]
        self.due = [due for due in others if self._skill(due).does(*AT_ONCE)]
        self.held = [due for due in others if due not in self.due]

    def take_effect(self, unit: int, skill: int) -> None:
        """A due skill takes effect."""
        (due,) = [due for due in self.due if (self.at.party[due.place].unit, due.skill) == (unit, skill)]
        self.due.remove(due)
        self._apply(due)

    def leave(self) -> None:
        """Nobody chooses: the first skill in the party's order that may not be left out takes effect; if there is none,
        the others are left out."""
        compulsory = [due for due in self.due if not self.may_decline(due)]
        if compulsory:
            self.due.remove(compulsory[0])
            self._apply(compulsory[0])
        else:
            self.due = []

    def may_decline(self, due: Due) -> bool:
        """Whether a due skill may be left out."""
        return self._skill(due).may or self.readings.all_may_be_declined

    # ② 追撃

    def pursue(self, unit: int) -> None:
        """A unit joins by its skill; its attack counts once, or as the skill says [DR-S3.3-7]."""
        self.pursuing[unit] = self.may_pursue.pop(unit)

    # ③ ダメージ適用, ④ 敵撃破, ⑤ 戦闘ステップ終了

    def multiplier(self, member: Member) -> int:
        """How often a fighter's attack counts."""
        if member.unit in self.pursuing:
            return self.pursuing[member.unit] + member.multiplier
        faces = [self.cards.circuits[card].colours for card in self.played]
        own = self._unit(member).colours
        each = [sum(colour in face for face in faces) for colour in own]
        if self.readings.dual == "sum_colours":
            count = sum(each)
        elif self.readings.dual == "max_colour":
            count = max(each)
        else:
            count = sum(bool(own & face) for face in faces)
        return count + member.multiplier

    def attack(self, member: Member) -> int:
        """The attack at the level it has now, with what skills add."""
        return self._unit(member).attacks[member.level - 1] + member.attack

    def fighters(self) -> list[Member]:
        """Who is in the battle."""
        return [member for member in self.at.party if member.unit in self.joined or member.unit in self.pursuing]

    def fight(self) -> None:
        """One damage for all together. Then what was held is due with what the end of the battle triggers; without
        fighters the battle has no such end [DR-S3-2]."""
        fighters = self.fighters()
        if fighters:
            total = sum(self.attack(member) * self.multiplier(member) for member in fighters)
            self._damage(max(0, total - self.cards.enemies[self.at.enemy].armour))
        if not self.at.won:
            self.due = sorted([*self.held, *(self._triggered("battle_end") if fighters else [])])

    def _damage(self, amount: int) -> None:
        """敵撃破 at 0 or less: twice the rank for the active player, the rank for the others; then the next enemy with
        its own HP; what was too much is lost. After a boss nothing comes."""
        self.at.hp -= amount
        if self.at.hp > 0:
            return
        self.defeats += 1
        if self.at.boss:
            self.at.won, self.due, self.held = True, [], []
            return
        rank = self.cards.enemies[self.at.enemy].rank
        for seat in self.at.mana:
            self.at.mana[seat] += rank * 2 if seat == self.at.active else rank
        self.at.enemy = self.at.enemies.pop(0)
        self.at.hp = self.cards.enemies[self.at.enemy].hp

    # 自動発動スキル

    def _triggered(self, moment: str) -> list[Due]:
        return [
            Due(place, number)
            for place, member in enumerate(self.at.party)
            for number, skill in enumerate(self._unit(member).skills)
            if skill and skill.when == moment and self._holds(member, skill)
        ]

    def _holds(self, member: Member, skill: Skill) -> bool:
        """Whether a condition holds at its moment: every part of it."""
        asked: Mapping[str, Any] = skill.condition
        hand, mana = len(self.at.hand), self.at.mana[self.at.active]
        return (
            member.level >= max(skill.awaken, asked.get("level", 1))
            and asked.get("hand_least", 0) <= hand <= asked.get("hand_most", hand)
            and mana >= asked.get("mana", 0)
            and (not asked.get("colours") or bool(self._colours() & set(asked["colours"])))
            and (not asked.get("numbers") or bool(self._numbers() & set(asked["numbers"])))
            and (not asked.get("joined") or member.unit in self.joined)
        )

    def _apply(self, due: Due) -> None:
        """The effects in printed order."""
        own = self.at.party[due.place]
        for effect in self._skill(due).effects:
            self._carry_out(own, effect)
            if self.at.won:
                return

    def _carry_out(self, own: Member, effect: Mapping[str, Any]) -> None:
        amount = effect.get("amount", 1)
        match effect["op"]:
            case "attack":
                for member in self.fighters() if effect.get("unit") == "fighters" else [own]:
                    member.attack += amount
            case "multiplier":
                own.multiplier += amount
            case "damage":
                self._damage(amount)
            case "mana":
                self.at.mana[self.at.active] += amount
            case "draw":
                self._draw(amount)
            case "heal":
                for _ in range(min(amount, len(self.at.discard))):
                    self.at.deck.insert(0, self.at.discard.pop(0))
            case "level_up":
                self.level_up(own, amount)
            case "charge":
                pass  # means nothing here
            case other:
                raise AssertionError(f"the second judge does not know {other}")

    def level_up(self, member: Member, levels: int) -> None:
        """One level after the other, each with its bonus, as far as there are levels."""
        unit = self._unit(member)
        for _ in range(min(levels, len(unit.attacks) - member.level)):
            member.level += 1
            if bonus := unit.bonuses[member.level - 1]:
                self._carry_out(member, bonus)

    def _draw(self, amount: int) -> None:
        """From the top of the discard, in which there is enough."""
        for _ in range(amount):
            self.at.hand.append(self.at.discard.pop(0))

    def _colours(self) -> set[str]:
        return {colour for card in self.played for colour in self.cards.circuits[card].colours}

    def _numbers(self) -> set[int]:
        return {self.number, self.extra_number} if self.play.extra else {self.number}

    def _unit(self, member: Member) -> Unit:
        return self.cards.units[member.unit]

    def _skill(self, due: Due) -> Skill:
        skill = self._unit(self.at.party[due.place]).skills[due.skill]
        assert skill is not None
        return skill


def party(*units: tuple[int, int]) -> Sequence[Member]:
    """Units and their levels."""
    return [Member(unit, level) for unit, level in units]
