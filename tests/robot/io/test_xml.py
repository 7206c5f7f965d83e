"""The parser of XML: elements with their lines, and texts that are refused."""

import pytest

from jounce.errors import LoadError, ModelError
from jounce.robot.io.xml import DEEPEST, element_name, numbers_in, parse_number, parse_xml, read_xml

TEXT = b"""<?xml version="1.0"?>
<robot name="r">
  <a x="1" y="1 -2 3e-1">one<b/>two</a>
  <b/><b/>
</robot>"""


def test_elements():
    root = parse_xml(TEXT)
    a = root.need("a")
    assert (root.tag, root.line, a.line, a.text) == ("robot", 2, 3, "onetwo")
    assert [child.tag for child in root.children] == ["a", "b", "b"]
    assert [b.line for b in root.all("b")] == [4, 4]
    assert (a.get("x"), a.number("x")) == ("1", 1.0)
    assert a.three("y", (0.0, 0.0, 0.0)) == (1.0, -2.0, 0.3)
    assert a.three("z", (7.0, 8.0, 9.0)) == (7.0, 8.0, 9.0)
    assert root.one("c") is None
    assert element_name(root) == "r"


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda r: r.one("b"), "line 4: a second <b> in the same <robot>"),
        (lambda r: r.need("c"), "line 2: <robot name='r'> needs a <c>"),
        (lambda r: r.need("a").get("z"), "line 3: <a> needs the attribute 'z'"),
        (lambda r: r.need("a").number("y"), "line 3: <a> y: expected a finite number"),
        (lambda r: r.need("a").three("x", (0.0, 0.0, 0.0)), "line 3: <a> x: expected three numbers, got '1'"),
        (lambda r: element_name(parse_xml(b'<a name=" "/>')), "line 1: <a> name: expected a name"),
    ],
)
def test_what_is_missing(read, words):
    with pytest.raises(ModelError, match=words):
        read(parse_xml(TEXT))


@pytest.mark.parametrize(("text", "value"), [("1", 1.0), (" -.5e1 ", -5.0), ("+2.", 2.0), ("1e-999", 0.0)])
def test_numbers(text, value):
    assert parse_number(text, "it") == value


@pytest.mark.parametrize("text", ["", "nan", "inf", "1,5", "1_000", "0x10", "1e999", "1e31", "\u0661", "1 2"])
def test_what_is_no_number(text):
    with pytest.raises(LoadError, match="it: expected a finite number such as 0.25"):
        parse_number(text, "it")


def test_rows_of_numbers():
    assert numbers_in(" 1\t2\n3 4 ", 4, "it") == (1.0, 2.0, 3.0, 4.0)
    with pytest.raises(LoadError, match="it: expected 2 numbers, got '1 2 3'"):
        numbers_in("1 2 3", 2, "it")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not well-formed XML"),
        (b"<a>", "not well-formed XML"),
        (b"<a/><b/>", "not well-formed XML"),
        (b"<a x='1' x='2'/>", "not well-formed XML: duplicate attribute"),
        (b"<a>\xff</a>", "not well-formed XML"),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", r"line 1: a document type \(<!DOCTYPE ...>\) is refused"),
        (b"<?xml version='1.0' encoding='utf-7'?><a/>", "line 1: encoding 'utf-7' is not one of utf-8"),
        (b"<a>" * (DEEPEST + 1), f"elements are nested more than {DEEPEST} deep"),
    ],
)
def test_refused(data, words):
    with pytest.raises(LoadError, match=words):
        parse_xml(data)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "windows-1252"])
def test_encodings(encoding):
    data = f"<?xml version='1.0' encoding='{encoding}'?><a name='für'/>".encode(encoding)
    assert parse_xml(data).get("name") == "für"


def test_files(tmp_path):
    file = tmp_path / "a.xml"
    file.write_bytes(TEXT)
    assert read_xml(file).get("name") == "r"
    with pytest.raises(LoadError, match="not a file"):
        read_xml(tmp_path)
