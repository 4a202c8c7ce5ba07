"""The folder of packs, and the pack that docs/packs.md shows to owners."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.cards.pack_files import PACKS
from shinpan_engine.games.wars3x3.cards.pack_rows import PackFile
from shinpan_engine.kernel.packs import load

PAGE = Path(__file__).parents[3] / "docs" / "packs.md"


def shown_to_owners() -> dict[str, Any]:
    """The pack in the chapter of 3x3Wars."""
    (chapter,) = re.findall(r"^## 3x3Wars$(.*?)^## ", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (block,) = re.findall(r"```toml\n(.*?)```", chapter, re.DOTALL)
    return {"text": block, "rows": msgspec.convert(tomllib.loads(block), PackFile)}


def test_the_pack_in_the_page_is_one(tmp_path: Path) -> None:
    """It loads, is whole by its base, and says of its cards what it says there."""
    file = tmp_path / "mine.toml"
    file.write_text(shown_to_owners()["text"], "utf-8")
    cards = load(PACKS, file).cards
    assert [row.number for row in cards.rows.card] == list(range(1, 49))
    assert cards.swelling[22] == "own_turn"
    assert cards.all_traits.undying[22] is False
    assert cards.magic[15].grand == GAME.packs["print"].cards.magic[14].grand
    assert cards.resting.traited[22] is None
