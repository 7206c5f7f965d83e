"""Parser of the subset of YAML in which ROS messages are written.

The subset has mappings and lists by indentation or in brackets, numbers, words, text in quotes, comments, and documents between
lines of `---`. Anchors, aliases, tags, text over several lines, keys other than names, and tabs as indentation are refused.
Time and memory are linear in the length of the text, and depth is bounded.
"""

import re
from typing import Any, NamedTuple, NoReturn

from jounce.errors import InputError
from jounce.trajectory.files.number_parser import number_of

DEEPEST = 20
"""Largest depth of nested values."""
NAME = r"[A-Za-z_][\w./-]{0,199}|'[^'\"\\]{0,200}'|\"[^'\"\\]{0,200}\""
KEY = re.compile(rf"(?P<key>{NAME})[ \t]*:(?:[ \t]+|$)")
TOKEN = re.compile(
    r"""[ \t]*(?:(?P<sign>[\[\]{},]|:(?=[ \t]|$))|(?P<text>'[^']*'|"[^"\\]*"|(?:[^\[\]{},:"'\s]|:(?![ \t]|$))[^\[\]{},:]*))"""
)
COMMENT = re.compile(r"""(?:[^'"#]|(?<=\w)['"]|'[^']*'|"[^"]*"|(?<=\S)\#)*+""")
WORDS = {"null": None, "~": None, "true": True, "false": False}
REFUSED = "&*!|>?%@`"
"""First characters of values that are not supported: anchors, aliases, tags, text over several lines, and others."""


class _Line(NamedTuple):
    """A line of the document: its indentation, its text without indentation, and its line number."""

    indent: int
    text: str
    number: int


def parse_yaml(text: str, several: bool = False) -> Any:
    """Parse a text that has one document; return dicts, lists, floats, strings, True, False or None.

    several: True to allow more than one document; their values are then returned as a list. Raises `InputError` with the line
    number for anything unsupported.
    """
    documents: list[list[_Line]] = [[]]
    for number, raw in enumerate(text.split("\n"), 1):
        if raw[:3] in ("---", "...") and not raw[3:].strip():
            documents.append([])
            continue
        begun = COMMENT.match(raw)
        bare = (begun[0] if begun and raw[begun.end() :].startswith("#") else raw).rstrip()
        words = bare.lstrip(" ")
        if words.startswith("\t"):
            _refuse(number, "a tab as indentation; expected spaces")
        if words:
            documents[-1].append(_Line(len(bare) - len(words), words, number))
    nonempty = [lines for lines in documents if lines]
    if len(nonempty) > 1 and several:
        return [_document(lines) for lines in nonempty]
    if len(nonempty) != 1:
        raise InputError(f"expected one document of YAML, got {len(nonempty)}; keep one message, between two lines of ---.")
    return _document(nonempty[0])


def _document(lines: list[_Line]) -> Any:
    """Parse the lines of one document and return its value."""
    reader = _Reader(lines)
    value = reader.block(0)
    if reader.at < len(reader.lines):
        _refuse(reader.lines[reader.at].number, "indentation that fits nothing before it")
    return value


