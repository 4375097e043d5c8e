"""`python -m tarawa_cli` is `tarawa`."""

from tarawa_cli.cli.main import main

if __name__ == "__main__":
    main()
