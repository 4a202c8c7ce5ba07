"""A canonical transcript in the words of a language. Read again it means the same."""

from collections.abc import Callable, Iterator

from shinpan_engine.kernel.judging.claims import BETWEEN, MORE, NOTHING
from shinpan_engine.kernel.messages import (
    ENGLISH,
    Claim,
    Language,
    Line,
    Message,
    Said,
    Telling,
    Value,
    Word,
    plain,
    say,
    sentence,
    template_of,
)
from shinpan_engine.words.record_words import Lexicon, canonical, lexicon

from ...words.asks import asked
from ...words.record_lines import claims_in, heading_in, key_in, line_in, step_in
from ..grammar import Token, Tokens, TranscriptError, quoted
from ..reading import GAME_BEGINS
from .header_text import keyed

Turn = Callable[[list[Token], Lexicon], list[Token]]


def transcript_in(rows: list[str], game: str, language: Language) -> Iterator[str]:
    """The rows of a canonical transcript in a language."""
    begins = rows.index(GAME_BEGINS)
    yield rows[0]
    for row in rows[1:begins]:
        yield _heading_told(row, game, language)
    yield GAME_BEGINS
    for row in rows[begins + 1 :]:
        yield line_told(row, game, language)


def line_told(row: str, game: str, language: Language) -> str:
    """A canonical line of the game in a language, its comment as it is."""
    return _told(row, line_in, game, language)


def claim_told(claim: str, game: str, language: Language) -> str:
    """A canonical claim in a language."""
    return _told(claim, claims_in, game, language)


def claims_told(claims: str, game: str, language: Language) -> str:
    """What was claimed or happened, one thing after the other, in a language."""
    return BETWEEN.join(_thing_told(part, game, language) for part in claims.split(BETWEEN))


def _thing_told(part: str, game: str, language: Language) -> str:
    if part == NOTHING:
        return sentence(say("kernel.claim.nothing"), language)
    if more := MORE.fullmatch(part):
        return sentence(say("kernel.claim.more", count=int(more[1])), language)
    return claim_told(part, game, language)


def difference_told(path: str, recorded: str, computed: str, game: str, language: Language) -> str:
    """What a record says of something, and what it is."""
    called = template_of(f"cli.differs.{path}", language) or claims_told(path, game, language)
    said, found = (claims_told(text, game, language) for text in (recorded, computed))
    return sentence(say("cli.report.difference", path=called, recorded=said, computed=found), language)


def message_told(said: Said, telling: Telling) -> str:
    """A message in words, the lines of records in it in those of the same language."""
    message = plain(said)
    return telling.told(message if telling.language == ENGLISH else _lines_told(message, telling.language))


def _lines_told(message: Message, language: Language) -> Message:
    return Message(message.key, tuple([(name, _value_told(value, language)) for name, value in message.values]))


def _value_told(value: Value, language: Language) -> Value:
    match value:
        case Line(game, text):
            return line_told(text, game, language)
        case Word(game, text, heads):
            return key_in(text, lexicon(game, language)) if heads else _turned_word(text, game, language)
        case Claim(game, text):
            return claims_told(text, game, language)
        case Message():
            return _lines_told(value, language)
        case tuple():
            return tuple([_value_told(item, language) for item in value])
    return value


def _turned_word(text: str, game: str, language: Language) -> str:
    """A value of an option, which is a word of lines, a label, which heads one, a mode, or a question."""
    words = lexicon(game, language)
    told = (step_in(text, words), key_in(text, words), words.modes.get(text, text))
    said = next((said for said in told if said != text), "")
    return said or asked(game, text, language) or text


def _heading_told(row: str, game: str, language: Language) -> str:
    key, _, rest = row.partition(" ")
    return keyed(key_in(key, lexicon(game, language)), heading_told(key, rest.lstrip(), game, language))


def heading_told(key: str, said: str, game: str, language: Language) -> str:
    """What a canonical line of a header says behind its key, in a language."""
    return _told(said, lambda tokens, words: heading_in(key, tokens, words), game, language)


def _told(row: str, turn: Turn, game: str, language: Language) -> str:
    """A row in other words. A word of its own that would be read as one of ours is put in quotes."""
    if language == ENGLISH and row.isascii():
        return row
    try:
        tokens = list(Tokens(row, 0))
    except TranscriptError:
        # The rest of a heading that is free text.
        return row
    told, ours = turn(tokens, lexicon(game, language)), turn(tokens, canonical(game))
    for token, said, meant in reversed(list(zip(tokens, told, ours, strict=True))):
        put = quoted(token.text) if meant != token else said.text
        if said != token or meant != token:
            start = token.column - 1
            row = row[:start] + put + row[start + len(token.text) :]
    return row
