from html.parser import HTMLParser

from jounce.numbers.html_table import MOST_ROWS, counted, html_table, span


class Cells(HTMLParser):
    """Collects the text of all cells, and checks that tags are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.cells = [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag in ("th", "td", "caption"):
            self.cells.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("th", "td", "caption"):
            self.cells[-1] += data


def test_cells_are_text():
    hurting = ["<script>", "a & b", '"', "</table>", "ü"]
    table = html_table("<b>", ["x", "y"], [(text, 5) for text in hurting])
    assert Cells(table).cells == ["<b>", "x", "y", *(cell for text in hurting for cell in (text, "5"))]


def test_long_tables_say_how_many_rows_are_left_out():
    rows = [(k, "") for k in range(MOST_ROWS + 3)]
    cells = Cells(html_table("t", ["x", "y"], rows)).cells
    assert cells[-1] == "and 3 more"
    assert cells[-3] == str(MOST_ROWS - 1)
    assert "more" not in html_table("t", ["x"], [(1,)] * MOST_ROWS)


def test_without_rows():
    assert Cells(html_table("t", ["x"], [])).cells == ["t", "x"]


def test_words():
    assert [counted(k, "joint") for k in (0, 1, 2)] == ["0 joints", "1 joint", "2 joints"]
    assert counted(2, "body", "bodies") == "2 bodies"
    assert span(0.0, 1.5) == "0 to 1.5 s"
