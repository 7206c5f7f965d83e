"""`python -m jounce` is the program `jounce`."""

from jounce.cli import main

main()
