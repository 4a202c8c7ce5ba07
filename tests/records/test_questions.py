"""Records written by question and answer: every answer offered is legal, and what is refused changes nothing."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.forms.text import line
from shinpan_engine.kernel.game import Event
from shinpan_engine.kernel.judging.claims import event_fields
from shinpan_engine.kernel.judging.record import (
    Action,
    ChanceSource,
    Entry,
    Outcome,
    Record,
    RecordedChance,
    SeededChance,
    SeenChance,
)
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_engine.kernel.seen.claims import Turned
from shinpan_engine.kernel.seen.search import judge
from shinpan_records import transcript
from shinpan_records.questions.opening import Opening, Wrong
from shinpan_records.questions.question import CHANCE, DECISION, OVER, Broken, Refusal
from shinpan_records.questions.recorder import Recorder
from shinpan_records.transcript.claiming import spelled_claim
from shinpan_service.workbench.simulation import RandomGame, seed_of
from tests.hiding import hidden

from .asking import MODES, Player, begun, direct, is_settled

modes = pytest.mark.parametrize(("game", "mode"), MODES, ids=[mode for _, mode in MODES])
languages = pytest.mark.parametrize("language", LANGUAGES)


def state(recorder: Recorder) -> bytes:
    """All of the table."""
    match = recorder.draft.live.match
    return encode(match.table.state) if match else b""


@modes
def test_a_game_by_questions_is_legal(game: str, mode: str) -> None:
    """A whole game of answers from the list, with chance told as it comes, is judged legal from its text, with the
    link of the referee alone."""
    player = Player(begun(game, mode), 1)
    player.until(lambda: False)
    assert player.recorder.question().kind == OVER, player.said
    judged = transcript.judged(player.recorder.draft.text(), GAMES).report()
    report = direct(player.recorder).report()
    assert (judged.verdict, judged.last_link) == (Verdict.LEGAL, report.last_link), player.said
    assert judged.actions_replayed == len([one for one in player.recorder.draft.entries if type(one.what) is Action])


@modes
def test_a_seeded_game_by_lines_has_the_link_of_the_game(game: str, mode: str) -> None:
    """What a random game does, written line by line, comes out as that game."""
    played = RandomGame(GAMES[game], mode, GAMES[game].packs["house"], seed_of("lines", 3))
    played.to_end()
    whole = Replay(GAMES, Record(played.header, tuple(Entry(action) for action in played.actions)))
    whole.run()
    recorder = Recorder.begun(GAMES, played.header, whole.beside, "en")
    for action in played.actions:
        names = recorder.draft.pack.names
        recorder.write(line(action.seat, action.what, names))
    assert direct(recorder).report().last_link == whole.report().last_link


@modes
def test_going_back_gives_the_same_state(game: str, mode: str) -> None:
    """From any place back to any other the table is as it was there, and what came up later is asked for again."""
    player = Player(begun(game, mode), 2)
    recorder = player.recorder
    seen = dict[int, tuple[bytes, str]]()
    for _ in range(60):
        if is_settled(recorder):
            seen[len(recorder.draft.entries)] = state(recorder), recorder.draft.text()
        if not player.answer():
            break
    for count in sorted(seen, key=lambda number: (number * 7) % 11):
        if count <= len(recorder.draft.entries):
            recorder.back(count)
            assert (state(recorder), recorder.draft.text()) == seen[count], f"{player.said}, back to {count}"
    player.until(lambda: len(recorder.draft.entries) > 20)
    assert recorder.question().kind in (DECISION, CHANCE, OVER)


@modes
def test_a_record_can_be_gone_on_with(game: str, mode: str) -> None:
    """Read again in the middle of anything, a record asks the same question and has the same text."""
    player = Player(begun(game, mode), 4)
    for number in range(40):
        if number % 6 == 0:
            text = player.recorder.draft.text()
            again = Recorder.of_text(GAMES, text, "en")
            assert again.draft.text() == text, player.said
            assert again.question() == player.recorder.question(), f"{player.said}, question {number}"
            player.recorder = again
        if not player.answer():
            break


def short(language: Language = "en") -> Recorder:
    """A record of a beginner game after some entries."""
    player = Player(begun("wars3x3", "beginner", language), 5)
    player.until(lambda: len(player.recorder.draft.entries) >= 9 and is_settled(player.recorder))
    return player.recorder


WRONG = [
    "",
    "nonsense",
    "p1",
    "p9 pass",
    "deploy card=",
    "p1 deploy card=?",
    "p1 deploy card=002 card=003",
    "p1 fly",
    "p2 start_territory cards=001 002 003",
    "attack [",
    'p1 "open',
    "pass => life[p1] = 99",
    "pass => nothing_there",
    "x" * 1_000_000,
    "p1 deploy card=" + "002 " * 30_000,
    "p1 pass #" + "0" * 8,
    "\x00\x1b[2J",
]


@languages
@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_what_is_refused_changes_nothing(text: str, language: Language) -> None:
    """Bad input is refused in a sentence, and the record stays as it was, byte by byte."""
    recorder = short(language)
    before = recorder.draft.text(), state(recorder), recorder.question(), list(recorder.told)
    for act in (recorder.write, recorder.claim, recorder.tell):
        with pytest.raises(Wrong) as refused:
            act(text)
        assert str(refused.value).isprintable()
        assert (recorder.draft.text(), state(recorder), recorder.question(), list(recorder.told)) == before


def test_a_refusal_says_the_clause_and_what_is_legal() -> None:
    """The other seat's answer is refused with the clause, its text, and what this seat may do."""
    recorder = short()
    seat = recorder.question().seat
    with pytest.raises(Refusal) as refused:
        recorder.write(f"p{3 - seat} end_combat")
    assert refused.value.rules[0][0].startswith("W3-")
    assert refused.value.rules[0][2]


