"""Transcripts in Japanese words: each has one canonical form, and a record written in them is read back as it was."""

from collections import Counter
from collections.abc import Iterator
from enum import IntEnum

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import enum_word, fields, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, EventClaim, StateClaim
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import RESULTS
from shinpan_engine.kernel.messages import Message
from shinpan_engine.words.record_words import COMMON, Lexicon, canonical, lexicon, past, past_forms
from shinpan_records import transcript
from shinpan_records.questions.lines import Lines
from shinpan_records.transcript.grammar import Tokens, narrowed
from shinpan_records.transcript.header.heading import KEYS
from shinpan_records.transcript.header.in_words import claim_told, line_told
from shinpan_records.transcript.lines import Play
from shinpan_records.transcript.resolving import plain_arguments
from shinpan_records.words.record_lines import line_in

from ..random_games import MODES, WIDE, modes, play, recorded, sealed, seeds, told

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
HIDDEN = {"clause", "private"}
"""Fields of events that no claim is about."""
HEADER = """\
shinpan 1
game wars3x3 beginner
pack house
deck 005 009 018 034 043 010 019 044 011 021 024 025 035 037 030 031 033 014
magic A11 A12 A14 A08
setup first=p1
--
"""
JAPANESE = """\
shinpan 1
ゲーム wars3x3 初級
パック house
山札 005 009 018 034 043 010 019 044 011 021 024 025 035 037 030 031 033 014
魔法 A11 A12 A14 A08
設定 先攻=p1
--
"""
OPENING = """\
p1 start_territory cards=010 019 044
p1 keep_magic magics=A11
p2 start_territory cards=030 031 033
p2 keep_magic magics=A14
"""


def named(kind: type[msgspec.Struct], seen: set[type]) -> Iterator[tuple[str, bool]]:
    """The fields of a class, and those inside of it: each with whether its value is a word. Then the words."""
    if kind in seen:
        return
    seen.add(kind)
    for field in fields(kind):
        if field.name in HIDDEN:
            continue
        is_class = isinstance(field.kind, type)
        is_enum = is_class and issubclass(field.kind, IntEnum)
        yield field.name, is_enum or field.kind in (bool, str)
        if is_enum:
            yield from ((enum_word(one), False) for one in field.kind)
        elif is_class and issubclass(field.kind, msgspec.Struct):
            yield from named(field.kind, seen)


def written(game: Game) -> list[tuple[str, bool]]:
    """Everything that is written in lines of a game in words of ours."""
    seen: set[type] = set()
    kinds = (*game.acts, *game.events, game.state, game.setup)
    own = [one for kind in kinds for one in named(kind, seen)]
    steps = [(part, False) for step in game.steps for part in step.split(".") if part.isalpha()]
    return [*((verb(kind), False) for kind in (*game.acts, *game.events)), *own, *steps]


def everything(words: Lexicon) -> Iterator[str]:
    """All words of a language."""
    for part in (words.words, words.keys, words.results, words.modes):
        yield from part.values()


@games
def test_everything_that_is_written_has_its_word(game: Game) -> None:
    """Verbs, arguments, events, fields, values and parts of steps; labels, modes, headings and results."""
    words = lexicon(game.name, "ja")
    assert {name for name, _ in written(game)} - set(words.words) == set()
    assert {*KEYS, *game.outcomes} - set(words.keys) == set()
    assert {mode.name for mode in game.modes} == set(words.modes)
    assert {*RESULTS, "all"} == set(words.results)
    assert {*words.worded} == {name for name, worded in written(game) if worded}


@games
def test_values_by_place_are_words_where_their_fields_are(game: Game) -> None:
    """The places of each event, from 1, are those of its fields that are words."""
    words, places = lexicon(game.name, "ja"), dict[str, tuple[int, ...]]()
    for kind in game.events:
        told = [field.name for field in fields(kind) if field.name not in HIDDEN]
        if found := tuple(at for at, name in enumerate(told, start=1) if name in words.worded):
            places[verb(kind)] = found
    assert words.places == places
    assert canonical(game.name).places == {words.words[event]: found for event, found in places.items()}


