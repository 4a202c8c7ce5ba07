"""`record`: a record written at the terminal, by people and by pipes."""

import errno
import os
import re
import signal
import subprocess
from pathlib import Path
from select import select

import pytest
from click.testing import CliRunner

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import verb
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_records.questions.words import commands
from shinpan_records.words.sentences import read
from shinpan_service.cli import main
from shinpan_service.cli.commands.recording.prompt import offered
from tests.attack.servers import sleeps, wait_until
from tests.records.asking import Player, begun

from .command import COMMAND, Ran, heed_ctrl_c, terminal, verdicts

HEADER = ("wars3x3", "beginner", "house", "青木 馬場", "青木", "", "", "", "seed", f"sha256ctr-1:{'05' * 32}")
"""The answers before a game with a seed."""
LONGEST_SILENCE = 60
"""Seconds without a word after which a session is given up."""
languages = pytest.mark.parametrize("language", LANGUAGES)


def recording(path: Path, *answers: str, language: Language = "en") -> Ran:
    """What becomes of a session in which these lines are typed."""
    text = "".join(f"{answer}\n" for answer in answers)
    result = CliRunner().invoke(main, ["record", str(path), "--lang", language], input=text, prog_name="shinpan")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    assert "fault of shinpan" not in result.output
    return Ran(result.exit_code, result.stdout, result.stderr)


