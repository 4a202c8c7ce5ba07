"""`corpus report` as a page and as a table: what they say, in both languages, harmless and small for any corpus."""

import base64
import csv
import io
import re
import shutil
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_service.corpora.kept import sheet
from shinpan_service.corpora.kept.counting import KEPT, Counts, Ending, Example, Found, _common, _source, median
from shinpan_service.corpora.kept.folder import MANIFEST, Part, Results
from shinpan_service.corpora.kept.rows import Assumed
from shinpan_service.corpora.page.drawing import MOST_BINS, bins
from shinpan_service.corpora.page.parts import VERDICTS, Of
from shinpan_service.corpora.page.report import page
from tests.cli.command import VERDICTS as ONE_OF_EACH
from tests.cli.command import refused, run

from .games import packed

MOST_BYTES = 200_000
HOSTILE = "=<script>alert(1)</script>\x1b[31m\u202e\"'&%\n::error::" + "x" * 5000
VOID = ("meta", "link")
"""Elements without an end."""


class Read(HTMLParser):
    """A page as a browser takes it apart: its elements, and the text in it."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.elements: Counter[str] = Counter()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(data.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] += 1
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] += 1
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of records of every verdict, in two rounds."""
    made = tmp_path_factory.mktemp("report")
    for round_, names in (("round-1", list(ONE_OF_EACH)), ("round-2", ["legal"])):
        (made / "in" / round_).mkdir(parents=True)
        for name in names:
            shutil.copy(ONE_OF_EACH[name], made / "in" / round_ / f"{round_}-{name}.shinpan")
    packed(made / "in" / "m.records", 12)
    (made / "in" / "empty.pb").touch()
    (made / "in" / "cut.records").write_bytes((made / "in" / "m.records").read_bytes()[:-9])
    run("corpus", "verify", made / "in", "--out", made / "out")
    return made / "out"