@pytest.mark.parametrize(
    ("game", "claim", "japanese"),
    [
        ("wars3x3", "ended p1 life", "終了 p1 ライフ"),
        ("wars3x3", "mana_gained water p1", "魔力を得た 水 p1"),
        ("swordrion", "gained 2 green, damage 3", "獲得 2 緑, ダメージ 3"),
        ("drive", "ended yes [boss]", "終了 はい [ボス]"),
        ("anoare", "judged critical seat=p1, hand[p1] = none", "判定 クリティカル プレイヤー=p1, 手札[p1] = なし"),
        ("hackclad", "acted mp", "行動した MP"),
    ],
)
def test_values_by_place_have_their_words(game: str, claim: str, japanese: str) -> None:
    """Where a claim says the values of an event without their names, there and back."""
    assert claim_told(claim, game, "ja") == japanese
    line = Tokens(f"p1 pass => {japanese}", 1)
    line.turned(lambda said: line_in(said, canonical(game)))
    assert " ".join(token.text for token in line) == " ".join(token.text for token in Tokens(f"p1 pass => {claim}", 1))


@games
def test_no_word_is_left_over(game: Game) -> None:
    """Each word of a game is about something that there is in it."""
    common, own = lexicon(COMMON, "ja"), lexicon(game.name, "ja")
    assert own.words.keys() - common.words.keys() <= {name for name, _ in written(game)}
    assert own.keys.keys() - common.keys.keys() <= set(game.outcomes)


@games
def test_a_word_has_one_meaning_in_a_game(game: Game) -> None:
    """No two things that are written in the same places share a word, and the way back is the way there."""
    words, back = lexicon(game.name, "ja"), canonical(game.name)
    for there, here in zip(words[:-2], back[:-2], strict=True):
        assert [word for word, count in Counter(there.values()).items() if count > 1] == []
        assert {name: here[word] for name, word in there.items()} == {name: name for name in there}


@games
def test_a_word_can_be_written_without_quotes(game: Game) -> None:
    """It is one word of a transcript, no sign in it is full-width, and none is a canonical word."""
    known = lexicon(game.name, "ja")
    for word in everything(known):
        (token,) = Tokens(word, 1)
        assert (token.kind, token.text) == ("word", word)
        assert not {"?", ".", "/"} & set(word)
        assert narrowed(word) == (word, ())
        assert word not in known.words


@modes
def test_a_record_in_japanese_is_the_same_record(game: Game, mode: str) -> None:
    """Written in Japanese words and read again: the same actions, claims, hashes and links."""
    for seed in seeds(1):
        with told(seed):
            record = sealed(recorded(play(game, seed, mode)))
            text = transcript.dump(record, GAMES, "ja")
            again = transcript.load(text, GAMES)
            assert again.record == transcript.load(transcript.dump(record, GAMES), GAMES).record
            assert again.notes == ()
            assert verify(GAMES, again.record).last_link == verify(GAMES, record).last_link
            rows = [row.split() for row in text.partition("\n--\n")[2].splitlines()]
            assert [row for row in rows if (row[1] if row[0].isascii() else row[0]).isascii()] == []


def test_japanese_and_english_words_mix() -> None:
    """Line by line and word by word, with full-width marks too."""
    lines = """\
p1 初期領土 cards=010 019 044
p1 keep_magic 魔法列=A11
p2 初期領土　カード列＝030 031 033
p2 魔法決定 magics=A14
ターン 1 手番 = p1
p1 ドロー => 引いた カード=014
p1 パス => 手札[p1] = 005 009 018 034 043 014
"""
    english = """\
p1 start_territory cards=010 019 044
p1 keep_magic magics=A11
p2 start_territory cards=030 031 033
p2 keep_magic magics=A14
turn 1 active = p1
p1 draw => drew card=014
p1 pass => hand[p1] = 005 009 018 034 043 014
"""
    mixed, plain = transcript.load(JAPANESE + lines, GAMES), transcript.load(HEADER + english, GAMES)
    assert mixed.record == plain.record
    assert str(mixed.judged().report().verdict) == str(plain.judged().report().verdict)


def test_groups_may_be_full_width() -> None:
    """Brackets, `=` and the arrow."""
    wide, plain = (
        transcript.reading(JAPANESE + text).read()[0]
        for text in (
            "p2 除去 ［対象＝040 使用＝028］ ＝＞ 破壊 040",
            "p2 remove [target=040 with=028] => destroyed 040",
        )
    )
    assert isinstance(wide.what, Play)
    assert isinstance(plain.what, Play)
    assert wide.what.verb.text == plain.what.verb.text
    assert plain_arguments(wide.what.parts) == plain_arguments(plain.what.parts) == "[target=040 with=028]"
    assert wide.claims == plain.claims


