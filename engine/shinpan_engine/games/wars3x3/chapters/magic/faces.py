"""How a magic card lies: 裏側, 表側, 横側, excluded; and 顕在, what lasts while it lies face up."""

from .....kernel.messages import say
from ...table.options import ManifestSideways
from ...table.state import Face, MagicCard
from ...table.table import WarsTable

NEXT_FACE = {Face.DOWN: Face.UP, Face.UP: Face.SIDEWAYS, Face.SIDEWAYS: Face.EXCLUDED}
"""発動コスト: face down, face up, sideways for the second use [W3-M3-1] [W3-M3-2] [W3-R-11]; with 残響 the card may
then be excluded [W3-S3.3-1]. No way leads back [W3-M3-6], and what is excluded is out of the game for good
[W3-S1.7-1]."""


def turn(table: WarsTable, card: MagicCard, face: Face) -> None:
    """Turns a magic card. What lasts while it is face up goes on to the end of the turn [W3-S3.4-3] [W3-S3.4-4]."""
    if card.face == Face.UP and table.magic_text(card.magic).manifest:
        table.rely("W3-S3.4-4" if face == Face.SIDEWAYS else "W3-S3.5-2")
        if face == Face.EXCLUDED or table.setup.manifest_sideways == ManifestSideways.UNTIL_TURN_END:
            card.lingers = table.state.turn
    card.face = face


def lasting_power(table: WarsTable, seat: int) -> int:
    """What magics with 顕在 add to each of a player's units, in both players' turns [W3-S3.4-1] [W3-S3.4-5]. So
    透禍の槍 goes on once its text has dealt its damage [W3-S3.5-1]."""
    power = 0
    texts = table.cards.magic
    for card in table.side[seat].magics:
        text = texts[card.magic]
        if text is None or not text.manifest:
            continue
        if (card.face is Face.UP or card.lingers == table.state.turn) and card.muted != table.state.turn:
            if text.lasting is None:
                raise text.untold(say("unknown.lasting", magic=text.name), "W3-C-25", "lasting")
            power += sum(effect.amount for effect in text.lasting)
            table.lasted[card.magic] = None
    if power:
        if not table.wizards:
            table.rely("W3-B2-11")
        if seat != table.state.active:
            table.rely("W3-S3.4-5")
            table.rely("W3-3.0-7")
    return power
