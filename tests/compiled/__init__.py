"""What compiling does to the rules. It takes a C compiler, mypy and half a minute: CI runs it, others if they ask."""

import os

import pytest

compiling = pytest.mark.skipif(
    os.environ.get("SHINPAN_COMPILE", "") in ("", "0"), reason="SHINPAN_COMPILE=1 runs what needs a C compiler"
)
