"""`jounce robots`: robots and drive sets of the library."""

import click

import jounce as jn
from jounce.cli import options
from jounce.cli.report import NARROW, say, table


@click.command()
@options.as_json
def robots(as_json: bool) -> None:
    """List the robots of the library, and drives for yours.

    The sources of the parameters are listed too. Use drives of the library with a URDF: --drives panda.

    \b
    Examples:
      jounce robots
      jounce robots --json
    """
    models = [jn.load(name) for name in jn.library()]
    data = [{"name": r.name, "joints": r.n, "description": r.description, "source": r.source} for r in models]
    rows = [[r.name, str(r.n), f"{r.description}\n{r.source}"] for r in models]
    sets = jn.robot.drive_sets()
    drives = [row for s in sets for row in ([s.name, "", s.description], *(["", key, text] for key, text in s.sources.items()))]
    say(
        as_json,
        {"robots": data, "drives": [s._asdict() for s in sets]},
        table(["robot", "joints", "what it is\nwhere its numbers are from"], rows, left=3, width=NARROW),
        "",
        table(["drives", "number", "of which robot\nwhere the number is from"], drives, left=3, width=NARROW),
    )
