"""`jounce robots`: what is in the library."""

import click

import jounce as jn
from jounce.cli import options
from jounce.cli.report import say, table


@click.command()
@options.as_json
def robots(as_json: bool) -> None:
    """The robots of the library, and drives for robots that you have.

    Their names, and where their numbers are from. The drives go with a URDF: --drives panda.

    \b
    Examples:
      jounce robots
      jounce robots --json
    """
    found = [jn.load(name) for name in jn.library()]
    data = [{"name": r.name, "joints": r.n, "description": r.description, "source": r.source} for r in found]
    rows = [[r.name, str(r.n), r.description, r.source] for r in found]
    sets = jn.drive_sets()
    drives = [
        [s.name if i == 0 else "", s.description if i == 0 else "", key, text]
        for s in sets
        for i, (key, text) in enumerate(s.sources.items())
    ]
    say(
        as_json,
        {"robots": data, "drives": [s._asdict() for s in sets]},
        table(["name", "joints", "description", "source"], rows, left=4),
        "",
        table(["drives", "of", "number", "source"], drives, left=4),
    )
