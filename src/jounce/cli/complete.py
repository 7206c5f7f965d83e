"""Shell completion of arguments: names of robots and drive sets in the library, and names of files."""

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

import jounce as jn

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _names(names: Callable[[], Iterable[str]]) -> Complete:
    """Return a completer that offers files and all names with the typed beginning.

    Files come first, since bash drops the items before them; bash shows files if no name fits.
    """

    def complete(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
        items = [CompletionItem(name) for name in names() if name.startswith(begun)]
        return [CompletionItem(begun, type="file"), *items]

    return complete


robots = _names(lambda: jn.library())
drives = _names(lambda: [drive_set.name for drive_set in jn.robot.drive_sets()])
