"""Schemas of XML formats, and a note about unknown elements and attributes: no content of a file is ignored silently.

A schema lists the elements and attributes that a reader uses, and those without effect on the equations (drawing, contact,
control, sensors). All other elements and attributes are unknown; `unknown_names` returns a note that lists them.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Optional

from jounce.robot.io.xml import Element

LISTED = 8
"""Largest number of unknown names that a note lists; a count stands for the rest."""


class Schema(NamedTuple):
    """Attributes and children that an XML element may have, {tag: schema}; a child with schema None may have any contents."""

    attributes: frozenset[str] = frozenset()
    children: Mapping[str, Optional["Schema"]] = {}
    recursive: frozenset[str] = frozenset()
    """Tags of children that have the schema of the element: such elements may be nested to any depth."""


def schema(attributes: str, children: Mapping[str, Schema | None] | None = None, recursive: str = "") -> Schema:
    """Return the schema of an element; attributes, recursive: names separated by blanks; children: {tag: schema}."""
    return Schema(frozenset(attributes.split()), children or {}, frozenset(recursive.split()))


def ignored(tags: str) -> dict[str, Schema | None]:
    """Return {tag: None}, children of a schema whose contents are not checked, from tags separated by blanks."""
    return dict.fromkeys(tags.split())


def unknown_names(root: Element, expected: Schema) -> list[str]:
    """Return a list with one note on the elements and attributes at and below `root` that are not in the schema `expected`.

    The list is empty if there are none.
    """
    places: dict[str, list[int]] = {}
    waiting: list[tuple[Element, Schema]] = [(root, expected)]
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
    return [f"these are not known here and have no effect: {_listed(_place(name, lines) for name, lines in places.items())}."]


def _place(name: str, lines: list[int]) -> str:
    """Return the text "NAME (line 7 and 2 more)" from a name and the line numbers `lines` at which the name occurs."""
    more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
    return f"{name} (line {min(lines)}{more})"


def _listed(texts: Iterable[str]) -> str:
    """Return the first `LISTED` texts, separated by commas, and the number of omitted texts."""
    every = [*texts]
    more = f", and {len(every) - LISTED} other words" if len(every) > LISTED else ""
    return ", ".join(every[:LISTED]) + more