def test_claims_are_checked_at_once() -> None:
    """A right number is written down, a wrong one is refused with what is so; names and words of the game are taken."""
    recorder = short("ja")
    for text in ("life p1 30", "life[p2] = 30", "ライフ 青木 30", "ライフ 馬場 ３０"):
        recorder.claim(text)
    assert recorder.draft.text().endswith("life[p1] = 30, life[p2] = 30\n")
    with pytest.raises(Refusal, match="29"):
        recorder.claim("life p1 29")
    assert transcript.judged(recorder.draft.text(), GAMES).finding is None


@languages
def test_a_remark_is_kept(language: Language) -> None:
    """A remark stands behind the last entry, and is there after reading again."""
    recorder = short(language)
    recorder.remark("時計を止めた")
    assert Recorder.of_text(GAMES, recorder.draft.text(), language).draft.entries[-1].comment == "時計を止めた"


def test_a_record_with_a_fault_can_be_gone_on_with_up_to_there() -> None:
    """The fault is told with how many entries come before it; with these only the record is read."""
    lines = short().draft.text().splitlines()
    at = next(number for number, text in enumerate(lines) if text.endswith("draw") or " draw " in text)
    text = "\n".join([*lines[: at + 1], lines[at], *lines[at + 1 :]]) + "\n"
    with pytest.raises(Broken) as broken:
        Recorder.of_text(GAMES, text, "en")
    again = Recorder.of_text(GAMES, text, "en", broken.value.entries)
    written = again.draft.text().partition("\n--\n")[2].splitlines()
    assert written == lines[lines.index("--") + 1 : at + 1]
    assert broken.value.entries < broken.value.of


def test_answers_are_found_by_words() -> None:
    """Only answers with all of the words are listed, whatever their case."""
    recorder = short()
    everything = recorder.answers().page(0, 1000)
    word = everything[-1].words.split()[0].upper()
    found = recorder.answers().page(0, 1000, word)
    assert found == [one for one in everything if word.casefold() in f"{one.words} {one.line}".casefold()]
    assert recorder.answers().count(word) == len(found)


def test_a_seed_asks_for_nothing_that_came_up() -> None:
    """With a seed no question is about chance, and the header names it."""
    player = Player(begun("anoare", "duel", chance="seed", seed=b"\x05" * 32), 1)
    player.until(lambda: False)
    record = player.recorder.draft.record()
    assert record.header.chance is not None
    assert isinstance(record.header.chance.source, SeededChance)
    assert direct(player.recorder).report().verdict is Verdict.LEGAL


def paper(recorder: Recorder, *lines: str) -> list[str]:
    """The lines of a record, the turns among them, as somebody would write them; gives all that was entered."""
    for text in lines:
        turn = text.removeprefix("turn ")
        if turn != text:
            recorder.go_to_turn(int(turn))
        else:
            recorder.write(text)
    return recorder.lines(0)


def in_turn_one(chance: str = "open") -> Recorder:
    """A record at the first decision of the first turn."""
    player = Player(begun("wars3x3", "beginner", chance=chance), 5)
    player.until(lambda: player.recorder.question().turn == 1)
    return player.recorder