def test_a_whole_record_may_be_full_width() -> None:
    """Every sign of it, the header too, outside of what is quoted."""
    text = JAPANESE + "p1 初期領土 cards=010 019 044\nターン 1  手番 = p1, 手札[p1] = 005\n"
    full = text.translate({sign: sign + 0xFEE0 for sign in range(0x21, 0x7F)} | {0x20: 0x3000})
    assert not any(sign.isascii() for sign in full.replace("\n", ""))
    read, plain = transcript.load(full, GAMES), transcript.load(text, GAMES)
    assert read.record == plain.record
    assert "transcript.note.full_width" in [note.text.key for note in read.notes if isinstance(note.text, Message)]


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("p1 ドロウ", "ドロー"),
        ("p1 ドロー => 引いだ 014", "引いた"),
        ("p1 ドロー => 手礼[p1] = 014", "手札"),
    ],
)
def test_an_unknown_japanese_word_gets_the_nearest_japanese_ones(line: str, nearest: str) -> None:
    """Actions, events and fields."""
    (finding,) = transcript.judged(HEADER + OPENING + line, GAMES).report().findings
    assert f"perhaps {nearest}" in str(finding.message)


def test_an_unknown_argument_gets_the_japanese_form() -> None:
    """With the verb in Japanese too, at the column that the reader sees."""
    with pytest.raises(transcript.TranscriptError) as error:
        transcript.load(HEADER + "p1 初期領土 カー=010", GAMES)
    assert (error.value.line, error.value.column) == (8, 9)
    assert "初期領土 カード列=…" in error.value.expected


def test_names_of_players_and_cards_stay() -> None:
    """A player may be called like one of our words: only what stands at the place of one is read as one."""
    header = JAPANESE.replace("設定", "プレイヤー 攻撃 除去\n設定")
    loaded = transcript.load(header + "攻撃 初期領土 カード列=010 019 044\n", GAMES)
    assert loaded.record.notes.players == ("攻撃", "除去")
    assert loaded.record.entries[0].what.seat == 1  # type: ignore[union-attr]
    assert "プレイヤー 攻撃 除去" in transcript.dump(loaded.record, GAMES, "ja")


JAPANESE_WORDS = st.sampled_from(sorted(set(lexicon("wars3x3", "ja").words.values()))[:60])


@WIDE
@given(JAPANESE_WORDS, JAPANESE_WORDS)
def test_what_a_record_says_in_japanese_itself_is_quoted(name: str, value: str) -> None:
    """A record from elsewhere may have claims whose names are our words: they come back as they are."""
    record = play(GAMES["wars3x3"], 1)
    claims = (EventClaim(name, ((value, "1"),)), StateClaim(name, "2"))
    entry = msgspec.structs.replace(record.entries[0], claims=claims)
    whole = msgspec.structs.replace(record, entries=(entry, *record.entries[1:6]))
    assert transcript.load(transcript.dump(whole, GAMES), GAMES).record.entries[0].claims == claims
    assert transcript.load(transcript.dump(whole, GAMES, "ja"), GAMES).record.entries[0].claims == claims


def test_a_line_is_told_in_a_language() -> None:
    """What a player submitted, and what would have been legal."""
    line = "p1 remove [target=040 with=028]"
    assert line_told(line, "wars3x3", "ja") == "p1 除去 [対象=040 使用=028]"
    assert line_told(line, "wars3x3", "en") == line


def test_a_game_that_is_not_there_has_no_words() -> None:
    """A name from a transcript is never the name of a file."""
    assert canonical("../cards/wars3x3") == canonical(COMMON)
    assert len(MODES) > len(GAMES)


def test_an_answer_may_be_a_japanese_line() -> None:
    """Whoever records a game by question and answer writes the same words, with names of arguments or without."""
    game = GAMES["wars3x3"]
    match = transcript.load(HEADER, GAMES).judged().match
    assert match is not None
    lines = Lines(game, "beginner", game.packs["house"], {"p1": 1, "p2": 2}, seen=False)
    assert lines.begins("初期領土 010 019 044")
    answers = ("初期領土 010 019 044", "初期領土 カード列=010 019 044", "start_territory cards=010 019 044")
    read = [lines.read(text, match, 1).what for text in answers]
    assert read[0] == read[1] == read[2]
    assert isinstance(read[0][0], Action)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_verb_is_the_past_of_another(game: Game) -> None:
    """So that each word at the place of a verb says one thing; every verb that has a past is found by it."""
    verbs = {verb(kind) for kind in game.acts}
    forms = past_forms(game.name)
    assert verbs.isdisjoint(forms)
    alike = {"cast", "put_back", "set"}
    assert verbs - set(forms.values()) == verbs & alike


def test_past_tenses_are_those_of_english() -> None:
    """Of a verb of several parts the first is turned."""
    told = {"deploy": "deployed", "use": "used", "draw": "drew", "take_back": "took_back", "re_enter": "re_entered"}
    assert {word: " ".join(past(word)) for word in told} == told
    assert past("level_up") == ["leveled_up", "levelled_up"]
