"""How much of a record is read, in whatever form it comes. More is refused before it is copied."""

MOST_RECORD_BYTES = 4 << 20
"""A record as a file: transcript, protobuf or JSON. As much as the service takes in one request."""
MOST_BRACKETS = 300_000
"""Objects and lists of a record as JSON; each takes many times its own length."""
SHORTEST_HASH = 4
LONGEST_HASH = 32
"""Bytes of a hash that is recorded."""
LONGEST_LIST = 1000
"""Items of a list inside a header, an action or a claim: several times what any game has."""
MOST_LINE_CHARACTERS = 100_000
"""A line of a transcript."""
MOST_LINE_WORDS = 20_000
"""Words and marks on a line of a transcript: a list of groups may be that long."""
MOST_WORDS = 500_000
"""Words and marks of the game in a transcript, and as many in its header."""
MOST_IMPORT_STEPS = 1_000_000
"""Steps to find what the lines of a transcript mean: meanings of words, actions tried, played, or played again."""
MOST_REPLAYS = 10_000
"""Single edits that a repair tries on the whole record."""
MOST_REPAIR_STEPS = 20_000_000
"""Steps that finding these and replaying the record with them takes together; some minutes."""
MOST_PAIR_REPLAYS = 4_000
"""Pairs of edits that a repair tries on the whole record."""
MOST_PAIR_STEPS = 10_000_000
"""Steps that these take together."""
MOST_SEEN_REPLAYS = 2_000
"""Worlds that a repair tries for single edits of a record of what was seen: a trial costs as much as many replays."""
MOST_SEEN_STEPS = 1_500_000
"""Steps that these take together; some minutes."""
MOST_SEEN_PAIR_REPLAYS = 1_200
"""Worlds that it tries for pairs of edits."""
MOST_SEEN_PAIR_STEPS = 1_000_000
"""Steps that these take together."""
MOST_ITEMS = 100_000
"""Items of all lists in the entries of a record together."""
MOST_QUOTED = 1000
"""Characters that are quoted of one thing that a record says."""


def quoted(text: str) -> str:
    """The text, or as much of its beginning as is quoted."""
    return text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"
