"""`pack`: packs shown, written, compared and checked, as their owner meets it."""

import json
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import LANGUAGES, Language, say, sentence
from shinpan_engine.kernel.packs import OURS
from shinpan_engine.kernel.play.copies import in_first_copy

from .command import Ran, refused, run, run_on_terminal

games = pytest.mark.parametrize("game", GAMES)
HEAD = '[pack]\nid = "mine"\ngame = "wars3x3"\ntitle = "My cards"\nbase = "print"\n'
QUEENS = "".join(
    f'[[card]]\nnumber = {number}\nname = "龍王妃"\nattribute = "{attribute}"\ncost = 9\nunit = true\n'
    f'traits = ["unstrengthenable"]\nsource = {{ cost = "print: the card" }}\n'
    for number, attribute in ((20, "water"), (33, "grass"))
)
WRONG = """[[card]]
number = 3
attribute = "purple"
cost = 200
traits = ["flying", "veil", "hover"]
source = { cost = "my card" }

[[magic]]
number = 15
name = "逆風"
mana = { sky = 1, totl = 2 }
effects = [{ op = "return_to_hand", whose = "opponents" }, { op = "drawing" }]
source = {}

[[card]]
number = 7
name = "突撃兵"
unit = false
cost = 3
source = {}
"""


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def checked(folder: Path, text: str, *options: object) -> Ran:
    return run("pack", "check", written(folder, text), "--lang", "en", *options)


@games
@pytest.mark.parametrize("pack", OURS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pack_is_shown(game: str, pack: str, language: str) -> None:
    """Every row of it, in both languages."""
    ran = run("pack", "show", game, "--pack", pack, "--lang", language, "--json")
    assert ran.code == 0
    rows = [json.loads(line) for line in ran.lines]
    assert len(rows) > 2
    assert all(row["says"] for row in rows)
    shown = run("pack", "show", game, "--pack", pack, "--lang", language)
    heads = [line for line in shown.lines[1:] if line and not line.startswith(" ")]
    assert len(heads) == len(rows)


@pytest.mark.parametrize("card", ["毒殺", "magic 8", "magic 毒殺"])
def test_a_card_is_shown_by_name_and_number(card: str) -> None:
    """With what is told, what is open, and on demand where it is from."""
    ran = run("pack", "show", "wars3x3", "--pack", "print", "--card", card, "--lang", "ja", "--sources")
    assert ran.code == 0
    assert ran.lines[2] == "魔法 8  毒殺"
    assert (
        "  効果      相手のユニット1体を破壊します。自分のライフが破壊したユニットのコスト分だけ減ります。" in ran.lines
    )
    assert ran.lines[-1].startswith("  出典      名前(print: ")


def test_a_number_shows_every_row_of_it() -> None:
    """Of whatever kind."""
    ran = run("pack", "show", "wars3x3", "--card", 20, "--lang", "en")
    assert [line for line in ran.lines if line.startswith(("card", "magic", "grand"))] == [
        "card 20  龍王妃",
        "magic 20  入植",
    ]


@pytest.mark.parametrize(
    ("game", "card", "count"),
    [("drive", "緑0", 2), ("drive", "U3", 1), ("drive", "unit U3", 1), ("wars3x3", "A08", 1), ("anoare", "S10/2", 1)],
)
def test_rows_are_shown_that_records_call_so(game: str, card: str, count: int) -> None:
    """By ids and printed names; a face that several cards have shows each of them."""
    names, ran = GAMES[game].packs["house"].names, run("pack", "show", game, "--card", card, "--json")
    called = card.rpartition(" ")[2]
    kinds = {row["kind"] for row in map(json.loads, ran.lines)}
    tables = [table for table, kind in GAMES[game].pack_kind.tables.items() if kind in kinds]
    assert [row["called"] for row in map(json.loads, ran.lines)] == [
        in_first_copy(number) for table in tables for number in names.numbers(table, called)
    ]
    assert len(ran.lines) == count


def test_the_words_are_in_the_language_of_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless another one is asked for."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    show = ("pack", "show", "wars3x3", "--card", "龍王妃")
    for locale, word in (("ja_JP.UTF-8", "属性"), ("C", "Attribute"), ("", "Attribute"), ("fr_FR", "Attribute")):
        monkeypatch.setenv("LANG", locale)
        assert word in run(*show).out
    assert "属性" in run(*show, "--lang", "ja").out


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (
            ("wars3x3", "--pack", "mine"),
            "wars3x3 has no pack “mine”; there are: print, house; add your own with --packs",
        ),
        (("wars3x3", "--card", "龍王"), "the pack “house” has no row “龍王”; give its number or its name"),
        (("nowhere.toml",), "nowhere.toml: cannot be read: there is no plain file"),
        (("chess",), "chess: cannot be read: there is no plain file"),
    ],
)
def test_what_is_not_there_is_refused(what: tuple[str, ...], why: str) -> None:
    """With what there is."""
    assert refused("pack", "show", *what) == why


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_pack_says_what_the_print_says(game: str, language: Language, tmp_path: Path) -> None:
    """It has no slip, changes nothing, and has every card that the complete pack has."""
    path = tmp_path / "mine.toml"
    wrote = sentence(say("cli.file.wrote", file=str(path)), language)
    assert run("pack", "new", game, "--out", path, "--lang", language).out == f"{wrote}\n"
    text = path.read_text("utf-8")
    assert run("pack", "new", game, "--lang", language).out == text
    ran = run("pack", "check", path, "--games", 0, "--json").json
    assert (ran["slips"], ran["changes"], ran["base"]) == ([], [], "print")
    for kind, shape in GAMES[game].pack_kind.rows.items():
        rows = [json.loads(line) for line in run("pack", "show", game, "--json").lines]
        for row in [row for row in rows if row["kind"] == kind]:
            first = shape.__struct_fields__[0]
            assert f"[[{kind}]]" in text
            assert f"{first} = {json.dumps(row['called'], ensure_ascii=False)}" in text
    assert "there already" in refused("pack", "new", game, "--out", path)


