"""OUTLETS: the command line. `main` is the program `jounce`."""

from jounce.cli.program import main

__all__ = ["main"]
