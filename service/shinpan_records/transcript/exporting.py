"""From a record to its canonical transcript: every decision, ids in full, turn heads, state hashes, printed names."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

import msgspec

from shinpan_engine.kernel.forms.text import NameBook, line, printed_names, seat_name
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import game_of, is_seen, pack_of
from shinpan_engine.kernel.judging.record import Action, Entry, Marker, Notes, Record, Unresolved
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.messages import ENGLISH, Language

from ..words.record_lines import CLAIMS
from .claiming import spelled_claim
from .grammar import COMMENT, SHORTEST_HASH, comment, quoted, word
from .header.header_text import header_lines
from .header.in_words import transcript_in
from .importing import STEP_VERB
from .reading import FIRST_LINE, GAME_BEGINS


class Place(NamedTuple):
    """Where an entry stands: the turn, and the state hash after its action. Both are empty where nothing is played."""

    turn: int
    state_hash: bytes


START = -1
"""Where the place before the first action is kept."""
NOWHERE = Place(0, b"")


def exporting(record: Record, games: Mapping[str, Game], hashes: bool = True, language: Language = ENGLISH) -> str:
    """The canonical transcript of a record, or the same in the words of another language; without `hashes` only those
    that were recorded are written.

    Raises the engine's `RequestError` for a record that cannot be judged here.
    """
    rows = _seen(record, games) if is_seen(record.header) else _rows(record, games, hashes)
    return "\n".join(transcript_in(rows, record.header.game, language)) + "\n"


def _rows(record: Record, games: Mapping[str, Game], hashes: bool) -> list[str]:
    """The lines of the canonical transcript."""
    replay = Replay(games, _actions_only(record))
    rows = [FIRST_LINE, *header_lines(record, replay.game, replay.names), GAME_BEGINS]
    told = 0
    for entry, place in _placed(record, replay):
        if isinstance(entry.what, Action) and place.turn > told:
            rows.append(f"{replay.game.heads} {place.turn}")
        told = max(told, place.turn)
        rows.append(_row(entry, place.state_hash if hashes else b"", replay.names, replay.game.heads))
    return rows


def _seen(record: Record, games: Mapping[str, Game]) -> list[str]:
    """The lines of a record of what was seen, entry by entry: without a world nobody knows more of it."""
    game = game_of(games, record.header)
    names = pack_of(game, record.header).names
    rows = [FIRST_LINE, *header_lines(record, game, names), GAME_BEGINS]
    rows += [_row(entry, b"", names, game.heads, holes=True) for entry in record.entries]
    return rows


def _actions_only(record: Record) -> Record:
    """The actions of a record up to the first that nothing was found for, without what else the referee would stop at.
    Each is an object of its own, by which it is known again."""
    readable = takewhile(lambda entry: not isinstance(entry.what, Unresolved), record.entries)
    entries = [Entry(msgspec.structs.replace(e.what)) for e in readable if isinstance(e.what, Action)]
    return Record(record.header, tuple(entries), Notes())


def _placed(record: Record, replay: Replay) -> Iterator[tuple[Entry, Place]]:
    """The entries in their canonical order, each with its place."""
    order, places, after = _played(replay)
    actions = [entry for entry in record.entries if isinstance(entry.what, Action)]
    left = iter([*order, *(at for at in range(len(actions)) if at not in places)])
    before = after.get(START, NOWHERE)
    for entry in record.entries:
        if isinstance(entry.what, Action):
            at = next(left)
            yield actions[at], places.get(at, NOWHERE)
            before = after.get(at, NOWHERE)
        else:
            yield entry, before


def _played(replay: Replay) -> tuple[list[int], dict[int, Place], dict[int, Place]]:
    """The actions that can be played, by their number in the record: their order, the place of each, and the place of
    what stands after it, or before the first."""
    numbers = {id(entry.what): at for at, entry in enumerate(replay.entries)}
    order: list[int] = []
    places: dict[int, Place] = {}
    after: dict[int, Place] = {}
    turn = 0

    def watch(step: Step) -> None:
        nonlocal turn
        assert replay.match is not None
        now = replay.game.turn(replay.match.table.state)
        if step.action is not None:
            at = numbers[id(step.action)]
            order.append(at)
            places[at] = Place(turn, step.state_hash[: SHORTEST_HASH // 2])
        else:
            at = START
        after[at] = Place(now, b"")
        turn = now

    replay.run(watch=watch)
    return order, places, after


def _row(entry: Entry, state_hash: bytes, names: NameBook, heads: str, holes: bool = False) -> str:
    """One line of the game."""
    what, printed = entry.what, ""
    claims = ", ".join(map(spelled_claim, entry.claims))
    if isinstance(what, Marker):
        row = f"{heads} {what.number} {claims}".rstrip()
    else:
        row = _said(what, names, holes) + (f" {CLAIMS} {claims}" if claims else "")
        printed = ", ".join(printed_names(what.what, names)) if isinstance(what, Action) else ""
    if recorded := entry.state_hash or state_hash:
        row += f" #{recorded.hex()}"
    if entry.link:
        row += f" ##{entry.link.hex()}"
    remark = "; ".join(filter(None, (printed, entry.comment)))
    return f"{row} {COMMENT} {comment(remark)}" if remark else row


def _said(what: Action | Unresolved, names: NameBook, holes: bool) -> str:
    if isinstance(what, Action):
        return line(what.seat, what.what, names, holes)
    if what.verb == STEP_VERB and not what.seat:
        return f"{STEP_VERB} {word(what.arguments)}"
    return f"{seat_name(what.seat)} {word(what.verb)} {quoted(what.arguments)}"
