"""The site as it is built: it asks for nothing from elsewhere, its formulas can be drawn, and its search works from disk."""

import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.browser import Browser, find

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
KATEX = DOCS / "vendor" / "katex"
RESOURCES = re.compile(r"<(script|link|img|iframe|source|use|image)\b([^>]*)>")
ADDRESS = re.compile(r"\b(?:src|href|srcset|xlink:href)=[\"']?([^\"' >]+)")
NOT_FETCHED = ("canonical", "prev", "next", "alternate")
"""Kinds of links that name another page and load nothing."""
PHONE = ("index", "quickstart", "guide/elastic", "theory/closed-form", "papers/moberg2010/index", "api/robots", "notation")
MOVING = {"quickstart": "quickstart", "guide/elastic": "elastic", "guide/flexible": "flexible"}
"""{page: the page that moves inside of it}."""
FORMULA = re.compile(r'<(span|div) class="arithmatex">(.*?)</\1>', re.DOTALL)
DRAW = """
const katex = require(process.argv[1])
const bad = []
for (const [page, formula] of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  try { katex.renderToString(formula.slice(2, -2), { displayMode: formula.startsWith("\\\\["), strict: "error" }) }
  catch (reason) { bad.push(`${page}: ${formula}: ${reason.message}`) }
}
console.log(JSON.stringify(bad))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    for module in ("mkdocs", "material", "mkdocstrings_handlers.python"):
        pytest.importorskip(module)
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def pages(site):
    """All but those that move, which have tests of their own."""
    found = [page for page in sorted(site.rglob("*.html")) if page.parent.name != "moving"]
    return {page.relative_to(site).as_posix(): page.read_text(encoding="utf-8") for page in found}


def test_nothing_is_fetched_from_elsewhere(site):
    """Scripts, styles, fonts and pictures are files of the site, and are there."""
    found = set()
    for name, text in pages(site).items():
        for kind, attributes in RESOURCES.findall(text):
            if kind == "link" and any(f'rel="{skipped}"' in attributes for skipped in NOT_FETCHED):
                continue
            for address in ADDRESS.findall(attributes):
                if address.startswith(("data:", "#")):
                    continue
                assert not re.match(r"(?:\w+:)?//", address), f"{name} asks for {address}"
                if name != "404.html":  # is shown at any address, and names its files from the root
                    found.add((site / name).parent / address.split("?")[0].split("#")[0])
    assert {path for path in found if not path.exists()} == set()
    assert {path.name for path in found} >= {"katex.min.js", "katex.min.css", "math.js", "shim.js", "style.css"}
    for style in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import\s*)[\"']?(?:https?:)?//", style.read_text(encoding="utf-8")), style


def test_fonts_of_the_formulas_are_there():
    """Those of the first choice, woff2; KaTeX names two older kinds that no browser of today takes."""
    named = set(re.findall(r"url\(fonts/([\w-]+\.woff2)\)", (KATEX / "katex.min.css").read_text(encoding="utf-8")))
    assert named == {font.name for font in (KATEX / "fonts").iterdir()}
    assert (KATEX / "LICENSE").read_text(encoding="utf-8").startswith("The MIT License")


def test_formulas_can_be_drawn(site):
    """By KaTeX itself, of all pages, without an error and without a warning; no dollar is left over."""
    formulas = []
    for name, text in pages(site).items():
        text = re.sub(r"<(script|style|pre|code)\b.*?</\1>", "", text, flags=re.DOTALL)
        formulas += [(name, html.unescape(found[1]).strip()) for found in FORMULA.findall(text)]
        rest = re.sub(r"<[^>]*>", "", FORMULA.sub("", text))
        assert not re.search(r"\$|\\[(\[]", rest), f"{name}: a formula that is not closed"
    assert len(formulas) > 1000
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node: expected one to run KaTeX")
    done = subprocess.run(
        [node, "-e", DRAW, str(KATEX / "katex.min.js")], input=json.dumps(formulas), capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == []


def test_citations_lead_to_the_references(site):
    """Keys in prose and in docstrings are links to an anchor that is there."""
    known = set(re.findall(r'<a id="(\w+)"', (site / "references.html").read_text(encoding="utf-8")))
    cited = {
        (name, key) for name, text in pages(site).items() for key in re.findall(r'href="[^"]*\breferences\.html#(\w+)"', text)
    }
    assert {key for _, key in cited} <= known
    assert len({key for _, key in cited}) > 8
    assert {"theory/elastic.html", "api/inverse.html", "papers/moberg2010/index.html"} <= {name for name, _ in cited}


def test_pages_have_names_of_their_own(site):
    titles = [re.search(r"<h1[^>]*>(.*?)<", text)[1] for name, text in pages(site).items() if name != "404.html"]
    assert sorted({title for title in titles if titles.count(title) > 1}) == []


def test_diagrams_say_what_they_show(site):
    """Inside the page, in the colour of its text, with a title and a description."""
    text = "".join(pages(site).values())
    for file in sorted((DOCS / "diagrams").glob("*.svg")):
        drawing = file.read_text(encoding="utf-8")
        assert drawing.strip() in text, f"{file.name} is in no page"
        assert 'role="img"' in drawing
        assert 'fill="currentColor"' in drawing
        (title, description) = re.search(r'aria-labelledby="([\w-]+) ([\w-]+)"', drawing).groups()
        assert f'<title id="{title}">' in drawing
        assert f'<desc id="{description}">' in drawing


def test_pictures_have_a_text(site):
    for name, text in pages(site).items():
        for picture in re.findall(r"<img\b[^>]*>", text):
            assert re.search(r'alt="[^"]{8,}"', picture), f"{name}: {picture}"


@pytest.mark.skipif(find() is None, reason="no browser: expected chromium or chrome, or its path in JOUNCE_BROWSER")
def test_from_disk(site):
    """Formulas are drawn, the search finds, nothing is asked for but files of the site, on a phone nothing is wider than it."""
    browser = Browser(find())
    try:
        page = browser.page(site / "theory" / "elastic.html")
        page.wait("document.querySelectorAll('.katex').length > 100")
        assert page.run("document.querySelectorAll('.katex-error').length") == 0
        page.run("document.querySelector('.md-search__input').focus()")
        page.send("Input.insertText", text="feedback linearisation")
        page.wait("document.querySelectorAll('.md-search-result__item').length > 3")
        assert all(address.startswith(site.as_uri()) for address in page.requests)
        assert page.complaints == []
        for name, frame in MOVING.items():
            page = browser.page(site / f"{name}.html")
            page.wait("document.readyState === 'complete'")
            inside = f"document.querySelector('iframe.moving[title][src$=\"moving/{frame}.html#light\"]')"
            page.run(f"{inside}.scrollIntoView()")
            page.wait("frames.length > 0")
            moving = browser.page(site / "moving" / f"{frame}.html").started()
            assert all(address.startswith(site.as_uri()) for address in page.requests)
            assert page.complaints == moving.complaints == moving.requests == []
        for name in PHONE:
            phone = browser.page(site / f"{name}.html", width=390, height=844, dark=True)
            phone.wait("document.readyState === 'complete'")
            assert phone.run("document.documentElement.scrollWidth") <= 390, name
    finally:
        browser.close()