def test_passes_before_a_line_are_filled_in() -> None:
    """A line that comes later in the turn, or in the next one, is placed there; so is the head of a turn."""
    player = Player(begun("wars3x3", "beginner", chance="seed", seed=bytes(32)), 5)
    player.until(lambda: player.recorder.question().turn == 1)
    had, seat = len(player.recorder.draft.entries), player.recorder.question().seat
    filled = ("draw", "pass", "pass", "end_combat", "pass", "pass", "end_turn")
    said = [f"p{seat} {verb}" for verb in filled]
    assert paper(player.recorder, said[-1])[had:] == said
    paper(player.recorder, "turn 4", f"p{seat} draw")
    assert player.recorder.question().turn == 5
    with pytest.raises(Wrong):
        player.recorder.go_to_turn(3)


def test_a_refused_line_fills_in_nothing() -> None:
    """Where a line is refused after passes, these are taken back."""
    recorder = in_turn_one()
    before = recorder.draft.text(), state(recorder)
    for text in ("p1 deploy card=020", "p2 deploy card=020", "p1 redeploy card=020 giving=021"):
        with pytest.raises(Wrong):
            recorder.write(text)
        assert (recorder.draft.text(), state(recorder)) == before


MOST_SEEN = 40
"""Entries of a game of which only what the public saw is written."""
UNSEEN = [(game, mode) for game, mode in MODES if GAMES[game].unseen is not None]


@pytest.mark.parametrize(("game", "mode"), UNSEEN, ids=[mode for _, mode in UNSEEN])
def test_what_the_public_saw_can_be_written(game: str, mode: str) -> None:
    """A random game, with `?` for what the public did not see, is taken line by line, and is legal in a world."""
    played = RandomGame(GAMES[game], mode, GAMES[game].packs["house"], seed_of("seen", 1))
    played.to_end()
    whole = Replay(GAMES, Record(played.header, tuple(Entry(action) for action in played.actions)))
    whole.run()
    outcomes = [Outcome(label, list(whole.chance.outcomes[label])) for label in sorted(whole.chance.outcomes)]
    told = replace(played.header, chance=ChanceSource(RecordedChance(outcomes)))
    seen = hidden(GAMES[game], Record(told, tuple(whole.entries)), PUBLIC)
    header = replace(played.header, chance=ChanceSource(SeenChance([])))
    recorder = Recorder.begun(GAMES, header, whole.beside, "ja")
    names = recorder.draft.pack.names
    for entry in seen.entries[:MOST_SEEN]:
        answer_what_came_up(recorder, whole)
        assert isinstance(entry.what, Action)
        claims = ", ".join(map(spelled_claim, entry.claims))
        recorder.write(f"{line(entry.what.seat, entry.what.what, names)}{f' => {claims}' if claims else ''}")
    answer_what_came_up(recorder, whole)
    text = recorder.draft.text()
    assert judge(GAMES, transcript.load(text, GAMES).record).report.verdict is Verdict.INCOMPLETE
    again = Recorder.of_text(GAMES, text, "ja")
    assert again.draft.text() == text
    recorder.back(20)
    assert len(recorder.draft.entries) == 20


def answer_what_came_up(recorder: Recorder, whole: Replay) -> None:
    """Answers what all were shown by what came up in the game as it was played."""
    while (wanted := recorder.draft.coming) is not None:
        if wanted.turned is not None:
            recorder.tell(turned_up(recorder, wanted.turned, whole))
        else:
            number = whole.chance.outcomes[wanted.label][wanted.place]
            recorder.tell(recorder.draft.spelled(wanted.label, [number])[0])


def turned_up(recorder: Recorder, turned: Turned, whole: Replay) -> str:
    """What that event showed in the game as it was played, and is not claimed yet."""
    again, happened = Replay(GAMES, Record(whole.header, tuple(whole.entries))), list[Sequence[Event]]()
    again.run(turned.entry + 1, watch=lambda step: happened.append(step.events))
    shown = event_fields(happened[-1][turned.number], again.names)[turned.field].split()
    claimed = " ".join(map(spelled_claim, recorder.draft.entries[turned.entry].claims))
    return next(word for word in shown if word not in claimed)


def test_a_card_that_was_laid_open_is_no_hole() -> None:
    """In a record of what was seen a `?` for a card that all saw is refused, and lists what has to be written."""
    recorder = begun("wars3x3", "beginner", chance="seen")
    for text in ("start_territory ? ? ?", "keep_magic ?", "start_territory ? ? ?", "keep_magic ?", "turn 3"):
        paper(recorder, text)
    before = recorder.draft.text()
    with pytest.raises(Refusal, match="open"):
        recorder.write("p1 deploy ?")
    assert recorder.draft.text() == before
    forms = [one for one in recorder.answers().page(0, 100) if one.action is None]
    assert forms


