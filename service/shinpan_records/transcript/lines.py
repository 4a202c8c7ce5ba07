"""One line of the game, read without knowing any game: who, what, with what, and what is claimed and recorded of it."""

from collections.abc import Mapping, Sized
from typing import NamedTuple

from msgspec import Struct

from shinpan_engine.kernel.judging.record import Claim, EventClaim, StateClaim
from shinpan_engine.kernel.messages import Message, say
from shinpan_engine.kernel.play.views import HIDDEN_TEXT
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.words.record_words import canonical, past_forms

from ..limits import LONGEST_LIST
from ..words.record_lines import CLAIMS, HEADS, STEP, claims_in, line_in
from .grammar import (
    Token,
    Tokens,
    TranscriptError,
    hash_bytes,
    is_mark,
    is_text,
)

TURN = "turn"
NUMBER_OF = {TURN: say("transcript.want.turn_number"), "round": say("transcript.want.round_number")}
"""What is expected behind these words."""
ARGUMENTS, IN_BRACKETS = say("transcript.arguments"), say("transcript.in_brackets")
VALUES, EVENT_FIELDS = say("transcript.values"), say("transcript.event_fields")
"""What there may be too many of."""


class Word(Struct, frozen=True, gc=False):
    """A word with the column it begins in."""

    text: str
    column: int


class Argument(Struct, frozen=True):
    """A named argument with its values. Only cards that nobody saw may have no name: `lay ?`."""

    name: Word
    values: tuple[Word, ...]


class Group(NamedTuple):
    """Arguments in brackets that belong together."""

    arguments: tuple[Argument, ...]
    column: int


class Play(NamedTuple):
    """An action as it is written. `unread` is an argument text kept whole because it cannot be read; `past` is the verb
    as it stands there, if that is in the past tense."""

    seat: Word
    verb: Word
    parts: tuple[Argument | Group, ...]
    unread: str = ""
    past: str = ""


class TurnHead(NamedTuple):
    """`turn 4`, or `round 4` in games whose records have rounds for heads."""

    word: Word
    number: int


class StepHead(NamedTuple):
    """`step 3.2`."""

    step: Word


class Gathered(NamedTuple):
    """Nothing any more: what stood here was gathered into a line before."""


class Line(NamedTuple):
    """A line of the game."""

    what: Play | TurnHead | StepHead | Gathered
    claims: tuple[Claim, ...]
    state_hash: bytes
    link: bytes
    number: int
    comment: str


VERB = 1
"""The place of the verb, behind the player."""


def refuse_more(found: Sized, most: int, line: int, of_what: Message, column: int = 1) -> None:
    """Refuses one more where there may be no more."""
    if len(found) >= most:
        raise TranscriptError(line, column, say("transcript.want.at_most", most=most, what=of_what), "transcript.more")


def game_line(row: str, number: int, work: Work | None = None, game: str = "") -> Line:
    """One line of the game."""
    tokens = Tokens(row, number, work=work)
    if tokens.foreign():
        tokens.turned(lambda said: line_in(said, canonical(game)))
    past = tokens.look(VERB)
    tokens.turned(lambda said: in_present(said, past_forms(game)))
    line = _game_line(tokens, number)
    if past and isinstance(play := line.what, Play) and play.verb.text != past.text:
        return line._replace(what=play._replace(past=past.text))
    return line


def in_present(said: list[Token], forms: Mapping[str, str]) -> list[Token]:
    """The tokens of a line with its verb in the present tense."""
    if len(said) <= VERB or said[VERB].text not in forms:
        return said
    return [*said[:VERB], said[VERB]._replace(text=forms[said[VERB].text]), *said[VERB + 1 :]]


def claims_alone(text: str, game: str, foreign: bool) -> tuple[Claim, ...] | None:
    """The claims that a text says in the words of a game; nothing if it cannot be read: that is told of its line. What
    stands before them may show that they are in another language: VP is a Japanese word too."""
    tokens = Tokens(text, 1)
    if foreign or tokens.foreign():
        tokens.turned(lambda said: claims_in(said, canonical(game)))
    try:
        claims = _claims(tokens)
        tokens.end()
    except TranscriptError:
        return None
    return claims


def _game_line(tokens: Tokens, number: int) -> Line:
    first = tokens.take_text("transcript.want.line")
    keyword = first.text if first.kind == "word" else ""
    what: Play | TurnHead | StepHead
    if keyword in HEADS:
        what = TurnHead(_word(first), tokens.take_number(NUMBER_OF[keyword]))
        claims = _claims(tokens) if tokens.take_mark(CLAIMS) or is_text(tokens.look()) else ()
    else:
        if keyword == STEP:
            what = StepHead(_word(tokens.take_text("transcript.want.step_number")))
        else:
            what = _play(_word(first), tokens)
        claims = _claims(tokens) if tokens.take_mark(CLAIMS) else ()
    state_hash, link = _hashes(tokens)
    tokens.end()
    return Line(what, claims, state_hash, link, number, tokens.comment)


def _word(token: Token) -> Word:
    return Word(token.text, token.column)