def written(path: Path) -> list[str]:
    """The entries in a file."""
    lines = path.read_text("utf-8").partition("\n--\n")[2].splitlines()
    return [line for line in lines if not line.startswith(("turn ", "ターン "))]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that is not there yet."""
    return tmp_path / "game.shinpan"


@languages
def test_a_game_is_written_line_by_line(file: Path, language: Language) -> None:
    """Header, answers by number, the end: the file is judged as far as it goes."""
    ran = recording(file, *HEADER, "1", "1", "1", "1", "1", language=language)
    assert ran.code == 0
    assert verdicts(file) == ["incomplete"]
    assert len(written(file)) == 5
    assert ("初期領土" in written(file)[0]) == (language == "ja")
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@languages
def test_a_whole_game_ends_with_its_verdict(file: Path, language: Language) -> None:
    """At the end the verdict and the way to judge it again are said; with the result in the file."""
    player = Player(begun("anoare", "duel", chance="seed", seed=b"\x01" * 32), 3)
    player.until(lambda: False)
    file.write_text(player.recorder.draft.text(), "utf-8")
    ran = recording(file, "", language=language)
    assert ran.code == 0
    assert f"shinpan verify {file}" in ran.out
    report = player.recorder.report()
    assert report is not None
    assert report.last_link.hex()[:8] in ran.out
    assert {"en": "legal: ", "ja": "合法: "}[language] in ran.out
    assert {"en": "\nresult ", "ja": "\n結果 "}[language] in file.read_text("utf-8")


def test_a_file_is_gone_on_with(file: Path) -> None:
    """A second session asks where the first one ended."""
    first = recording(file, *HEADER, "1", "1", "1")
    second = recording(file, "1", "back", "quit")
    question = [line for line in first.lines if "· " in line or line.startswith(("青木:", "馬場:"))][-1]
    assert question in second.lines
    assert verdicts(file) == ["incomplete"]


@languages
def test_commands_are_known_in_both_languages(file: Path, language: Language) -> None:
    """Every command does something, whatever it is called."""
    ran = recording(file, *HEADER, "1", "1", "1", "1", *commands(language), language=language)
    assert ran.code == 0
    assert "wrong" not in ran.out


def test_commands_are_no_actions() -> None:
    """No command is called like something that is done in a game."""
    verbs = {verb(kind) for game in GAMES.values() for kind in game.acts}
    assert verbs.isdisjoint([word for language in LANGUAGES for word in commands(language)])


def values(section: dict[str, str]) -> dict[str, list[str]]:
    """The values that each sentence tells."""
    return {key: sorted(re.findall(r"{(\w+)}", text)) for key, text in section.items()}


def test_languages_say_the_same() -> None:
    """Every sentence is there in both languages, with the same values."""
    english, japanese = (read(f"questions.{language}.toml") for language in ("en", "ja"))
    for section in ("new", "setup", "chance", "wrong", "ask", "say"):
        told = [
            {key: sorted(re.findall(r"{(\w+)}", text)) for key, text in one[section].items()}
            for one in (english, japanese)
        ]
        assert told[0] == told[1]
    assert set(english["commands"].values()) == set(japanese["commands"].values())


def test_notes_are_checked_and_kept(file: Path) -> None:
    """A right note is written, a wrong one is refused with what is so; a remark goes behind the line."""
    ran = recording(file, *HEADER, "1", "1", "1", "1", "life 青木 30", "life 青木 29", "; 休憩", "check life[p2] = 30")
    assert ran.out.count("That is right.") == 2
    assert "29" in ran.out
    text = file.read_text("utf-8")
    assert "休憩" in text
    assert "= 29" not in text


WRONG = [
    "p9 pass",
    "nonsense",
    "99999999999",
    "0",
    "back x",
    "=>",
    "life",
    "p1 deploy card=?",
    "z" * 1_000_000,
    "\x00\x1b[2J",
]


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_bad_input_is_answered_with_a_sentence(file: Path, text: str) -> None:
    """Whatever is typed, the session goes on, and the file is as it was."""
    recording(file, *HEADER, "1", "1", "1", "1")
    before = file.read_text("utf-8")
    ran = recording(file, text, "quit")
    assert ran.code == 0
    assert file.read_text("utf-8") == before
    assert "\x1b[2J" not in ran.out


def test_another_writer_is_refused(file: Path) -> None:
    """Who writes the same file at the same time is told so, and the first one is not disturbed."""
    with subprocess.Popen(
        [*COMMAND, "record", str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert first.stdout.readline()
        second = recording(file, "quit")
        first.stdin.write("".join(f"{answer}\n" for answer in (*HEADER, "1")))
        first.stdin.close()
        first.stdout.read()
    assert second.code == 2
    assert "another" in second.err
    assert verdicts(file) == ["incomplete"]


def test_a_file_that_changed_meanwhile_is_left_alone(file: Path) -> None:
    """What somebody else wrote is not overwritten; a copy can be kept."""
    copy = file.with_name("copy.shinpan")
    recording(file, *HEADER, "1")
    with subprocess.Popen(
        [*COMMAND, "record", str(file), "--lang", "en"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as session:
        assert session.stdin is not None
        assert session.stdout is not None
        session.stdin.write("1\n")
        session.stdin.flush()
        assert wait_until(lambda: len(written(file)) == 2, LONGEST_SILENCE)
        file.write_text("; mine\n", "utf-8")
        session.stdin.write(f"1\nsave {copy}\nquit\n")
        session.stdin.close()
        said = session.stdout.read()
    assert session.returncode == 2
    assert "changed by something else" in said
    assert file.read_text("utf-8") == "; mine\n"
    assert len(written(copy)) == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """No session begins where nothing can be saved."""
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    assert recording(folder / "game.shinpan", "quit").code == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("shinpan 2\n--\n", "no transcript of this version"),
        ("", "no transcript of this version"),
        ("shinpan 1\ngame chess x\n--\n", "chess"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(file: Path, text: str, said: str) -> None:
    """It is left alone."""
    file.write_text(text, "utf-8")
    ran = recording(file, "1")
    assert ran.code == 2
    assert said in ran.err
    assert file.read_text("utf-8") == text


def test_a_folder_or_another_form_is_refused(tmp_path: Path) -> None:
    """Only a transcript can be written by question and answer."""
    assert recording(tmp_path / "game.pb", "quit").code == 2
    assert recording(tmp_path / "no" / "game.shinpan", "quit").code == 2
    (tmp_path / "folder.shinpan").mkdir()
    assert recording(tmp_path / "folder.shinpan", "quit").code == 2


def test_a_fault_is_cut_off_only_if_somebody_agrees(file: Path) -> None:
    """Of a record that is illegal already the beginning can be gone on with; the file as it was is kept."""
    recording(file, *HEADER, "1", "1", "1", "1")
    wrong = file.read_text("utf-8") + "p1 end_combat\np1 end_combat\n"
    file.write_text(wrong, "utf-8")
    assert recording(file, "no").code == 2
    assert file.read_text("utf-8") == wrong
    assert recording(file, "shorten", "quit").code == 0
    assert verdicts(file) == ["incomplete"]
    assert file.with_name("game.shinpan.before").read_text("utf-8") == wrong


def test_what_is_typed_is_completed_on_a_terminal(file: Path) -> None:
    """Tab completes a name; Ctrl-D ends, and all is saved."""
    ours, theirs = terminal(100)
    environment = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        [*COMMAND, "record", str(file), "--lang", "en"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        for typed in ("war\t\n", "beg\t\n", "hou\t\n", *(f"{answer}\n" for answer in HEADER[3:]), "1\n", "\x04"):
            os.write(ours, typed.encode())
            wait_for_prompt(ours)
    assert process.returncode == 0
    assert "game     wars3x3 beginner" in file.read_text("utf-8")
    assert verdicts(file) == ["incomplete"]
    os.close(ours)


def wait_for_prompt(end: int) -> str:
    """What comes out of a terminal up to the next prompt, or to the end."""
    said = b""
    try:
        while not said.endswith(b"> "):
            if not select([end], [], [], LONGEST_SILENCE)[0]:
                # Nobody waits for the session then.
                os.close(end)
                raise AssertionError(f"no prompt, after {said.decode('utf-8', 'replace')}")
            said += os.read(end, 65536)
    except OSError:
        # Linux says so when the other end is closed.
        pass
    return said.decode("utf-8", "replace")


def interrupted(process: "subprocess.Popen[bytes]", end: int) -> str:
    """What a session says when Ctrl-C is pressed while it waits for a key. Between its prompt and its wait Python does
    not notice a signal, so what is pressed there is lost; nobody is that quick."""
    assert wait_until(lambda: sleeps(process.pid), LONGEST_SILENCE)
    process.send_signal(signal.SIGINT)
    return wait_for_prompt(end)


def test_ctrl_c_loses_nothing(file: Path) -> None:
    """What was answered is in the file."""
    ours, theirs = terminal(100)
    with subprocess.Popen(
        [*COMMAND, "record", str(file), "--lang", "en"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509
    ) as process:
        os.close(theirs)
        wait_for_prompt(ours)
        for typed in (*HEADER, "1", "1"):
            os.write(ours, f"{typed}\n".encode())
            wait_for_prompt(ours)
        said = interrupted(process, ours)
    assert process.returncode == 0
    assert "Saved" in said
    assert len(written(file)) == 2
    os.close(ours)


def test_a_full_disk_is_told_and_loses_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file as it was is still there, the session goes on, and its exit code says that something is not saved."""
    recording(file, *HEADER, "1")
    before = file.read_text("utf-8")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    ran = recording(file, "1", "1", "quit")
    assert ran.code == 2
    assert "No space left on device" in ran.out
    assert file.read_text("utf-8") == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@languages
