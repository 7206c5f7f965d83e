"""Schema of a format that are known, and a note about all others: nothing in a file is dropped without a word.

An element or attribute is used by its reader, known to have no effect on the equations (drawing, contact, control, sensors), or
not known. `unknown_names` finds the last kind, wherever the reader itself does not look.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Optional

from jounce.robot.io.xml import Element

LISTED = 8
"""Schema that a note names."""


class Schema(NamedTuple):
    """Attributes and children that an element may have; a child without Schema of its own is not looked into."""

    attributes: frozenset[str] = frozenset()
    children: Mapping[str, Optional["Schema"]] = {}
    recursive: frozenset[str] = frozenset()
    """Tags of children with the same Schema as the element itself."""


def schema(attributes: str, children: Mapping[str, Schema | None] | None = None, recursive: str = "") -> Schema:
    """Return Schema of attributes and recursive tags that stand between blanks."""
    return Schema(frozenset(attributes.split()), children or {}, frozenset(recursive.split()))


def ignored(tags: str) -> dict[str, Schema | None]:
    """Return children that are known and not looked into."""
    return dict.fromkeys(tags.split())


def unknown_names(root: Element, known: Schema) -> list[str]:
    """Return one note that names the elements and attributes below `root` that are not known, or no note."""
    places: dict[str, list[int]] = {}
    waiting: list[tuple[Element, Schema]] = [(root, known)]
    while waiting:
        element, allowed = waiting.pop()
        for name in element.attributes:
            if name not in allowed.attributes and not name.startswith("xmlns"):
                places.setdefault(f"<{element.tag[:60]}> {name[:60]}", []).append(element.line)
        for child in reversed(element.children):
            if child.tag in allowed.recursive:
                waiting.append((child, allowed))
            elif child.tag not in allowed.children:
                places.setdefault(f"<{child.tag[:60]}> in <{element.tag[:60]}>", []).append(child.line)
            elif (inner := allowed.children[child.tag]) is not None:
                waiting.append((child, inner))
    if not places:
        return []
    return [f"these are not known here and have no effect: {_listed(_place(word, lines) for word, lines in places.items())}."]


def _place(word: str, lines: list[int]) -> str:
    more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
    return f"{word} (line {min(lines)}{more})"


def _listed(texts: Iterable[str]) -> str:
    every = [*texts]
    more = f", and {len(every) - LISTED} other words" if len(every) > LISTED else ""
    return ", ".join(every[:LISTED]) + more
