"""What stands on the page: each part a heading with a table, most with plots."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from shinpan_engine.kernel.judging.report import Verdict

from ..kept.counting import FURTHER, KEPT, Counts, Example, Found, by_mode, median, most_often
from ..kept.rows import KILLED, NOT_JUDGED, Assumed
from .drawing import Bin, Slice, bar, bins, histogram, key, name, plain
from .tables import NUMBER, Head, Words, first, muted, number
from .words import assumed_told, code_told, found_told, mode_told, reason_told, result_told

ILLEGAL = Verdict.ILLEGAL.word
VERDICTS = (*(verdict.word for verdict in Verdict), NOT_JUDGED, KILLED)
"""In the order of columns."""
MOST_MODES = 20
MOST_PLOTS = 16
MOST_FOUND = 20
MOST_SOURCES = 20
MOST_ENDINGS = 24
MOST_ASSUMED = 20
MOST_WINNERS = 4
"""Ways to win that are named in a row."""
PLOT = "plot"


class Of(NamedTuple):
    """Which results a page is about: their folder, what they rest on, and what their assumptions mean."""

    folder: str
    fingerprint: str
    assumed: Mapping[str, Assumed]


def parts(counts: Counts, of: Of, words: Words) -> Iterator[str]:
    """The parts of the page; nothing of what there is none."""
    yield _tiles(counts, words)
    yield _modes(counts, words)
    yield _sources(counts, words)
    yield _clauses(counts, words)
    yield _others(counts, words)
    yield _unread(counts, words)
    yield _endings(counts, words)
    yield _lengths(counts, words)
    yield _assumptions(counts, of, words)


def _verdicts(counts: Counts) -> Counter[str]:
    found: Counter[str] = Counter()
    for (_, _, verdict), count in counts.games.items():
        found[verdict] += count
    return found


def _tiles(counts: Counts, words: Words) -> str:
    verdicts = _verdicts(counts)
    kept, none = sum(verdicts[word] for word in KEPT), verdicts[NOT_JUDGED] + verdicts[KILLED]
    tiles = {
        words.told("cli.corpus.page.records"): counts.records,
        words.told("cli.corpus.page.kept"): kept,
        words.told("cli.corpus.page.found"): counts.records - kept - none,
        words.told("cli.corpus.page.not_judged"): none,
        words.told("cli.corpus.page.not_read"): counts.unread.total(),
    }
    told = [f"<div><dt>{called}</dt><dd>{count:,}</dd></div>" for called, count in tiles.items()]
    return f'<dl class="tiles">{"".join(told)}</dl>'


def _by_verdict(rows: Sequence[tuple[str, Counter[str]]], most: int, id: str, head: str, words: Words) -> str:
    """A table of verdicts, with a bar in each row."""
    there = [word for word in VERDICTS if any(verdicts[word] for _, verdicts in rows)]
    heads = [Head(head, "mode"), Head(words.told("cli.corpus.page.share"), PLOT)]
    heads += [Head(key(word) + words.verdict(word), NUMBER) for word in there]
    heads.append(Head(words.told("cli.corpus.page.records"), NUMBER))

    def row(called: str, verdicts: Counter[str]) -> list[str]:
        total = verdicts.total()
        drawn = bar([Slice(word, verdicts[word]) for word in there], total)
        return [called, drawn, *[number(verdicts[word]) for word in there], number(total)]

    return words.table(id, heads, first((row(*one) for one in rows), most, len(rows)))


def _modes(counts: Counts, words: Words) -> str:
    nobody = words.told("cli.corpus.page.no_game")
    modes = sorted(by_mode(counts).items(), key=lambda one: (not one[0][0], one[0]))
    rows = [(name(mode_told(*of, words.language)) if of[0] else nobody, verdicts) for of, verdicts in modes]
    table = _by_verdict(rows, MOST_MODES, "modes", words.told("cli.corpus.head.mode"), words)
    return words.section("modes", words.told("cli.corpus.page.modes"), table) if rows else ""


def _sources(counts: Counts, words: Words) -> str:
    """By folder, those with most that is not as it should be first; nothing if all lies in one."""
    if len(counts.sources) < 2:
        return ""

    def wrong(one: tuple[str, Counter[str]]) -> tuple[int, str]:
        return sum(one[1][word] for word in KEPT) - one[1].total(), one[0]

    told = words.told("cli.corpus.page.beside")
    rows = [
        (name(source) if source else told, verdicts) for source, verdicts in sorted(counts.sources.items(), key=wrong)
    ]
    table = _by_verdict(rows, MOST_SOURCES, "sources", words.told("cli.corpus.page.source"), words)
    return words.section("sources", words.told("cli.corpus.page.sources"), table)


def _together(
    counts: Counts, which: Callable[[Found], bool], as_: Callable[[Found], Found]
) -> list[tuple[Found, Example]]:
    """Some of what was found, the most frequent first; what comes to the same is counted together."""
    often: dict[Found, Example] = {}
    for found, example in most_often(counts):
        if which(found):
            before = often.get(as_(found), Example(0, example.name))
            often[as_(found)] = before._replace(often=before.often + example.often)
    return sorted(often.items(), key=lambda one: (-one[1].often, one[0]))


def _broken(counts: Counts) -> list[tuple[Found, Example]]:
    """The clauses that were broken, whatever was said of them."""
    return _together(counts, lambda one: one.verdict == ILLEGAL and bool(one.clause), lambda one: one._replace(code=""))


def _clauses(counts: Counts, words: Words) -> str:
    if not (broken := _broken(counts)):
        return ""
    most, total = broken[0][1].often, sum(example.often for _, example in broken)
    rows = (
        [
            name(mode_told(found.game, "", words.language)),
            plain(found_told(found, words.language)),
            bar([Slice(ILLEGAL, example.often)], most),
            number(example.often),
            name(example.name),
        ]
        for found, example in broken
    )
    heads = [
        Head(words.told("cli.corpus.page.game")),
        Head(words.told("cli.corpus.page.clause"), "said"),
        Head(words.told("cli.corpus.page.compared"), PLOT),
        Head(words.told("cli.corpus.page.records"), NUMBER),
        Head(words.told("cli.corpus.page.example"), "name"),
    ]
    table = words.table("clauses", heads, first(rows, MOST_FOUND, len(broken)), "narrow")
    about = muted(words.told("cli.corpus.page.of_broken", count=f"{total:,}"))
    return words.section("clauses", words.told("cli.corpus.page.clauses"), about, table)


def _others(counts: Counts, words: Words) -> str:
    """What was found besides broken clauses, and why records were not judged."""
    others = _together(
        counts,
        lambda one: one.verdict != ILLEGAL or not one.clause,
        lambda one: one if one.clause else one._replace(game=""),
    )
    rows = (
        [
            key(found.verdict) + words.verdict(found.verdict),
            plain(found_told(found, words.language)),
            number(example.often),
            name(example.name),
        ]
        for found, example in others
    )
    heads = [
        Head(words.told("cli.corpus.page.verdict"), "verdict"),
        Head(words.told("cli.corpus.page.what"), "said"),
        Head(words.told("cli.corpus.page.records"), NUMBER),
        Head(words.told("cli.corpus.page.example"), "name"),
    ]
    table = words.table("others", heads, first(rows, MOST_FOUND, len(others)))
    return words.section("others", words.told("cli.corpus.page.others"), table) if others else ""


def _unread(counts: Counts, words: Words) -> str:
    unread = counts.unread.most_common()
    rows = ([name(code_told(code, words.language)), number(count)] for code, count in unread)
    heads = [Head(words.told("cli.corpus.page.what"), "said"), Head(words.told("cli.corpus.page.records"), NUMBER)]
    table = words.table("unread", heads, first(rows, MOST_FOUND, len(unread)))
    return words.section("unread", words.told("cli.corpus.page.unread"), table) if unread else ""


def _endings(counts: Counts, words: Words) -> str:
    """Why games ended, by mode, and who won then."""
    ended: dict[tuple[str, str, str], Counter[str]] = {}
    of_mode: Counter[tuple[str, str]] = Counter()
    for ending, count in sorted(counts.endings.items()):
        ended.setdefault((*ending[:2], ending.reason), Counter())[ending.result] += count
        of_mode[ending[:2]] += count
    order = sorted(ended.items(), key=lambda one: (one[0][:2], -one[1].total(), one[0]))
    rows = (
        [
            name(mode_told(game, mode, words.language)),
            name(reason_told(game, reason, words.language)),
            bar([Slice("share", results.total())], of_mode[game, mode]),
            number(results.total()),
            _winners(results, words),
        ]
        for (game, mode, reason), results in order
    )
    heads = [
        Head(words.told("cli.corpus.head.mode"), "mode"),
        Head(words.told("cli.corpus.page.reason")),
        Head(words.told("cli.corpus.page.share"), PLOT),
        Head(words.told("cli.corpus.page.games"), NUMBER),
        Head(words.told("cli.corpus.page.winners"), "name"),
    ]
    table = words.table("endings", heads, first(rows, MOST_ENDINGS, len(order)), "narrow")
    about = muted(words.told("cli.corpus.page.of_ended", count=f"{of_mode.total():,}"))
    return words.section("endings", words.told("cli.corpus.page.endings"), about, table) if order else ""


def _winners(results: Counter[str], words: Words) -> str:
    """How often each side won, those with most first."""
    often = sorted(results.items(), key=lambda one: (-one[1], one[0]))
    named = [(name(result_told(result, words.language)), count) for result, count in often[:MOST_WINNERS]]
    if further := sum(count for _, count in often[MOST_WINNERS:]):
        named.append((FURTHER, further))
    return ", ".join([f"{result}: {count:,}" for result, count in named])


def _lengths(counts: Counts, words: Words) -> str:
    """How many actions games have, a plot for each mode."""
    modes = sorted(counts.lengths.items(), key=lambda one: (-one[1].total(), one[0]))[:MOST_PLOTS]
    plots = "".join([_plot(mode_told(*mode, words.language), lengths, words) for mode, lengths in sorted(modes)])
    left = len(counts.lengths) - len(modes)
    more = muted(words.told("cli.corpus.page.more", count=left)) if left else ""
    about = muted(words.told("cli.corpus.page.of_lengths"))
    inside = (about, f'<div class="plots">{plots}</div>', more)
    return words.section("lengths", words.told("cli.corpus.page.lengths"), *inside) if modes else ""


def _plot(mode: str, lengths: Counter[int], words: Words) -> str:
    """The lengths of the games of a mode, and the same as a table."""
    said = words.told(
        "cli.corpus.page.length",
        games=f"{lengths.total():,}",
        least=min(lengths),
        most=max(lengths),
        median=median(lengths),
    )
    columns = bins(lengths)
    heads = [words.told("cli.corpus.page.actions"), words.told("cli.corpus.page.games")]
    head = "".join([f'<th scope="col">{one}</th>' for one in heads])
    rows = "".join([_column(one) for one in columns])
    return (
        f"<figure><figcaption><h3>{name(mode)}</h3>{muted(said)}</figcaption>{histogram(columns, said)}"
        f"<details><summary>{words.told('cli.corpus.page.numbers')}</summary>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details></figure>"
    )


def _column(one: Bin) -> str:
    span = f"{one.first:,}" if one.first == one.last else f"{one.first:,}–{one.last:,}"
    return f'<tr><th scope="row">{span}</th><td>{one.games:,}</td></tr>'


def _assumptions(counts: Counts, of: Of, words: Words) -> str:
    """What verdicts rest on beside print and records."""
    often = sorted(counts.assumptions.items(), key=lambda one: (-one[1], one[0]))
    rows = ([*_assumed(of, digest, words), number(count)] for digest, count in often)
    heads = [
        Head(words.told("cli.corpus.page.about"), "name"),
        Head(words.told("cli.corpus.page.text"), "said"),
        Head(words.told("cli.corpus.page.records"), NUMBER),
    ]
    table = words.table("assumptions", heads, first(rows, MOST_ASSUMED, len(often)))
    about = muted(words.told("cli.corpus.page.of_assumed"))
    return words.section("assumptions", words.told("cli.corpus.page.assumptions"), about, table) if often else ""


def _assumed(of: Of, digest: str, words: Words) -> tuple[str, str]:
    """What an assumption is about, and its text."""
    if (one := of.assumed.get(digest)) is None:
        return name(digest), ""
    about, text, language = assumed_told(one, words.language)
    foreign = f' lang="{language}"' if language != words.language else ""
    return name(about), f"<span{foreign}>{plain(text)}</span>"