class _Reader:
    """Recursive-descent reader of the lines of one document; `at` is the index of the current line."""

    def __init__(self, lines: list[_Line]) -> None:
        self.lines, self.at = lines, 0

    def block(self, depth: int) -> Any:
        """Parse the list, mapping or scalar that begins in the current line, and return its value."""
        line = self.lines[self.at]
        if depth > DEEPEST:
            _refuse(line.number, f"something nested deeper than {DEEPEST}")
        if self.dashed():
            return self.items(line.indent, depth)
        if KEY.match(line.text):
            return self.entries(line.indent, depth)
        return self.scalar(line.text, depth)

    def dashed(self) -> bool:
        """Return True if the current line begins with the dash of a list item."""
        return self.at < len(self.lines) and self.lines[self.at].text[:2] in ("-", "- ")

    def is_at(self, indent: int) -> bool:
        """Return True if the text of the current line begins in column `indent`."""
        return self.at < len(self.lines) and self.lines[self.at].indent == indent

    def items(self, indent: int, depth: int) -> list[Any]:
        """Parse the list whose dashes are in column `indent`, from the current line on; depth: depth of nesting."""
        values = []
        while self.is_at(indent) and self.dashed():
            line = self.lines[self.at]
            rest = line.text[1:].lstrip(" ")
            if rest:  # a nested block at its own column
                self.lines[self.at] = _Line(indent + len(line.text) - len(rest), rest, line.number)
                values.append(self.block(depth + 1))
            else:
                self.at += 1
                values.append(self.below(indent + 1, depth))
        return values

    def entries(self, indent: int, depth: int) -> dict[str, Any]:
        """Parse the mapping whose keys begin in column `indent`, from the current line on; depth: depth of nesting."""
        values: dict[str, Any] = {}
        while self.is_at(indent):
            line = self.lines[self.at]
            match = KEY.match(line.text)
            if match is None:
                _refuse(line.number, f"{line.text[:40]!r}; expected a key")
            key = match["key"].strip("'\"")
            if key in values:
                _refuse(line.number, f"the key {key!r} for the second time")
            rest = line.text[match.end() :]
            if rest:
                values[key] = self.scalar(rest, depth + 1)
            else:
                self.at += 1
                values[key] = self.below(indent + (not self.dashed()), depth)  # a list may begin below its key
        return values

    def below(self, least: int, depth: int) -> Any:
        """Parse the following lines as a value if they are indented by `least` columns or more; otherwise return None."""
        if self.at == len(self.lines) or self.lines[self.at].indent < least:
            return None
        return self.block(depth + 1)

    def scalar(self, text: str, depth: int) -> Any:
        """Parse a scalar, or a list or mapping in brackets, which may continue over several lines.

        text: rest of the current line.
        """
        number = self.lines[self.at].number
        if text[0] not in "[{":
            self.at += 1
            return _scalar(text, number)
        tokens: list[tuple[str, str, int]] = []
        opened = 0
        while True:
            place = 0
            while place < len(text):
                match = TOKEN.match(text, place)
                if match is None:
                    _refuse(number, f"{text[place : place + 40]!r} within brackets")
                place = match.end()
                kind = "sign" if match["sign"] else "text"
                tokens.append((kind, match[kind].strip(), number))
                opened += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match["sign"] or "", 0)
                if opened == 0 and text[place:].strip():
                    _refuse(number, f"{text[place : place + 40]!r} behind a bracket")
            self.at += 1
            if opened == 0:
                break
            if self.at == len(self.lines):
                _refuse(number, "a bracket that is not closed")
            text, number = self.lines[self.at].text, self.lines[self.at].number
        value, _ = _flow(tokens, 0, depth)
        return value


def _flow(tokens: list[tuple[str, str, int]], at: int, depth: int) -> tuple[Any, int]:
    """Parse the value that begins at token `at` of a bracket expression; return the value and the index of the next token."""
    kind, text, number = tokens[at]
    if depth > DEEPEST:
        _refuse(number, f"something nested deeper than {DEEPEST}")
    if kind == "text":
        return _scalar(text, number), at + 1
    if text not in "[{":
        _refuse(number, f"{text!r} where a value was expected")
    close = {"[": "]", "{": "}"}[text]
    listed: list[Any] = []
    named: dict[str, Any] = {}
    at += 1
    while tokens[at][1:2] != (close,) or tokens[at][0] != "sign":
        if close == "}":
            key, number = tokens[at][1].strip("'\""), tokens[at][2]
            if tokens[at][0] != "text" or tokens[at + 1][:2] != ("sign", ":") or key in named:
                _refuse(number, f"{key[:40]!r} within braces; expected a new key, a colon and a value")
            named[key], at = _flow(tokens, at + 2, depth + 1)
        else:
            value, at = _flow(tokens, at, depth + 1)
            listed.append(value)
        if tokens[at][:2] == ("sign", ","):
            at += 1
        elif tokens[at][:2] != ("sign", close):
            _refuse(tokens[at][2], f"{tokens[at][1][:40]!r} within brackets; expected a comma or {close!r}")
    return (named if close == "}" else listed), at + 1


def _scalar(text: str, number: int) -> Any:
    """Return the value of a plain or quoted scalar: a float, True, False, None or a string; number: line number, for errors."""
    if text[0] in "'\"":
        if len(text) < 2 or text[-1] != text[0] or text[0] in text[1:-1] or "\\" in text:
            _refuse(number, f"{text[:40]!r}; expected text between two quotes, without quotes or backslashes in it")
        return text[1:-1]
    if text[0] in REFUSED:
        _refuse(number, f"{text[:40]!r}; expected plain values, without anchors, aliases, tags and text over several lines")
    try:
        return number_of(text)
    except ValueError:
        return WORDS.get(text, text)


def _refuse(number: int, what: str) -> NoReturn:
    """Raise `InputError` with the line number and `what` was found."""
    raise InputError(f"line {number}: {what}, in the YAML of a message.")