def at_a_counter() -> Recorder:
    """A record in turn 3, where the player whose turn it is not may counter a removal."""
    recorder = begun("wars3x3", "beginner", chance="seen")
    paper(recorder, "start_territory ? ? ?", "keep_magic ?", "start_territory ? ? ?", "keep_magic ?")
    paper(recorder, "deploy 重装歩兵:天", "turn 2", "deploy 先行打撃兵:水", "turn 3")
    paper(recorder, "remove [target=先行打撃兵:水 with=のうなし腕力:水 のうなし腕力:天]")
    return recorder


def test_a_line_without_a_player_is_of_who_is_asked_for_it_first() -> None:
    """While the other may counter, “attack” is the attack of this turn, not the other's in the next one."""
    recorder = at_a_counter()
    had = len(recorder.draft.entries)
    assert recorder.question().seat == 1
    recorder.write("attack")
    assert recorder.lines(had) == ["p1 pass", "p2 pass", "p2 attack"]
    assert recorder.question().turn == 3


@languages
def test_a_line_without_a_player_leads_to_no_other_turn(language: Language) -> None:
    """What comes only in the next turn is refused, and nothing is passed over; with its player it is taken."""
    recorder = Recorder.of_text(GAMES, at_a_counter().draft.text(), language)
    paper(recorder, "attack")
    before = recorder.draft.text()
    with pytest.raises(Wrong, match="4"):
        recorder.write("draw")
    assert recorder.draft.text() == before
    recorder.write("p1 draw")
    assert recorder.question().turn == 4


def test_a_turn_is_gone_to_as_far_as_nothing_is_decided() -> None:
    """What leads to the next decision is filled in; a turn that is far away is refused, with nothing filled in."""
    player = Player(begun("anoare", "duel", chance="seed", seed=bytes(32)), 5)
    player.until(lambda: player.recorder.question().turn == 1)
    recorder = player.recorder
    paper(recorder, "turn 2")
    assert recorder.question().turn == 1
    assert "set" in recorder.answers().page(0, 1)[0].line
    wars = Player(begun("wars3x3", "beginner", chance="seed", seed=bytes(32)), 5)
    wars.until(lambda: wars.recorder.question().turn == 1)
    before = wars.recorder.draft.text()
    with pytest.raises(Wrong):
        wars.recorder.go_to_turn(90)
    assert wars.recorder.draft.text() == before


def test_a_turn_is_gone_back_to() -> None:
    """To where it began; one that was not yet is refused."""
    player = Player(begun("wars3x3", "beginner", chance="seed", seed=bytes(32)), 5)
    player.until(lambda: player.recorder.question().turn == 3)
    recorder = player.recorder
    texts = {3: recorder.draft.text()}
    player.until(lambda: recorder.question().turn == 4)
    texts[4] = recorder.draft.text()
    player.until(lambda: recorder.question().turn == 6)
    for turn in (4, 3):
        recorder.back_to_turn(turn)
        assert (recorder.question().turn, recorder.draft.text()) == (turn, texts[turn])
    for turn in (0, 9):
        with pytest.raises(Wrong):
            recorder.back_to_turn(turn)


@languages
@pytest.mark.parametrize(
    ("english", "japanese"), [("open", "全部"), ("seen", "見えたもの"), ("seed", "シード"), ("deck", "山札")]
)
def test_how_chance_is_known_is_answered_in_either_language(language: Language, english: str, japanese: str) -> None:
    """By the word of any language; what is listed is in the reader's."""
    for answer in (english, japanese):
        opening = Opening(GAMES, language)
        for said in ("wars3x3", "beginner", "house", "", "1", "", "", ""):
            opening.answer(said)
        ask = opening.ask()
        assert ask is not None
        assert (ask.key, opening.called(ask, english)) == ("chance", english if language == "en" else japanese)
        opening.answer(answer)
        assert [*opening._given.values()][-1] == english


@languages
@pytest.mark.parametrize(("english", "japanese"), [("b_plus", "難Bプラス"), ("a", "難A")])
def test_words_of_the_set_up_are_answered_in_either_language(language: Language, english: str, japanese: str) -> None:
    """As a record has them."""
    for answer in (english, japanese):
        opening = Opening(GAMES, language)
        for said in ("drive", "multi", "2", "house", ""):
            opening.answer(said)
        ask = opening.ask()
        assert ask is not None
        assert ask.key == "setup.difficulty"
        opening.answer(answer)
        assert opening._given[ask.key] == english