def report(results: Path, *options: object) -> tuple[bytes, Read]:
    """The page, whole and taken apart."""
    file = results.with_name("report.html")
    ran = run("corpus", "report", results, "--html", file, *options)
    assert (ran.code, ran.out) == (0, "")
    data = file.read_bytes()
    assert str(len(data)) in ran.err.replace(",", "")
    return data, Read(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_the_counts_say(results: Path, language: Language) -> None:
    """Verdicts, clauses in words, folders, endings, lengths, what could not be read: each with its number."""
    told = run("corpus", "report", results, "--json").json
    data, read = report(results, "--lang", language)
    assert f'<html lang="{language}">'.encode() in data
    assert len(data) < MOST_BYTES
    clause = GAMES["wars3x3"].rules.told(GAMES["wars3x3"].rules["W3-4.2-2"], language)
    names = [name for name in told["sources"] if name]
    assert names == ["cut.records", "m.records", "round-1", "round-2"]
    for text in (clause.text, *names, str(results)):
        assert text in read.text
    (lengths,) = told["lengths"]
    assert lengths["games"] == sum(one["count"] for one in told["endings"]) == 11 + 12 + 2
    for number in (lengths["least"], lengths["median"], lengths["most"]):
        assert str(number) in read.text
    assert read.elements["section"] == 8
    assert read.elements["svg"] > 20
    other = report(results, "--lang", next(one for one in LANGUAGES if one != language))[1]
    assert other.text != read.text


def test_the_page_is_the_same_every_time(results: Path) -> None:
    """Nothing in it is from a clock or from the order of hashes."""
    assert report(results)[0] == report(results)[0]


def test_the_policy_lets_nothing_in(results: Path) -> None:
    """No code runs, nothing is asked for, and the style is the one that the policy names."""
    data, read = report(results)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', data.decode())
    style = re.search(r"<style>(.*?)</style>", data.decode(), re.DOTALL)
    assert policy is not None
    assert style is not None
    sign = base64.b64encode(sha256(style[1].encode()).digest()).decode()
    assert policy[1] == (
        f"default-src 'none'; style-src 'sha256-{sign}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    assert not {"script", "img", "iframe", "object", "form", "a"} & {*read.elements}
    assert not [name for name, _ in read.attributes if name.startswith("on") or name in ("style", "src", "srcdoc")]
    assert [value for name, value in read.attributes if name == "href"] == ["data:,"]


def most(hostile: str, many: int) -> tuple[Counts, Of]:
    """A corpus that has more than enough of everything, under names that mean harm."""
    named = [f"{hostile}{at}" for at in range(many)]
    verdicts = Counter(dict.fromkeys(VERDICTS, 10**12))
    found = {Found(word, name, name, name): Example(3, name) for word in VERDICTS for name in named if word not in KEPT}
    endings = Counter({Ending(name, name, f"p{at % 9}", name): 7 for at, name in enumerate(named)})
    counts = Counts(
        10**15,
        Counter({(name, name, word): 10**12 for name in named for word in VERDICTS}),
        found,
        Counter(dict.fromkeys(named, 5)),
        endings,
        {(name, name): Counter({10**9 + at * 10**7: at + 1 for at in range(200)}) for name in named},
        Counter(dict.fromkeys(named, 5)),
        dict.fromkeys(named, verdicts),
    )
    return counts, Of(hostile, hostile, {name: Assumed(name, name, name, name) for name in named})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hostile", [HOSTILE, "&" * 5000, "三" * 5000, "\U0001f600" * 5000])
def test_the_page_stays_small_and_harmless(hostile: str, language: Language) -> None:
    """For any corpus: long lists are cut and say so, names are text."""
    data = page(*most(hostile, 300), language)
    read = Read(data)
    assert len(data) < MOST_BYTES
    assert (read.elements["script"], read.open) == (0, [])
    assert "\x1b" not in read.text
    assert "\u202e" not in read.text
    assert read.text.count("corpus report --json") >= 6


@given(st.text(max_size=40))
def test_no_name_is_markup(name: str) -> None:
    """Whatever is in it, the elements are those of any other name, and its signs are seen."""
    read, other = (Read(page(*most(one, 2), "en")) for one in (name, "a"))
    assert read.elements == other.elements
    assert all(sign in read.text for sign in name if sign.isprintable() and not sign.isspace())


def test_a_page_of_nothing(tmp_path: Path) -> None:
    """A corpus without a record has a page too."""
    (tmp_path / "in").mkdir()
    run("corpus", "verify", tmp_path / "in", "--out", tmp_path / "out")
    assert report(tmp_path / "out")[1].elements["section"] == 0


@given(st.dictionaries(st.integers(0, 3000) | st.integers(0, 1 << 62), st.integers(1, 50), min_size=1, max_size=60))
def test_bins_hold_every_game(found: dict[int, int]) -> None:
    """Each once, in few columns of one round width, the first and the last of them not empty."""
    columns = bins(Counter(found))
    assert [one.games for one in columns] == [
        sum(count for length, count in found.items() if one.first <= length <= one.last) for one in columns
    ]
    assert sum(one.games for one in columns) == sum(found.values())
    assert columns[0].games
    assert columns[-1].games
    assert len(columns) <= MOST_BINS
    assert len({one.last - one.first for one in columns}) == 1
    assert re.fullmatch("[125]0*", str(columns[0].last - columns[0].first + 1))


@given(st.lists(st.integers(0, 20), min_size=1, max_size=40))
def test_half_of_the_games_are_not_longer_than_the_median(lengths: list[int]) -> None:
    """As many as there are, the lower of two in the middle."""
    assert median(Counter(lengths)) == sorted(lengths)[(len(lengths) - 1) // 2]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["a/x.pb", "a/y.pb"], ["", ""]),
        (["a/b/x.pb", "a/c/y.pb", "a/z.pb"], ["b", "c", ""]),
        (["a/b/x.pb", "a/b/c/y.pb", "a/d/z.pb"], ["b", "b", "d"]),
        (["a.records/x.pb", "b.records/x.pb"], ["a.records", "b.records"]),
        (["/a/x.pb", "/b/y.pb"], ["a", "b"]),
        (["ab/x.pb", "a/x.pb"], ["ab", "a"]),
        (["-", "-"], ["", ""]),
        ([], []),
    ],
)
def test_records_are_counted_by_the_folder_below_what_all_share(names: list[str], told: list[str]) -> None:
    """Or by the file of many records that they lie in."""
    common = len(_common(iter([Part("", names[:1]), Part("", names[1:])])))
    assert [_source(name, common) for name in names] == told


def rows_of(file: Path) -> list[dict[str, str]]:
    """A table as a program reads it."""
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return [*csv.DictReader(lines)]


def test_the_table_has_every_record(results: Path) -> None:
    """Under its name, with all that its row says; what could not be read has a row too."""
    file = results.with_name("all.csv")
    assert run("corpus", "report", results, "--csv", file).code == 0
    assert file.read_bytes().startswith(b"\xef\xbb\xbfname,record,form,verdict,")
    found = rows_of(file)
    of = Results(results)
    wanted = [(name, row) for part in of.parts() for name, row in zip(part.names, of.rows(part.shard), strict=True)]
    judged = [row for row in found if row["verdict"] != sheet.UNREAD]
    assert [(row["name"], row["verdict"], row["clause"], row["last_link"]) for row in judged] == [
        (name, row.verdict, row.clause, row.last_link) for name, row in wanted
    ]
    assert [(row["name"].rpartition("/")[2], row["code"]) for row in found if row["verdict"] == sheet.UNREAD] == [
        ("cut.records", "cli.many.cut_off")
    ]
    assert any(row["assumptions"].count(" ") for row in judged)


@pytest.mark.parametrize("begin", ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "＋1", "－1", "＠1"])
def test_no_cell_is_taken_for_a_formula(results: Path, tmp_path: Path, begin: str) -> None:
    """Whatever a record is called."""
    out = tmp_path / "out"
    shutil.copytree(results, out)
    name = f"{begin}.pb"
    manifest = (out / MANIFEST).read_bytes()
    part = msgspec.json.decode(manifest.splitlines()[0], type=Part)
    changed = msgspec.structs.replace(part, names=[name, *part.names[1:]])
    (out / MANIFEST).write_bytes(msgspec.json.encode(changed) + b"\n")
    run("corpus", "report", out, "--csv", tmp_path / "t.csv")
    assert rows_of(tmp_path / "t.csv")[0]["name"] == f"'{name}"


