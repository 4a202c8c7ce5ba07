"""Card packs: files of rows, read field by field over their bases, and named by their content.

kinds     what a pack and a kind of pack are
files     the files, wherever they lie, as plain bytes that another process can be given
rows      a file as rows, and rows over the rows of a base
words     what is wrong with a row: the field, what stands there, what is allowed
content   what names a pack: canonical bytes and digest
shelf     the packs of a game: by id and digest, several of one id side by side
values    which fields facts can say, and how
facts     what a record itself says of cards where its pack is open
gaps      the questions that it leaves open
sources   what a verdict rests on
"""

from .content import content, digest, said
from .facts import StillOpen, facts_from, still_open, told, with_facts
from .files import MOST_OWN_PACKS, MOST_PACK_BYTES, PackText, read_file, read_files, read_folder
from .gaps import missing, unsaid
from .kinds import ALL, LONGEST_NAME, OURS, PRINTED, Pack, PackInfo, PackKind, Sources, called, wrong
from .rows import game_in
from .shelf import Packs, load, packs_of, rows_of
from .sources import assumptions, not_printed, open_fields, resting_on

__all__ = [
    "ALL", "LONGEST_NAME", "MOST_OWN_PACKS", "MOST_PACK_BYTES", "OURS", "PRINTED", "Pack", "PackInfo", "PackKind",
    "PackText", "Packs", "Sources", "StillOpen", "assumptions", "called", "content", "digest", "facts_from", "game_in",
    "load", "missing", "not_printed", "open_fields", "packs_of", "read_file", "read_files", "read_folder", "resting_on",
    "rows_of", "said", "still_open", "told", "unsaid", "with_facts", "wrong",
]  # fmt: skip
