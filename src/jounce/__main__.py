"""`python -m jounce` is the program `jounce`."""

from jounce.cli import main

if __name__ == "__main__":
    main()
