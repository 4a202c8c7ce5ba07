"""What is written to be long ends in a sentence with its line and column, after steps that are counted."""

import itertools
import tracemalloc
from pathlib import Path
from time import process_time

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import WorkUsedUp
from shinpan_engine.kernel.game import OneByOne
from shinpan_engine.kernel.judging.record import MOST_CLAIMS, MOST_ENTRIES
from shinpan_engine.kernel.play.work import Work
from shinpan_records import transcript
from shinpan_records.limits import (
    LONGEST_LIST,
    MOST_IMPORT_STEPS,
    MOST_LINE_CHARACTERS,
    MOST_LINE_WORDS,
    MOST_WORDS,
)
from shinpan_records.transcript.gathering import gathered
from shinpan_records.transcript.importing import Importer
from shinpan_records.transcript.lines import game_line
from shinpan_records.transcript.meaning import COMPARED_STEPS
from shinpan_records.transcript.reading import MOST_CHARACTERS, MOST_HEADINGS

from .transcripts import HEADER, OPENING

FIXTURES = Path(__file__).parents[2] / "fixtures"
PRINTED = (FIXTURES / "wars3x3" / "printed-replay.shinpan").read_text("utf-8")
HEAD, _, GAME = PRINTED.partition("\n--\n")
HEADER_LINES = HEAD.count("\n") + 2
FIRST = HEADER_LINES + 1
"""The number of the first line of the game."""


def wrong(*lines: str, head: str = HEAD) -> transcript.TranscriptError:
    """What is said of a transcript with these lines."""
    with pytest.raises(transcript.TranscriptError) as error:
        transcript.load("\n".join([head, "--", *lines]), GAMES)
    return error.value


def read_all(importer: Importer) -> None:
    """Reads the lines of a draft."""
    for at in range(len(importer.draft.lines)):
        importer.read(at)


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("p1 draw ;" + "x" * MOST_LINE_CHARACTERS, MOST_LINE_CHARACTERS + 1, "characters on a line"),
        ("p1 draw " + "[ " * MOST_LINE_WORDS, 9 + 2 * (MOST_LINE_WORDS - 2), "words and marks on a line"),
        ("p1 draw a=" + "b " * (LONGEST_LIST + 1), 11 + 2 * LONGEST_LIST, "values"),
        ("p1 draw " + "[a=b] " * (LONGEST_LIST + 1), 9 + 6 * LONGEST_LIST, "arguments"),
        ("p1 draw [" + "a=b " * (LONGEST_LIST + 1), 9, "arguments in brackets"),
        ("p1 draw => x " + "b " * (LONGEST_LIST + 1), 14 + 2 * LONGEST_LIST, "fields of an event"),
        ("p1 draw => x = " + "b " * (LONGEST_LIST + 1), 16 + 2 * LONGEST_LIST, "values"),
    ],
    ids=["characters", "words", "values", "groups", "arguments", "fields", "values claimed"],
)
def test_a_line_has_no_more_than_a_record(line: str, column: int, expected: str) -> None:
    """Its characters, its words and each of its lists are bounded; what is too much is told by its place."""
    error = wrong(line)
    assert (error.line, error.column) == (FIRST, column)
    assert expected in error.expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("chance deck " + "1 " * (LONGEST_LIST + 1), "values of an outcome"),
        ("place x" + "x" * MOST_LINE_CHARACTERS + "\nplayers " + "x " * (LONGEST_LIST + 1), "players"),
    ],
    ids=["outcome", "players"],
)
def test_a_list_in_the_header_has_no_more_than_a_record(line: str, expected: str) -> None:
    """Outcomes and players are as many as the messages may carry."""
    bare = "\n".join(
        row for row in HEAD.split("\n") if row.split()[0] not in ("players", "deck", "result", "first_seat")
    )
    assert f"at most {LONGEST_LIST} {expected}" in wrong(head=f"{bare}\n{line}").expected


def test_a_header_has_no_more_lines_than_a_record() -> None:
    """The line that is one too many is named."""
    error = wrong(head="shinpan 1\n" + "\n".join(f"x{at} 1" for at in range(MOST_HEADINGS + 1)))
    assert (error.line, error.expected) == (MOST_HEADINGS + 2, f"at most {MOST_HEADINGS} lines in a header")