def test_an_open_field_of_a_new_pack_can_be_filled(tmp_path: Path) -> None:
    """By taking away the sign of the comment, or by changing what stands there."""
    path = tmp_path / "mine.toml"
    run("pack", "new", "wars3x3", "--out", path)
    text = path.read_text("utf-8")
    assert "# traits_complete =   # " in text
    filled = text.replace("# traits_complete =   # ", "traits_complete = true  # ").replace(
        "cost = [8, 9] ", "cost = 9 "
    )
    ran = checked(tmp_path, filled, "--games", 0)
    assert ran.code == 0
    assert "  Cost  not fixed, 8 to 9  →  9" in ran.lines
    assert "Traits (特性)" not in next(line for line in ran.lines if line.startswith("still open"))


@pytest.mark.parametrize("id", ["Mine", "print", "", "a b", "x" * 33])
def test_a_pack_has_an_id_of_its_own(id: str) -> None:
    """Small letters and digits, and none of ours."""
    assert refused("pack", "new", "drive", "--id", id).startswith("Invalid value for --id: ")


def test_packs_are_compared_field_by_field(tmp_path: Path) -> None:
    """In the order of the rows, with what stands in both."""
    path = written(tmp_path, HEAD + QUEENS)
    ran = run("pack", "diff", "wars3x3/print", path, "--lang", "en")
    assert (ran.code, ran.lines) == (
        1,
        [
            "card 20  龍王妃",
            "  Cost  not fixed, 8 to 9  →  9",
            "card 33  龍王妃",
            "  Cost  not fixed, 8 to 9  →  9",
        ],
    )
    back = [json.loads(line) for line in run("pack", "diff", path, "wars3x3/print", "--json", "--lang", "ja").lines]
    assert [row["fields"] for row in back] == [{"cost": ["9", "8〜9(未確定)"]}] * 2
    same = run("pack", "diff", path, path)
    assert (same.code, same.out) == (0, "both packs say the same\n")


def test_rows_of_one_pack_alone_are_told() -> None:
    """On whichever side they are."""
    ran = run("pack", "diff", "anoare/print", "anoare/house", "--lang", "ja")
    assert ran.code == 1
    assert any(line.startswith("スキル 1  ") and line.endswith("  2つ目だけにあります") for line in ran.lines)


def test_packs_of_two_games_are_not_compared() -> None:
    """They have nothing in common."""
    said = refused("pack", "diff", "anoare/print", "drive/print")
    assert said == "anoare/print is a pack of anoare, drive/print of drive: only one game is compared"


def test_every_slip_is_told_in_one_run(tmp_path: Path) -> None:
    """Each with the line it stands on; what only follows from another one is not told."""
    ran = checked(tmp_path, HEAD + WRONG, "--json")
    assert ran.code == 1
    found = [(slip["line"], slip["text"]) for slip in ran.json["slips"]]
    told = [(8, "purple"), (9, "99"), (10, "flying"), (10, "hover"), (11, "print"), (16, "totl"), (17, "opponents")]
    told += [(17, "drawing"), (23, "protean")]
    assert [line for line, _ in found] == [line for line, _ in told]
    for (_, text), (_, word) in zip(found, told, strict=True):
        assert word in text


