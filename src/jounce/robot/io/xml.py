"""Parser of untrusted XML: it refuses document types, hence external or exploding entities, and bounds size and depth."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from jounce.errors import LoadError
from jounce.robot.io.file_access import read_bytes
from jounce.robot.validation import LARGEST, identifier

DEEPEST = 100
MOST = 1_000_000
"""Largest number of elements of a file: ten times as many as a robot of 5,000 joints has, in some hundred megabytes of memory."""
ENCODINGS = ("utf-8", "utf-16", "us-ascii", "iso-8859-1", "windows-1252")
"""Accepted encodings of XML files. Others are refused, since some encodings of Python do more than decode."""
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(slots=True)
class Element:
    """An XML element: tag, attributes, children, text, and the line of its start tag."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list["Element"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    """Pieces of the text before, between and after the children."""

    @property
    def text(self) -> str:
        """Return the text of the element without the text of its children."""
        return "".join(self.pieces)

    def all(self, tag: str) -> Iterator["Element"]:
        """Yield the children with the tag `tag`, in document order."""
        return (child for child in self.children if child.tag == tag)

    def one(self, tag: str) -> "Element | None":
        """Return the only child with the tag `tag`, None without this child; raise `LoadError` if there are several."""
        children = list(self.all(tag))
        if len(children) > 1:
            raise LoadError(f"line {children[1].line}: a second <{tag}> in the same <{self.tag}>.")
        return children[0] if children else None

    def need(self, tag: str) -> "Element":
        """Return the only child with the tag `tag`; raise `LoadError` if there is no such child or there are several."""
        child = self.one(tag)
        if child is None:
            raise LoadError(f"line {self.line}: <{self.tag}{self._named()}> needs a <{tag}>.")
        return child

    def get(self, attribute: str) -> str:
        """Return the text of an attribute; raise `LoadError` if the attribute is missing."""
        if attribute not in self.attributes:
            raise LoadError(f"line {self.line}: <{self.tag}{self._named()}> needs the attribute {attribute!r}.")
        return self.attributes[attribute]

    def number(self, attribute: str) -> float:
        """Return an attribute as a finite number; raise `LoadError` if it is missing or invalid."""
        return parse_number(self.get(attribute), f"line {self.line}: <{self.tag}> {attribute}")

    def three(self, attribute: str, default: tuple[float, float, float]) -> tuple[float, float, float]:
        """Return the three numbers, separated by blanks, of an attribute; the default if the attribute is missing."""
        if attribute not in self.attributes:
            return default
        x, y, z = numbers_in(self.attributes[attribute], 3, f"line {self.line}: <{self.tag}> {attribute}")
        return x, y, z

    def _named(self) -> str:
        """Return the text ` name='...'` for messages; empty if the element has no attribute name."""
        return f" name={self.attributes['name'][:60]!r}" if "name" in self.attributes else ""


def element_name(element: Element) -> str:
    """Return the attribute name of an element; raise `LoadError` if it is missing, `ModelError` if it is not printable."""
    return identifier(element.get("name"), f"line {element.line}: <{element.tag}> name")


def numbers_in(text: str, count: int, what: str) -> tuple[float, ...]:
    """Return the `count` numbers of a text, separated by blanks; raise `LoadError` for another count or other text."""
    words = text.split()
    if len(words) != count:
        raise LoadError(f"{what}: expected {'three' if count == 3 else count} numbers, got {text[:60]!r}.")
    return tuple(parse_number(word, what) for word in words)


def parse_number(text: str, what: str) -> float:
    """Return the decimal number in a text; raise `LoadError` for nan, inf, commas, underscores and numbers beyond `LARGEST`."""
    stripped = text.strip()
    value = float(stripped) if NUMBER.fullmatch(stripped) else math.nan
    if not abs(value) <= LARGEST:
        raise LoadError(f"{what}: expected a finite number such as 0.25, got {text[:60]!r}.")
    return value


def is_zero(text: str) -> bool:
    """Return True if a text is one or several numbers, separated by blanks, that are all zero; False for any other text."""
    words = text.split()
    return bool(words) and all(NUMBER.fullmatch(word) and float(word) == 0.0 for word in words)


def read_xml(path: Path) -> Element:
    """Return the root element of an XML file; raise `LoadError` if the file is invalid or too large."""
    return parse_xml(read_bytes(path))


def parse_xml(data: bytes) -> Element:
    """Return the root element of the bytes of an XML file.

    Raise `LoadError` if the XML is not well-formed, has a document type, another encoding than `ENCODINGS`, more than `MOST`
    elements, or elements nested more than `DEEPEST` deep.
    """
    root: list[Element] = []
    stack: list[Element] = []
    parser = expat.ParserCreate()
    count = 0

    def declare(_: str, encoding: str | None, __: int) -> None:
        if encoding is not None and encoding.lower() not in ENCODINGS:
            raise LoadError(f"line 1: encoding {encoding[:60]!r} is not one of {', '.join(ENCODINGS)}. Save the file as UTF-8.")

    def refuse(*_: object) -> None:
        raise LoadError(
            f"line {parser.CurrentLineNumber}: a document type (<!DOCTYPE ...>) is refused, as it can define entities. "
            "A robot description needs none: remove it."
        )

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MOST:
            raise LoadError(f"line {parser.CurrentLineNumber}: more than {MOST} elements are no robot.")
        if len(stack) >= DEEPEST:
            raise LoadError(f"line {parser.CurrentLineNumber}: elements are nested more than {DEEPEST} deep.")
        element = Element(tag, attributes, parser.CurrentLineNumber)
        (stack[-1].children if stack else root).append(element)
        stack.append(element)

    def end(_: str) -> None:
        stack.pop()

    def text(data: str) -> None:
        stack[-1].pieces.append(data)

    parser.XmlDeclHandler = declare
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.buffer_text = True
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise LoadError(f"not well-formed XML: {error}.") from None
    return root[0]
