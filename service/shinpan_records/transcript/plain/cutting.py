"""A line of the game cut where its parts plainly begin: what is done, what is claimed of it, its hash, its comment."""

import re
from functools import lru_cache

from shinpan_engine.kernel.judging.record import Claim

from ...words.record_lines import CLAIMS, HEADS
from ..grammar import COMMENT
from ..lines import claims_alone

CLAIMED, REMARK, HASH = f" {CLAIMS} ", f" {COMMENT} ", " #"
"""How a line goes on after an action."""
SIGNS = re.compile(f'["{COMMENT}#]|{CLAIMS}')
"""What begins a quotation, a comment, a hash and claims: where they are not plain, only the grammar finds them."""
MOST_KEPT, LONGEST_KEPT = 4096, 200
"""Claims that are kept once they have been read, and the characters of what is kept."""
_HEAD = re.compile(rf"((?:{'|'.join(HEADS)}) [0-9]{{1,9}}) (.+)")
"""The head of a turn with claims behind it."""


def cut(text: str) -> tuple[str, str, str, str]:
    """What is done on a line, what is claimed, the digits of a hash, and the comment. Of a line that does not go on as
    it seems to, all is in the first part, which is not plain."""
    said, _, remark = text.partition(REMARK)
    said, arrow, claimed = said.partition(CLAIMED)
    plain, sign, digits = (claimed or said).partition(HASH)
    if not plain or (arrow and not claimed) or (sign and not digits):
        return text, "", "", ""
    if arrow:
        return said, plain, digits, remark
    if plain.startswith(HEADS) and (head := _HEAD.fullmatch(plain)) is not None:
        plain, claimed = head.groups()
    return plain, claimed, digits, remark


def is_plain(said: str) -> bool:
    """Whether a part of a line was cut where it ends, and is short enough to be kept."""
    return len(said) <= LONGEST_KEPT and SIGNS.search(said) is None


def plain_claims(said: str, claimed: str, game: str) -> tuple[Claim, ...] | None:
    """What is plainly claimed of what is said before, in the words of a game; nothing if only the grammar can read
    it."""
    return _plain_claims(claimed, game, not said.isascii()) if len(claimed) <= LONGEST_KEPT else None


@lru_cache(MOST_KEPT)
def _plain_claims(claimed: str, game: str, foreign: bool) -> tuple[Claim, ...] | None:
    if not claimed:
        return ()
    return claims_alone(claimed, game, foreign) if is_plain(claimed) else None