def _hashes(tokens: Tokens) -> tuple[bytes, bytes]:
    """The state hash and the link at the end of a line, each if it is there."""
    found = {"#": b"", "##": b""}
    while (token := tokens.look()) is not None and token.kind == "hash":
        sign = "##" if token.text.startswith("##") else "#"
        if found[sign]:
            raise tokens.wrong(token, "transcript.want.hash_once")
        found[sign] = hash_bytes(tokens.take("transcript.want.a_hash"))
    return found["#"], found["##"]


def _play(seat: Word, tokens: Tokens) -> Play:
    verb = _word(tokens.take_text("transcript.want.verb"))
    if (token := tokens.look()) is not None and token.kind == "quoted":
        return Play(seat, verb, (), tokens.take_text("transcript.want.arguments").text)
    try:
        return Play(seat, verb, parts(tokens, of_play=True))
    except TranscriptError as error:
        error.verb = verb.text
        raise


def parts(tokens: Tokens, of_play: bool = False) -> tuple[Argument | Group, ...]:
    """Arguments and groups of arguments, up to what is neither. In those of an action `?` alone leaves a card open."""
    found: list[Argument | Group] = []
    while is_text(token := tokens.look()) or is_mark(token, "["):
        refuse_more(found, LONGEST_LIST, tokens.line, ARGUMENTS, token.column)
        if tokens.take_mark("["):
            found.append(_group(tokens, token.column))
        elif of_play and _is_hidden(tokens):
            found.append(Argument(Word("", token.column), tuple(map(_word, _hidden(tokens)))))
        else:
            found.append(_argument(tokens))
    return tuple(found)


def _group(tokens: Tokens, column: int) -> Group:
    inside: list[Argument] = []
    while not tokens.take_mark("]"):
        refuse_more(inside, LONGEST_LIST, tokens.line, IN_BRACKETS, column)
        inside.append(_argument(tokens))
    return Group(tuple(inside), column)


def _argument(tokens: Tokens) -> Argument:
    name = tokens.take_text("transcript.want.argument")
    if not tokens.take_mark("="):
        raise tokens.wrong(name, "transcript.want.argument")
    return Argument(_word(name), tuple(map(_word, _values(tokens))))


def _is_hidden(tokens: Tokens) -> bool:
    """Whether a `?` comes next that is no name of an argument."""
    token = tokens.look()
    return token is not None and token.text == HIDDEN_TEXT and not is_mark(tokens.look(1), "=")


def _hidden(tokens: Tokens) -> list[Token]:
    """The cards that nobody saw, one `?` each."""
    found: list[Token] = []
    while _is_hidden(tokens):
        refuse_more(found, LONGEST_LIST, tokens.line, VALUES)
        found.append(tokens.take("transcript.want.value"))
    return found


def _values(tokens: Tokens) -> list[Token]:
    """The values after `=`: up to the next name, mark or hash."""
    values = tokens.take_values()
    if len(values) > LONGEST_LIST:
        refuse_more(values, LONGEST_LIST, tokens.line, VALUES, values[LONGEST_LIST].column)
    return values


def _claims(tokens: Tokens) -> tuple[Claim, ...]:
    claims = [_claim(tokens)]
    while tokens.take_mark(","):
        claims.append(_claim(tokens))
    return tuple(claims)


def _claim(tokens: Tokens) -> Claim:
    path = _path(tokens)
    if path is not None:
        return StateClaim(path, _text(_values(tokens)))
    name = tokens.take_text("transcript.want.claim")
    arguments: list[tuple[str, str]] = []
    while is_text(token := tokens.look()) or is_mark(token, "["):
        refuse_more(arguments, LONGEST_LIST, tokens.line, EVENT_FIELDS, token.column)
        if tokens.take_mark("["):
            arguments.append(("", _text(_values(tokens))))
            if not tokens.take_mark("]"):
                raise tokens.wrong(tokens.take("transcript.want.bracket"), "transcript.want.bracket")
        elif is_mark(tokens.look(1), "="):
            argument = tokens.take("transcript.want.field").text
            tokens.take_mark("=")
            arguments.append((argument, _text(_values(tokens))))
        else:
            arguments.append(("", tokens.take("transcript.want.value").text))
    return EventClaim(name.text, tuple(arguments))


def _path(tokens: Tokens) -> str | None:
    """The path before the `=` of a claim about the state, taken with its `=`; None if this is no such claim."""
    signs = list[str]()
    while (token := tokens.look(len(signs))) is not None and not is_mark(token, "="):
        before = tokens.look(len(signs) - 1) if signs else None
        continues = token.kind == "word" and token.text.startswith(".")
        if is_text(token) and before and not is_mark(before, "[") and not continues:
            return None
        if not is_text(token) and not is_mark(token, "[", "]"):
            return None
        signs.append(token.text)
    if token is None or not signs or not is_text(tokens.look()):
        return None
    for _ in range(len(signs) + 1):
        tokens.take("transcript.want.path")
    return "".join(signs)


def _text(values: list[Token]) -> str:
    """What values say: a quotation by itself exactly, words with single spaces between."""
    return " ".join(value.text for value in values)
