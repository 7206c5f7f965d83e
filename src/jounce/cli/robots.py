"""`jounce robots`: what is in the library."""

import click

import jounce as jn
from jounce.cli import options
from jounce.cli.report import say, table


@click.command()
@options.as_json
def robots(as_json: bool) -> None:
    """The robots of the library.

    Their names, and where their numbers are from.

    \b
    Examples:
      jounce robots
      jounce robots --json
    """
    found = [jn.load(name) for name in jn.library()]
    data = [{"name": r.name, "joints": r.n, "description": r.description, "source": r.source} for r in found]
    rows = [[r.name, str(r.n), r.description, r.source] for r in found]
    say(as_json, {"robots": data}, table(["name", "joints", "description", "source"], rows, left=4))
