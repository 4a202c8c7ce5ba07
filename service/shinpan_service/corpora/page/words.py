"""What things in a corpus are called for people: modes, endings, what was found, what verdicts rest on."""

import re

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import COMMON, ENGLISH, Language, say, sentence, template_of
from shinpan_records.words.sentences import wording

from ..kept.counting import Found
from ..kept.rows import Assumed

NOTHING = "–"
_VALUE = re.compile(r"\{[^}]*\}")


def mode_told(game: str, mode: str, language: Language) -> str:
    """A game and its mode: by the names of the catalogue, in Japanese as they are printed."""
    if language != ENGLISH and game in GAMES:
        title = next((one.title for one in GAMES[game].modes if one.name == mode), mode)
        return f"{GAMES[game].title} {title}".strip()
    return f"{game} {mode}".strip() or NOTHING


def found_told(found: Found, language: Language) -> str:
    """What was found: the clause in words, or what its key says where there is none."""
    if not found.clause or found.game not in GAMES or found.clause not in GAMES[found.game].rules:
        return found.clause or code_told(found.code, language)
    rules = GAMES[found.game].rules
    clause = rules.told(rules[found.clause], language)
    return f"{clause.id} ({clause.section}): {clause.text}"


def code_told(code: str, language: Language) -> str:
    """What the key of a message says, without the values, which are each record's own."""
    known = code.partition(".")[0] in (*COMMON, *GAMES)
    template = template_of(code, language) if known else None
    return code if template is None else _VALUE.sub("…", template)


def reason_told(game: str, reason: str, language: Language) -> str:
    """Why a game ended."""
    return wording(game, language).values.get("reason", {}).get(reason, reason) if game in GAMES else reason


def result_told(result: str, language: Language) -> str:
    """Who won, or how a game ended without a winner."""
    if result == "draw":
        return sentence(say("cli.report.drawn"), language)
    return sentence(say("cli.report.lost"), language) if result == "lost" else result.replace(" ", "+")


def assumed_told(one: Assumed, language: Language) -> tuple[str, str, Language]:
    """What an assumption is about, its text, and the language of that: a ruling is there in every language, all else in
    English."""
    kind = template_of(f"cli.assumed.{one.kind}", language) or one.kind
    about = f"{kind} {one.id}"
    if one.kind == "ruling":
        for rules in [game.rules for game in GAMES.values() if one.id in game.rules]:
            return about, sentence(rules.assumed(one.id).text, language), language
    return about, one.text, ENGLISH
