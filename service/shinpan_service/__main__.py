"""`python -m shinpan_service` is `shinpan`."""

from .cli import main

main()
