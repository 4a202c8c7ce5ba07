"""Packs made by a test: the house pack with some of its rows written again."""

from pathlib import Path
from typing import Any

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.cards.cards import Cards
from shinpan_engine.games.wars3x3.cards.pack_files import PACKS
from shinpan_engine.kernel.packs import load

from .scene import Scene

ANY_TIME = '{ steps = ["1.1", "2.1", "2.2", "3.1", "3.2", "3.3", "4.1", "4.2", "5.1"] }'

NO_GRAND = 'grand = "none"\n'


def without(kind: str, number: int) -> str:
    """Takes back all that the house pack says of a row."""
    return f"without = {[name for name in GAME.packs['house'].tables[kind][number] if name != 'number']}"


def own_magic(number: int, effects: str, mana: str = "{ total = 0 }", condition: str = ANY_TIME, more: str = "") -> str:
    """The row of a magic, as an owner of the game would write it."""
    return f"""[[magic]]
number = {number}
{without("magic", number)}
name = "試作"
attribute = "sky"
mana = {mana}
condition = {condition}
effects = {effects}
{more if "grand" in more else NO_GRAND + more}
[magic.source]
effects = "house: made for a test"
"""


def own_card(number: int, attribute: str, cost: str, traits: str = "[]") -> str:
    """The row of a unit card, as an owner of the game would write it."""
    return f"""[[card]]
number = {number}
{without("card", number)}
name = "試作 {number}"
attribute = "{attribute}"
cost = {cost}
unit = true
traits = {traits}
traits_complete = true
[card.source]
cost = "house: made for a test"
"""


def own_pack(folder: Path, *rows: str) -> Cards:
    """The house pack with these rows in place of its own, written to a file and loaded from there."""
    head = '[pack]\nid = "own"\ngame = "wars3x3"\ntitle = "made for a test"\nbase = "house"\n'
    file = folder / "own.toml"
    file.write_text("\n".join([head, *rows]), "utf-8")
    cards: Cards = load(PACKS, file).cards
    return cards


def scene_with(cards: Cards, **position: Any) -> Scene:
    """A scene in which this pack is played."""
    scene = Scene(**position)
    scene.table.play_with(cards)
    return scene