def test_what_the_base_says_instead_is_no_slip(tmp_path: Path) -> None:
    """A cost in quotes is wrong; that the base's does not fit the other cards of the name follows from it."""
    rows = "".join(f"[[card]]\nnumber = {number}\ncost = 4\n" for number in (5, 24, 25))
    ran = checked(tmp_path, f'{HEAD}{rows}[[card]]\nnumber = 37\ncost = "4"\n')
    assert [line.split(": ")[1:3] for line in ran.lines[:-1]] == [["card 37", "cost"]]


def test_slips_are_told_as_compilers_do(tmp_path: Path) -> None:
    """File, line, then the loader's words, and how many there are."""
    ran = checked(tmp_path, HEAD + QUEENS.replace("cost = 9", "cost = 9.5", 1))
    assert ran.code == 1
    assert ran.lines[0].startswith(f"{tmp_path}/mine.toml:10: card 20: ")
    assert ran.lines[1] == "1 slip; correct what is listed and check again"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "pack: game: the table [pack] says which game it is for"),
        ('[pack]\ngame = "chess"', "pack: game: the table [pack] says which game it is for"),
        ('[pack]\ngame = ["wars3x3"]', "pack: game: the table [pack] says which game it is for"),
        ("pack = 3", "pack: game: the table [pack] says which game it is for"),
    ],
)
def test_a_file_of_no_game_is_not_checked(tmp_path: Path, text: str, said: str) -> None:
    """It may be anything."""
    assert said in refused("pack", "check", written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x = [", [1]),
        (HEAD + "[[card]]\nnumber = 1\ntraits = [haste]\n", [8]),
        (HEAD.replace("base", "bass"), [0]),
        (HEAD + "[[card]]\nnumber = 1\nsource = {}\n[[card]]\nnumber = 1\nsource = {}\n", [9]),
        (HEAD + "card = 3\n", [0]),
        (HEAD + "[[card]]\ncost = 1\n[[card]]\nname = 'a'\n[[card]]\nnumber = 1\ncost = -1\n", [6, 8, 12]),
        (HEAD + "[[card]]\nnumber = 1979-05-27\nsource = {}\n", [7]),
        (HEAD + "[[card]]\nnumber = 1\nsource = {}\ncost = [" + "[" * 50 + "]" * 50 + "]\n", [9]),
        (HEAD + '[[card]]\nnumber = 1\nname = "\\u001b[31m"\nsource = {}\n', [8]),
        (HEAD + '[[card]]\nnumber = 1\n"a b" = { "c.d" = inf }\nsource = {}\n', [8]),
    ],
    ids=[
        "no TOML",
        "no quotes",
        "unknown head",
        "twice",
        "no rows",
        "no numbers",
        "a date",
        "brackets",
        "escape",
        "odd names",
    ],
)
def test_odd_files_have_their_slips(tmp_path: Path, text: str, lines: list[int]) -> None:
    """Whatever stands in a file, the check ends in order and says a line if there is one."""
    ran = checked(tmp_path, text, "--json")
    assert ran.code == 1
    assert [slip["line"] for slip in ran.json["slips"]] == lines
    assert all(slip["text"].isprintable() for slip in ran.json["slips"])


def test_very_many_slips_are_not_all_told(tmp_path: Path) -> None:
    """So many as somebody reads."""
    rows = "".join(f"[[card]]\nnumber = {number}\ncost = -1\nsource = {{}}\n" for number in range(1, 49))
    ran = checked(tmp_path, HEAD + rows + rows, "--json")
    assert 40 < len(ran.json["slips"]) <= 100


def test_a_sound_pack_is_told_and_played(tmp_path: Path) -> None:
    """Its digest, what it changes, what is open, and how far games come; that they stop is no slip."""
    ran = checked(tmp_path, HEAD + QUEENS, "--games", 4)
    assert ran.code == 0
    assert ran.lines[0].startswith("wars3x3  mine  ")
    assert ran.lines[0].endswith("no slip, based on print")
    assert ran.lines[1:3] == ["card 20  龍王妃", "  Cost  not fixed, 8 to 9  →  9"]
    assert "4 random games: 0 played to the end" in ran.lines
    assert (
        "  to the end in each mode: beginner 0 of 1, intermediate 0 of 1, advanced 0 of 1, sevenmage 0 of 1"
        in ran.lines
    )
    assert any(line.startswith("  1 stopped in beginner: ") for line in ran.lines)
    further = "  to play on, first fill in what these reasons name"
    assert f'{further}, or write base = "house": made-up stand-ins for what is open' in ran.lines
    assert any(line.startswith("operations in texts that no game used: ") for line in ran.lines)


def test_a_pack_upon_stand_ins_plays_on(tmp_path: Path) -> None:
    """So nothing is said of what would let it."""
    ran = checked(tmp_path, HEAD.replace('"print"', '"house"') + QUEENS, "--games", 4)
    assert "4 random games: 4 played to the end" in ran.lines
    assert "to play on" not in ran.out