def test_the_words_of_all_lines_are_counted() -> None:
    """In the game and in the header, each by itself."""
    each = 3 + LONGEST_LIST
    error = wrong(*["p1 x a=" + "b " * (LONGEST_LIST - 1)] * (MOST_WORDS // each + 1))
    assert error.line == FIRST + MOST_WORDS // each
    assert f"more than {MOST_WORDS} steps" in error.message
    outcomes = (f"x{at} {'1 ' * LONGEST_LIST}" for at in itertools.count())
    head = "\n".join([HEAD, *itertools.islice(outcomes, MOST_WORDS // LONGEST_LIST + 1)])
    assert f"more than {MOST_WORDS} steps" in wrong(head=head).message


def test_the_claims_of_all_lines_are_counted() -> None:
    """As many as the referee compares are read."""
    error = wrong(*["p1 draw => a = 1, b = 2"] * (MOST_CLAIMS // 2 + 1))
    assert (error.line, error.expected) == (FIRST + MOST_CLAIMS // 2, f"at most {MOST_CLAIMS} claims")


def test_meanings_are_made_only_up_to_where_there_are_too_many() -> None:
    """A thousand names that each mean two cards: refused at once, without lists of all that they could mean."""
    line = "p1 remove " + "[target=突撃兵 with=突撃兵 突撃兵]" * LONGEST_LIST
    tracemalloc.start()
    error = wrong(line)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(error, transcript.Ambiguous)
    assert peak < 20 << 20


def test_a_word_that_fits_nothing_is_told_before_too_many_meanings() -> None:
    """What means nothing means nothing, however much the words before it could mean."""
    names = "突撃兵 " * 30
    loaded = transcript.load("\n".join([HEAD, "--", f"p1 start_territory cards={names}nobody"]), GAMES)
    assert type(loaded.record.entries[0].what).__name__ == "Unresolved"


@pytest.mark.parametrize(
    "line",
    [
        "p1 remove [target=突撃兵]",
        "p1 draw => life = " + "突撃兵 " * 300,
        "p1 draw => drew " + "[突撃兵 突撃兵] " * 200,
    ],
    ids=["actions", "states claimed", "events claimed"],
)
def test_the_work_of_all_lines_is_counted(line: str) -> None:
    """Where it is used up the line is told, whatever took it."""
    draft = transcript.reading("\n".join([HEAD, "--", *[line] * 400]))
    importer = Importer(draft, GAMES, work=Work(5000))
    with pytest.raises(transcript.TranscriptError, match="more than 5000 steps") as error:
        read_all(importer)
    assert FIRST <= error.value.line < FIRST + len(draft.lines)


def test_every_step_of_a_game_is_work() -> None:
    """Meanings, actions considered, played, filled in and played again are counted: less than is needed is told, and
    a printed game needs little of what there is."""
    draft = transcript.reading(PRINTED)
    work = Work(MOST_IMPORT_STEPS)
    importer = Importer(draft, GAMES, work=work)
    read_all(importer)
    needed = work.limit - work.left
    assert 2 * len(importer.along.entries) < needed < MOST_IMPORT_STEPS // 100
    short = Importer(draft, GAMES, work=Work(needed - 1))
    with pytest.raises(transcript.TranscriptError, match="steps"):
        read_all(short)


def needed(text: str) -> int:
    """The steps that a transcript takes."""
    work = Work(MOST_IMPORT_STEPS)
    read_all(Importer(transcript.reading(text), GAMES, work=work))
    return work.limit - work.left


def test_comparing_cards_of_one_name_is_work() -> None:
    """A state is gone through for each, so that costs more than to consider an action."""
    opened = HEADER + "\n".join(OPENING)
    by_number = needed(f"{opened}\np2 remove [target=027 with=016]\n")
    by_name = needed(f"{opened}\np2 remove [target=突撃兵:草 with=016]\n")
    assert by_name >= by_number + COMPARED_STEPS


def test_playing_again_is_work() -> None:
    """Where nothing that may be left out leads to where an action is legal, all before it is played again."""
    before, deploy, rest = PRINTED.rpartition(" deploy card=")
    right, wrong_card = f"{before}{deploy}{rest.partition(chr(10))[0]}", f"{before}{deploy}001"
    entries = len(transcript.load(right, GAMES).record.entries)
    assert needed(wrong_card) > needed(right) + entries // 2


def test_looking_for_answers_one_by_one_is_work() -> None:
    """Every line that might belong to them is looked at."""
    lines = [game_line("p1 counter [target=020 with=047]", number) for number in range(10)]
    with pytest.raises(WorkUsedUp):
        gathered(lines, 0, OneByOne("counter", "target"), Work(9))


@pytest.mark.parametrize(
    "row", ["x", "p1", "", " ", "; x"], ids=["letters", "players", "nothing", "spaces", "comments"]
)
def test_a_million_lines_are_refused_at_once_or_say_nothing(row: str) -> None:
    """Within the size of a transcript the limit of entries stands at the first line that is too much; what says
    nothing is no entry. Either takes a moment, however long what is between the lines."""
    text = "\n".join([HEAD, "--", *[row] * 1_000_000])
    assert len(text) < MOST_CHARACTERS
    start = process_time()
    if row.strip(" ;x") or row == "x":
        with pytest.raises(transcript.TranscriptError) as error:
            transcript.load(text, GAMES)
        assert (error.value.line, error.value.expected) == (
            FIRST + MOST_ENTRIES,
            f"at most {MOST_ENTRIES} lines in a game",
        )
    else:
        assert transcript.load(text, GAMES).record.entries == ()
    assert process_time() - start < 5


def test_a_million_actions_are_more_than_a_transcript_may_be_long() -> None:
    """The size is looked at first, and both numbers are told."""
    text = "\n".join([HEAD, "--", *["p1 pass"] * 1_000_000])
    with pytest.raises(transcript.TranscriptError) as error:
        transcript.load(text, GAMES)
    assert error.value.message == f"the transcript has {len(text)}"
    assert error.value.expected == f"at most {MOST_CHARACTERS} characters"
