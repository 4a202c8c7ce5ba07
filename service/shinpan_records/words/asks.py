"""What a player has to decide, in words."""

from shinpan_engine.kernel.messages import Language

from .sentences import read


def ask_told(game: str, ask: str, language: Language) -> str:
    """What is decided, by the name that the rules have for it."""
    said = read(f"questions.{language}.toml")
    own = said.get("asks_of", {}).get(game, {})
    return str(own.get(ask) or said.get("asks", {}).get(ask) or ask.replace("_", " "))
