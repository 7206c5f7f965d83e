"""`jounce cache`: the folder of compiled kernels."""

import math
from dataclasses import asdict

import click

import jounce as jn
from jounce.cli import options
from jounce.cli.report import say, table


@click.command()
@click.argument("action", type=click.Choice(["info", "clear", "path"]), default="info")
@options.as_json
def cache(action: str, as_json: bool) -> None:
    """Show or delete compiled kernels.

    info: the folder, number and size of its kernels, and the largest allowed size. clear: delete all kernels; running programs
    continue to work. path: print the folder only.

    \b
    Examples:
      jounce cache
      jounce cache info --json
      jounce cache clear
      jounce cache path
    """
    info = jn.export.cache_info()
    where = str(info.folder)
    if action == "path":
        say(as_json, {"folder": where}, where)
    elif action == "clear":
        count = jn.export.clear_cache()
        say(as_json, {"folder": where, "deleted": count}, f"{count} kernels deleted from {where}")
    else:
        rows = [
            ["folder", where],
            ["kernels", str(info.files)],
            ["size", _size(info.bytes)],
            ["limit", _size(info.limit)],
            ["persistent", "yes" if info.persistent else "no: the user's folder cannot be used, kernels go with the process"],
        ]
        say(as_json, asdict(info) | {"folder": where}, table(["cache", ""], rows, left=2))


def _size(count: float) -> str:
    return f"{count / 2**20:.1f} MiB" if math.isfinite(count) else "none"
