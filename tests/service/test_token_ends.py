"""Tokens that count until a day."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from shinpan_service.messages import scopes
from shinpan_service.messages.wire_errors import WireError
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.security.files import NotSecure
from shinpan_service.serving.security.guard import Security
from shinpan_service.serving.security.tokens import line, new_token


def test_a_token_counts_until_its_last_day_is_over(tmp_path: Path) -> None:
    """That day included, in UTC; then it is refused as one that has expired, at whatever is asked."""
    now = datetime.now(UTC)
    ends = {"long": now.date() + timedelta(days=30), "today": now.date(), "over": now.date() - timedelta(days=1)}
    made = {name: new_token() for name in (*ends, "second")}
    lines = [line(name, made[name], [scopes.VERIFY], ends[name]) for name in ends]
    ago = (now - timedelta(seconds=1)).isoformat()
    lines.append(line("second", made["second"], [scopes.VERIFY]).replace("] }", f"], until = {ago} }}"))
    file = tmp_path / "tokens.toml"
    file.write_text("\n".join(lines), "utf-8")
    security = Security(ServerOptions(tokens=file))
    found = {}
    for name, token in made.items():
        try:
            holder = security.holder((("authorization", f"Bearer {token}"),))
            found[name] = "" if holder is None else holder.name
        except WireError as error:
            found[name] = f"{error.code} {error.reason}"
    refused = "UNAUTHENTICATED EXPIRED_TOKEN"
    assert found == {"long": "long", "today": "today", "over": refused, "second": refused}


@pytest.mark.parametrize("end", ['"2027-01-31"', "2027", "true", "2027-01-31T00:00:00", "12:00:00"])
def test_an_end_that_is_no_day_is_refused(end: str, tmp_path: Path) -> None:
    """What stands there is named; nobody's token counts for longer than was meant."""
    file = tmp_path / "tokens.toml"
    file.write_text(line("lab", new_token(), [scopes.VERIFY]).replace("] }", f"], until = {end} }}"), "utf-8")
    with pytest.raises(NotSecure) as raised:
        Security(ServerOptions(tokens=file))
    assert str(raised.value).startswith(f"{file}: lab: until is a day such as 2027-01-31")
