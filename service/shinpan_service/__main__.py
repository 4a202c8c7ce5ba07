"""`python -m shinpan_service` is `shinpan`."""

from .cli import main

if __name__ == "__main__":
    main()
