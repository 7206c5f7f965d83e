"""Shell completion: names of the library, else files."""

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

import jounce as jn

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _names(names: Callable[[], Iterable[str]]) -> Complete:
    """Return a completer for names. Files come first: bash forgets items before them, and shows files where no name fits."""

    def complete(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
        items = [CompletionItem(name) for name in names() if name.startswith(begun)]
        return [CompletionItem(begun, type="file"), *items]

    return complete


robots = _names(lambda: jn.library())
drives = _names(lambda: [drive_set.name for drive_set in jn.robot.drive_sets()])
