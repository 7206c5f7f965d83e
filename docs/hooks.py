"""What the build adds to the pages: links from citations to the references, and a summary on top of each chapter of the API."""

import inspect
import re
from functools import reduce
from importlib import import_module
from typing import Any

CITATION = re.compile(r"(<(code|pre|a|script)\b.*?</\2>|<[^>]*>)|\[([A-Z][A-Za-z]+(?:19|20)\d\d)\]", re.DOTALL)
"""What is left alone, tags and code and links, or a key such as [Buondonno2015]."""
DIRECTIVE = re.compile(r"^::: (jounce[\w.]*)((?:\n {4}.*)*)", re.MULTILINE)
SUMMARY = "<!-- summary -->"
"""Where a page of the API wants its table."""


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


def summary(markdown: str) -> str:
    """A table of all objects on the page: the name, with a link, and the first sentence of the docstring."""
    rows = ["| name | what it is |", "|---|---|"]
    for name, options in DIRECTIVE.findall(markdown):
        heading = re.search(r"heading: (.*)", options)
        text = inspect.getdoc(resolved(name)) or ""
        first = re.split(r"(?<=[.:])\s", " ".join(text.split("\n\n")[0].split()), maxsplit=1)[0].replace("|", "\\|")
        rows.append(f"| [`{heading[1] if heading else name.rpartition('.')[2]}`][{name}] | {first} |")
    return "\n".join(rows)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """MkDocs calls it with the text of each page."""
    return markdown.replace(SUMMARY, summary(markdown)) if SUMMARY in markdown else markdown


def on_page_content(html: str, page: Any, files: Any, **_: Any) -> str:
    """MkDocs calls it with each page as HTML."""
    references = files.get_file_from_path("references.md")
    return html if page.file is references else linked(html, references.url_relative_to(page.file))
