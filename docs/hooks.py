"""What the build adds to the pages: links from citations to the references, a summary on top of each chapter of the API, and
diagrams inside the page, where they take the colour of its text, light or dark."""

import inspect
import re
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import jounce as jn

DOCS = Path(__file__).parent
CITATION = re.compile(r"(<(code|pre|a|script)\b.*?</\2>|<[^>]*>)|\[([A-Z][A-Za-z]+(?:19|20)\d\d)\]", re.DOTALL)
"""What is left alone, tags and code and links, or a key such as [Buondonno2015]."""
DIAGRAM = re.compile(r'<p><img alt="[^"]*" src="[^"]*\b(diagrams/[\w-]+\.svg)" ?/?></p>')
DIRECTIVE = re.compile(r"^::: (jounce[\w.]*)((?:\n {4}.*)*)", re.MULTILINE)
SUMMARY = "<!-- summary -->"
"""Where a page of the API wants its table."""
INDEX = "<!-- chapters -->"
"""Where the first page of the API wants the table of all chapters."""


def linked(html: str, references: str) -> str:
    """Keys of the literature become links to their entries."""
    return CITATION.sub(lambda found: found[1] or f'<a href="{references}#{found[3].lower()}">[{found[3]}]</a>', html)


def resolved(name: str) -> Any:
    """The object of a dotted name that begins at `jounce`."""
    parts = name.split(".")
    for k in range(len(parts), 0, -1):
        try:
            return reduce(getattr, parts[k:], import_module(".".join(parts[:k])))
        except (ImportError, AttributeError):
            continue
    raise LookupError(f"{name} is in a page of the API and not in the package.")


def called(name: str, thing: Any) -> str:
    """Return what the reader types after `jn.`: `trajectory.line` of `jounce.trajectory.polynomial.line`."""
    last = name.rpartition(".")[2]
    if last in jn.__all__ and getattr(jn, last) is thing:
        return last
    rooms = (room for room in jn.SUBMODULES if getattr(getattr(jn, room), last, None) is thing)
    return next((f"{room}.{last}" for room in rooms), last)


def documented(markdown: str) -> list[tuple[str, str, Any]]:
    """(heading, dotted name, object) of all that a page of the API documents; of a module, its public members."""
    found = []
    for name, options in DIRECTIVE.findall(markdown):
        heading, members = (re.search(rf"{option}: (.*)", options) for option in ("heading", "members"))
        thing = resolved(name)
        if not inspect.ismodule(thing):
            found.append((heading[1] if heading else called(name, thing), name, thing))
            continue
        inner = {key: value for key, value in vars(thing).items() if getattr(value, "__module__", "") == name and key[0] != "_"}
        if members:
            inner = {key: getattr(thing, key) for key in members[1].strip("[]").split(", ")}
        found += [(called(f"{name}.{key}", value), f"{name}.{key}", value) for key, value in inner.items()]
    return found


def summary(markdown: str) -> str:
    """A table of all objects on the page: the name, with a link, and the first sentence of the docstring."""
    rows = ["| name | what it is |", "|---|---|"]
    for heading, name, thing in documented(markdown):
        text = " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())
        first = re.split(r"(?<=\.)\s", text, maxsplit=1)[0].rstrip(":").replace("|", "\\|")
        rows.append(f"| [`{heading}`][{name}] | {first} |")
    return "\n".join(rows)


def index(pages: list[Any]) -> str:
    """A table of the chapters of the API, each with its names."""
    rows = ["| chapter | names |", "|---|---|"]
    for page in pages:
        names = ", ".join(f"[`{heading}`][{name}]" for heading, name, _ in documented(page.file.content_string))
        title = re.search(r"^# (.*)", page.file.content_string)
        rows.append(f"| [{title[1] if title else page.file.name}]({page.file.src_uri}) | {names} |")
    return "\n".join(rows)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """MkDocs calls it with the text of each page."""
    if SUMMARY in markdown:
        return markdown.replace(SUMMARY, summary(markdown))
    if INDEX in markdown:
        chapters = [other for other in page.parent.children if other.file.src_uri.startswith("api/")]
        return markdown.replace(INDEX, index(chapters))
    return markdown


def on_page_content(html: str, page: Any, files: Any, **_: Any) -> str:
    """MkDocs calls it with each page as HTML."""
    references = files.get_file_from_path("references.md")
    html = html if page.file is references else linked(html, references.url_relative_to(page.file))
    return DIAGRAM.sub(lambda found: f'<figure class="diagram">{(DOCS / found[1]).read_text(encoding="utf-8")}</figure>', html)