def test_a_fact_about_a_card_can_be_added(file: Path, language: Language) -> None:
    """Where the card list leaves a number open, it is asked for, and the record goes on with it in its header."""
    header = (*HEADER[:2], "print", *HEADER[3:])
    ran = recording(file, *header, "fact A08 mana.water=1", "fact A08 mana.water=x", "quit", language=language)
    assert ran.code == 0
    assert file.read_text("utf-8").count({"en": "\nfact ", "ja": "\n事実 "}[language]) == 1


def test_words_that_go_on_are_offered() -> None:
    """Each once, in their order."""
    assert offered("s", ["story", "list", "show", "story"]) == ["story", "show"]


@languages
def test_help_before_the_game_is_no_answer(file: Path, language: Language) -> None:
    """Neither a question mark nor the word for help becomes a place; the question is asked again."""
    header = (*HEADER[:6], "help", "?", "ヘルプ" if language == "ja" else "help", *HEADER[6:])
    ran = recording(file, *header, "quit", language=language)
    assert ran.code == 0
    assert ran.out.count({"en": "An empty line goes on", "ja": "何も書かずに進めます"}[language]) == 3
    assert "place" not in file.read_text("utf-8")


@languages
def test_nothing_to_take_back_is_said(file: Path, language: Language) -> None:
    """At the first entry “back” says so, and names the turn that it can go back to elsewhere."""
    ran = recording(
        file, *HEADER, "back", "1", "1", "1", "1", "back turn 1", "back turn 9", "back 0", language=language
    )
    assert ran.code == 0
    assert ran.out.count({"en": "Nothing is left to take back", "ja": "もう取り消すものがありません"}[language]) == 3
    assert {"en": "There was no turn 9", "ja": "ターン9はありませんでした"}[language] in ran.out
    assert len(written(file)) == 4


@languages
def test_a_turn_that_is_not_reached_is_said(file: Path, language: Language) -> None:
    """What has to be decided before it is asked next."""
    path = file.with_name("duel.shinpan")
    seed = f"sha256ctr-1:{'05' * 32}"
    header = ("anoare", "duel", "house", "", "C1 C4", "p1", "", "", "", "seed", seed, "1", "1")
    ran = recording(path, *header, "turn 2", "list nonsense", "save", language=language)
    assert ran.code == 0
    at = next(
        number
        for number, line in enumerate(ran.lines)
        if {"en": "before turn 2", "ja": "ターン2の前"}[language] in line
    )
    assert "selection" in "".join(ran.lines[at : at + 4]) or "伏せる" in "".join(ran.lines[at : at + 4])
    assert ran.out.count({"en": "Saved: ", "ja": "保存しました: "}[language]) == 2
    assert {"en": "has all of these words: nonsense", "ja": "「nonsense」を全部含むものはありません"}[
        language
    ] in ran.out


@languages
def test_a_refused_card_is_asked_for_again(file: Path, language: Language) -> None:
    """After a fragment that another player has laid open already, the question is asked once more."""
    answers = ("anoare", "duel", "house", "青木 馬場", "C1 C4", "1", "", "", "", "seen", "?", "?")
    ran = recording(file, *answers, "F1", "F1", "F2", language=language)
    asked = read(f"questions.{language}.toml")["ask"]["turned"].partition("{said}")[0].strip() or "どのカードでしたか"
    assert ran.code == 0
    assert ran.out.count(asked) == 3
    assert "F2 seat=p2" in file.read_text("utf-8") or "断片=F2 プレイヤー=p2" in file.read_text("utf-8")


@languages
def test_a_game_that_was_ended_by_mistake_is_gone_on_with(file: Path, language: Language) -> None:
    """Who gives up with the wrong number reads at the end how to take it back, also where no verdict is told."""
    answers = ("wars3x3", "beginner", "house", "青木 馬場", "1", "", "", "", "seen", "? ? ?")
    ran = recording(file, *answers, "p1 resign", "back", "quit", language=language)
    assert ran.code == 0
    over = read(f"questions.{language}.toml")["say"]["over"]
    assert ran.out.replace("\n", "").count(over) == 1
    assert len(written(file)) == 1
