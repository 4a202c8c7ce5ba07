"""How a claim is told: as it is written, with the printed names of the cards that it gives by number."""

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.forms.text import Field, NameBook, fields, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.claims import find
from shinpan_engine.kernel.judging.record import Claim, EventClaim, StateClaim
from shinpan_engine.kernel.play.match import Match

from ..transcript.claiming import Claiming, spelled_claim
from ..transcript.grammar import words
from .edits import printed_in

OF_EVERY_EVENT = ("clause", "private")


class ClaimWords:
    """Tells the claims of one record."""

    def __init__(self, game: Game, names: NameBook, claiming: Claiming, match: Match | None) -> None:
        self._game = game
        self._names = names
        self._claiming = claiming
        self._match = match

    def told(self, claim: Claim) -> str:
        """The claim, then its cards."""
        values = self._of_event(claim) if isinstance(claim, EventClaim) else self._of_state(claim)
        printed = [name for table, text in values for name in printed_in(text, table, self._names)]
        said = spelled_claim(claim) if isinstance(claim, EventClaim) else f"{claim.path} = {words(claim.value)}"
        return said + (f" ({', '.join(printed)})" if printed else "")

    def _of_event(self, claim: EventClaim) -> list[tuple[str, str]]:
        """The values that name cards, each after the table these are in."""
        kind = next((one for one in self._game.events if verb(one) == claim.name), None)
        known = [field for field in fields(kind) if field.name not in OF_EVERY_EVENT] if kind else []
        values = [(_meant(known, name, at), value) for at, (name, value) in enumerate(claim.arguments)]
        return [(field.table, value) for field, value in values if field and field.table]

    def _of_state(self, claim: StateClaim) -> list[tuple[str, str]]:
        meaning = self._claiming.meanings(claim)[0]
        if self._match is None or not isinstance(meaning, StateClaim):
            return []
        try:
            field, _ = find(self._match.table.state, meaning.path)
        except EngineError:
            return []
        return [(field.table, claim.value)] if field.table else []


def _meant(known: list[Field], name: str, at: int) -> Field | None:
    """The field of an event that is named, or else that stands at a place."""
    if name:
        return next((field for field in known if field.name == name), None)
    return known[at] if at < len(known) else None