def test_a_source_of_no_field_is_a_slip(tmp_path: Path) -> None:
    """Told with its line, beside the other slips."""
    ran = checked(tmp_path, HEAD + QUEENS.replace("{ cost", "{ cots", 1).replace("cost = 9", "cost = 200", 1), "--json")
    assert [(slip["line"], slip["text"].partition(":")[2].split(";")[0]) for slip in ran.json["slips"]] == [
        (10, " cost: found 200"),
        (13, " source.cots: there is no such field"),
    ]


def test_a_file_shows_its_own_rows(tmp_path: Path) -> None:
    """With how many of its base there are besides, which are shown on demand and found by name."""
    path = written(tmp_path, HEAD + QUEENS)
    ran = run("pack", "show", path, "--lang", "en")
    assert [line for line in ran.lines if line.startswith(("card", "magic"))] == ["card 20  龍王妃", "card 33  龍王妃"]
    whole = run("pack", "show", path, "--all", "--lang", "en")
    heads = [line for line in whole.lines[1:] if line and not line.startswith(" ")]
    assert ran.lines[-1] == f"{len(heads) - 2} rows of the base print not shown; --all shows them"
    assert len(run("pack", "show", path, "--json").lines) == 2
    assert len(run("pack", "show", path, "--json", "--all").lines) == len(heads)
    assert "magic 8  毒殺" in run("pack", "show", path, "--card", "毒殺").lines


def test_what_the_base_says_and_the_pack_no_longer_is_told(tmp_path: Path) -> None:
    """Or an owner does not see what a row has lost."""
    ran = checked(tmp_path, HEAD + '[[card]]\nnumber = 20\nwithout = ["traits", "attribute"]\n', "--games", 0)
    assert "  in the base, but not here: Attribute, Traits (特性)" in ran.lines


def test_an_empty_list_says_that_there_is_none(tmp_path: Path) -> None:
    """Over a printed one it loses nothing, and is shown and compared as "none", unless another field leaves open
    whether the list is whole."""
    whole = "[[card]]\nnumber = 20\ntraits = []\ntraits_complete = true\n"
    ran = checked(tmp_path, HEAD + whole, "--games", 0)
    assert "  Traits (特性)  強化不可 (cannot be strengthened)  →  none" in ran.lines
    assert not any("not here" in line for line in ran.lines)
    assert "  Traits (特性)  none" in run("pack", "show", tmp_path / "mine.toml", "--card", "20").lines
    open_ = checked(tmp_path, HEAD + whole.replace("traits_complete = true\n", ""), "--games", 0)
    assert "  in the base, but not here: Traits (特性)" in open_.lines
    magic = checked(tmp_path, HEAD + "[[magic]]\nnumber = 8\neffects = []\n", "--games", 0)
    assert not any("not here" in line for line in magic.lines)


def test_a_pack_may_stand_on_another_of_its_owner(tmp_path: Path) -> None:
    """That `--packs` names, in every command."""
    below = written(tmp_path, HEAD.replace('"mine"', '"below"') + QUEENS, "below.toml")
    path = written(tmp_path, HEAD.replace('"print"', '"below"') + "[[card]]\nnumber = 7\ntraits_complete = true\n")
    assert "base: there is no pack below" in run("pack", "check", path).lines[0]
    ran = run("pack", "check", path, "--packs", below, "--games", 0, "--lang", "en")
    assert (ran.code, ran.lines[1:3]) == (0, ["card 7  突撃兵", "  Other traits  not told  →  none"])
    assert run("pack", "diff", "wars3x3/below", path, "--packs", below, "--lang", "en").lines == ran.lines[1:3]
    shown = run("pack", "show", "wars3x3", "--pack", "below", "--packs", tmp_path, "--card", "龍王妃", "--lang", "en")
    assert shown.code == 0


@games
def test_whole_packs_are_played_to_the_end(game: str, tmp_path: Path) -> None:
    """With the complete pack every game ends, and what its texts do was used for the most part."""
    text = f'[pack]\nid = "mine"\ngame = "{game}"\ntitle = "t"\nbase = "house"\n'
    ran = checked(tmp_path, text, "--games", 12, "--json").json
    assert ran["games"]["ended"] == 12
    assert ran["games"]["stopped"] == {}
    assert len(ran["games"]["used"]) > len(ran["games"]["unused"])
    assert checked(tmp_path, text, "--games", 12, "--json").json == ran


def test_a_bar_is_shown_where_somebody_sees_it(tmp_path: Path) -> None:
    """While games are played."""
    ran = run_on_terminal(100, "pack", "check", written(tmp_path, HEAD), "--games", 30)
    assert "playing" in ran.out
    assert "30 random games: " in ran.out
