"""What a shell offers for a word that is begun: names of the library, else files."""

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

import jounce as jn

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _names(known: Callable[[], Iterable[str]]) -> Complete:
    """Names that begin so. Files come first because bash forgets what stood before them, and shows them where no name fits."""

    def complete(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
        found = [CompletionItem(name) for name in known() if name.startswith(begun)]
        return [CompletionItem(begun, type="file"), *found]

    return complete


robots = _names(lambda: jn.library())
drives = _names(lambda: [found.name for found in jn.drive_sets()])
