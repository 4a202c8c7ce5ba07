"""2:準備: characters, hands, ultra skills, and ※エイノアの断片の準備 1 and 2."""

from collections.abc import Sequence

from ....kernel.errors import InvalidHeader
from ....kernel.game import at
from ....kernel.judging.record import Header
from ....kernel.messages import Rule
from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Flow, seated, together
from ....kernel.play.violations import Violation
from ..cards.cards import Cards, set_of
from ..cards.pack_rows import CHARACTERS, FRAGMENTS, NORMAL_SKILLS
from ..cards.texts import Response
from ..table import events
from ..table.actions import Keep
from ..table.options import Mirror, Setup
from ..table.table import SEATS, AnoareTable
from .fragments import TURN_UPS
from .turn import turns

FRAGMENTS_DRAWN = 2
"""AN-2.2-2."""


def check_characters(header: Header) -> None:
    """One character each [AN-2.1-3]; the same only with two boxes, which is said only then [AN-2.1-5]."""
    setup: Setup = header.setup
    characters = setup.characters
    if len(characters) != len(SEATS) or not all(1 <= number <= CHARACTERS for number in characters):
        raise InvalidHeader(at(header, "characters"), "preparation.characters", players=len(SEATS), most=CHARACTERS)
    same = characters[0] == characters[1]
    if same and setup.mirror == Mirror.FORBIDDEN:
        raise InvalidHeader(at(header, "characters"), "preparation.one_box", clause=Rule("AN-2.1-5"))
    if not same and setup.mirror == Mirror.ALLOWED:
        raise InvalidHeader(at(header, "mirror"), "preparation.mirror")


def check_tie(header: Header, cards: Cards) -> None:
    """Who counts as first must be said where both response powers are equal, and only where they can come to be
    [AN-1.1-14]."""
    setup: Setup = header.setup
    said, powers = setup.first_on_tie, response_powers(setup.characters, cards)
    field = at(header, "first_on_tie")
    if said and said not in SEATS:
        raise InvalidHeader(field, "preparation.first", players=len(SEATS), clause=Rule("AN-1.1-14"))
    if None not in powers and powers[0] == powers[1] and not said:
        raise InvalidHeader(field, "preparation.tie", clause=Rule("AN-1.1-14"))
    if said and not may_tie(setup.characters, cards):
        raise InvalidHeader(field, "preparation.no_tie")


def response_powers(characters: Sequence[int], cards: Cards) -> list[int | None]:
    """The printed response powers, None where the pack tells none."""
    rows = {row.number: row.response for row in cards.rows.character}
    return [rows.get(number) for number in characters]


def may_tie(characters: Sequence[int], cards: Cards) -> bool:
    """Whether the response powers are equal, or unknown, or some effect of the pack changes one."""
    one, other = response_powers(characters, cards)
    if one is None or other is None or one == other:
        return True
    rows = cards.rows
    effects = [effect for skill in rows.skill for effect in skill.effects or ()]
    effects += [effect for fragment in rows.fragment for effect in fragment.effects or ()]
    effects += [effect for row in rows.character for ability in row.abilities or () for effect in ability.effects]
    return any(isinstance(op, Response) for effect in effects for op in effect.ops)


def game(table: AnoareTable) -> Flow[Flow[None]]:
    """The whole game: the preparation, the fragments with it [AN-2.1-11], then turn by turn [AN-4-1]."""
    lay_out(table)
    draw_fragments(table)
    yield from keep_fragments(table)
    table.standing = TURN_UPS
    return turns(table)


def lay_out(table: AnoareTable) -> None:
    """The seven normal skills are the hand, the three ultra skills lie face down [AN-2.1-7] [AN-2.1-8]. Of
    one character on both sides the second one comes from a second box [AN-2.1-5]. So each card begins in one place;
    whatever moves one takes it from there [AN-5.0-11], and puts it on the same side [AN-5.0-12]."""
    first, second = table.state.sides
    for side in (first, second):
        skills = set_of(side.character, side is second and second.character == first.character)
        side.hand, side.ultras = [*skills[:NORMAL_SKILLS]], [*skills[NORMAL_SKILLS:]]


def draw_fragments(table: AnoareTable) -> None:
    """All five are shuffled, each draws two, the fifth is discarded face down [AN-2.2-1] [AN-2.2-2] [AN-2.2-3]. Nothing
    else in the game asks for chance [AN-2.1-9]."""
    order = table.chance.shuffle("fragment", range(1, FRAGMENTS + 1))
    for seat in SEATS:
        drawn = table.known(order[(seat - 1) * FRAGMENTS_DRAWN : seat * FRAGMENTS_DRAWN], "AN-2.2-2")
        table.side[seat].drawn = sorted(drawn)
        table.events.append(events.FragmentsDrawn(seat=seat, fragments=sorted(drawn), clause="AN-2.2-2", private=seat))
    table.state.fifth_fragment = order[-1]


def keep_fragments(table: AnoareTable) -> Flow[None]:
    """Each keeps one face down; the others are revealed and discarded at the same moment [AN-2.2-4] [AN-2.2-6]."""
    answers = yield from together(table, lambda: [seated(KeepDecision, seat) for seat in SEATS], "AN-5.0-9")
    for seat, act in answers.items():
        side = table.side[seat]
        side.fragment = act.fragment
        (side.discarded_fragment,) = (one for one in side.drawn if one != act.fragment)
        side.drawn = []
        table.events.append(events.FragmentKept(seat=seat, fragment=act.fragment, clause="AN-2.2-4", private=seat))
    for seat in SEATS:
        table.events.append(
            events.FragmentDiscarded(fragment=table.side[seat].discarded_fragment, seat=seat, clause="AN-2.2-5")
        )


class KeepDecision(OneOf):
    """Exactly one of the two drawn [AN-2.2-4]."""

    ask = "keep"
    clause = "AN-2.2-4"
    takes = (Keep,)
    field = "fragment"
    refusal = Violation("AN-2.2-4", "fragment.one_of_two")

    def candidates(self, table: AnoareTable) -> Sequence[int]:
        return table.side[self.seat].drawn