@given(st.lists(st.text(max_size=12), min_size=1, max_size=5))
def test_a_line_of_the_table_reads_back(cells: list[str]) -> None:
    """Cell by cell, whatever is in it; only an apostrophe is put before what might be a formula."""
    (read,) = csv.reader(io.StringIO(sheet._line(cells).decode("utf-8"), newline=""), strict=True)
    assert all(now in (cell, f"'{cell}") for now, cell in zip(read, cells, strict=True))


def test_numbers_stay_numbers() -> None:
    """A score below nothing is no formula."""
    assert sheet._line(["a", "-3", "-3 2", 4]) == b"a,-3,'-3 2,4\r\n"


def test_what_cannot_be_written_is_told(results: Path, tmp_path: Path) -> None:
    """In a sentence; and a folder that is none of results, before anything is written."""
    for option in ("--html", "--csv"):
        assert "No such file" in refused("corpus", "report", results, option, tmp_path / "none" / "x")
        assert "is no folder of results" in refused("corpus", "report", tmp_path, option, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_the_json_has_what_the_page_has(results: Path) -> None:
    """Endings, lengths, folders, and what each assumption means."""
    told = run("corpus", "report", results, "--json").json
    assert {one["game"] for one in told["endings"]} == {"wars3x3"}
    assert sum(sum(verdicts.values()) for verdicts in told["sources"].values()) == told["records"]
    assert all(one["text"] and one["count"] for one in told["assumptions"])
