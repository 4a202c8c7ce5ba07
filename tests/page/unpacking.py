"""What a page's file holds, unpacked."""

import base64
import gzip
import json
import re
from typing import Any


def parts(page: bytes) -> dict[str, bytes]:
    """The parts of a file by their names, unpacked."""
    found = re.findall(rb'<script type="text/plain" id="(\w+)">([^<]*)</script>', page)
    return {name.decode(): gzip.decompress(base64.b64decode(data)) for name, data in found}


def data(page: bytes) -> dict[str, Any]:
    """The recorded game in a file."""
    found: dict[str, Any] = json.loads(parts(page)["data"])
    return found
