"""`python -m shinpan_service` is `shinpan`."""

if __name__ == "__main__":
    # Only here: each process that this one starts loads this module once more.
    from .cli import main

    main()
