"""Entry point of `python -m jounce`, which runs the program `jounce`."""

from jounce.cli import main

if __name__ == "__main__":
    main()
