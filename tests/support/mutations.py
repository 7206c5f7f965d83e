"""Files damaged in every way that we know of. `mutated(seeds, key)` gives the same bytes for the same key, on every machine.

The acts know no format: they look for numbers, quoted words, lines, tags and brackets, which all of our formats have.
"""

import random
import re

LARGEST = 2**20
"""[bytes] of a mutated file: enough for a bomb, too little to test the reader's patience with mere length."""

WINDOW = 10_000

NUMBER = re.compile(rb"(?<![\w.])[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])")
QUOTED = re.compile(rb'"[^"\n]*"|\'[^\'\n]*\'')
KEY = re.compile(rb"[A-Za-z_]\w*(?=\s*[=:])")
TAG = re.compile(rb"<[^<>]*>")
ELEMENT = re.compile(rb"<(\w+)[^<>]*(?:/>|>.*?</\1>)", re.DOTALL)
TABLE = re.compile(rb"^\[+[^\]\n]*\]+.*?(?=^\[|\Z)", re.DOTALL | re.MULTILINE)
GAP = re.compile(rb"(?<=[\s>\]},;=:])")

# fmt: off
NUMBERS = [
    "nan", "-nan", "NaN", "inf", "-inf", "Infinity", "1e400", "-1e400", "1e308", "-1e308", "1e31", "1e30", "1e16", "-0", "-0.0",
    "0", "0.0", "5e-324", "-5e-324", "1e-300", "1" + "0" * 400, "9" * 4301, "-" + "9" * 5000, "0." + "0" * 400 + "1",
    str(2**31), str(2**63), str(-(2**63) - 1), str(2**64), "", " ", "1_0", "_1", "٣", "１２", "²", "½", "1,5", "0x10", "0b1",
    "0o7", "01",
    "1e", "e1", "+", "-", ".", "--1", "1d0", "1f", "1j", "true", "null", "None", '"1"', "[1]", "[]", "{}", "1 2", "1;2", "-1",
    "1e6", "7",
    "1e-9", "99999", "1e5", "1979-05-27", "07:32:00", "1e999999999999", "1" * 999, "0." + "1" * 998, "9" * 1001,
]
WORDS = [
    "", " ", "\t", "\0", "\n", "é", "名", "\u202e", "\u200b", "\ufeff", "\U0010ffff", "n" * 201, "n" * 5000, "a b",
    "../../etc/passwd", "/dev/zero",
    "/dev/stdin", "/proc/self/mem", "file:///etc/passwd", "http://localhost:1/", "~", "-", "--help", "$(id)", "%s%n",
    "{0.__class__}", "base",
    "world", "link1", "joint1", "revolute", "fixed", "floating", "spherical", "planar", "nan", "1e400", "&amp;", "]]>",
    "\\u0000", "\\",
    "kuka_lwr", "planar_2r", "full", "spong",
]
NESTS = [
    ("<a>", "</a>"), ("<link>", "</link>"), ("<joint><child>", "</child></joint>"), ("[", "]"), ("{a=", "}"), ('{"a":', "}"),
    ("{", "}"),
    ("[[", "]]"), ("(", ")"), ("- ", ""), ("a: ", ""), ("a.", ""), ('"', '"'), ("? ", ""), ("&a ", ""), ("!!python/object ", ""),
]
XML_BOMB = "".join(f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in zip("abcdefgh", "bcdefghi"))
YAML_BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{b}: &{b} [{','.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi")
)
PROLOGUES = [
    f"<!DOCTYPE robot [<!ENTITY a 'ha'>{XML_BOMB}]>", '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    "<!DOCTYPE robot>",
    '<!DOCTYPE r [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]>', '<!DOCTYPE r SYSTEM "http://localhost:1/x.dtd">',
    '<?xml version="1.0" encoding="utf-7"?>', '<?xml version="1.0" encoding="utf-16"?>', '<?xml version="1.1"?>', "<?xml?>",
    YAML_BOMB, "%YAML 1.1\n---\n", "---\n---\n", "!!python/object/apply:os.system ['true']\n", "<<: *a\n", "#!/bin/sh\n",
    "sep=;\n", "\x7fELF", "PK\x03\x04",
]
ENTITIES = [
    "&i;", "&x;", "&a;", "&undefined;", "&#0;", "&#xD800;", "&#x110000;", "&amp;&#65;", "<![CDATA[ 1 ]]>", "<!-- -->", "<?x?>",
    "*a", "*i",
]
BYTES = [
    b"\0", b"\0\0\0\0", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\x80",
    b"\r",
    b"\r\n", b"\x0b", b"\x0c", b"\x1a", b"\x1b[2J", b"\x7f", b"\xc2\x85", b"\xe2\x80\xa8", b"<", b">", b"&", b'"', b"'", b"[",
    b"]", b"{", b"}", b"=", b":", b",",
    b"#", b"\\", b"\t", b"|", b"*", b"!", b"%", b"/", b'"""', b"'''", b"-", b".", b"e", b"_",
]
ENCODINGS = ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32", "latin-1", "cp037", "utf-7"]
# fmt: on


def _span(rng, data, longest=400):
    here = rng.randrange(len(data) + 1)
    return here, min(len(data), here + rng.randint(1, longest))


def _match(rng, pattern, data):
    """One of the places where the pattern is found, or an empty one. Elements of large files would take long to find."""
    here = rng.randrange(max(1, len(data) - WINDOW))
    found = [match.span() for match in pattern.finditer(data, here, here + WINDOW)]
    return rng.choice(found) if found else (0, 0)


def _text(rng, words):
    return rng.choice(words).encode("utf-8", "surrogatepass")


def flip(rng, data, seeds):
    data = bytearray(data)
    for _ in range(rng.randint(1, 8) if data else 0):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def delete(rng, data, seeds):
    here, there = _span(rng, data)
    return data[:here] + data[there:]


def repeat(rng, data, seeds):
    here, there = _span(rng, data)
    return data[:there] + data[here:there] * rng.choice([1, 1, 1, 3, 100, 1000]) + data[there:]


def insert(rng, data, seeds):
    here, _ = _span(rng, data)
    return data[:here] + rng.choice(BYTES) * rng.choice([1, 1, 1, 2, 50]) + data[here:]


def cut(rng, data, seeds):
    return data[: rng.randrange(len(data) + 1)]


def lines(rng, data, seeds):
    """A line is lost, doubled, put elsewhere, or the ends of all lines change."""
    rows = data.split(b"\n")
    here = rng.randrange(len(rows))
    act = rng.randrange(5)
    if act == 0:
        del rows[here]
    elif act == 1:
        rows[here:here] = [rows[here]] * rng.choice([1, 1, 2, 500])
    elif act == 2:
        rows.insert(rng.randrange(len(rows)), rows.pop(here))
    elif act == 3:
        rng.shuffle(rows)
    return rng.choice([b"\r\n", b"\r", b"\xe2\x80\xa8", b"\n\n", b" "] if act == 4 else [b"\n"]).join(rows)


def parts(rng, data, seeds):
    """An element, a tag or a table is lost, doubled, or put elsewhere."""
    start, end = _match(rng, rng.choice([ELEMENT, ELEMENT, TAG, TABLE, TABLE]), data)
    part = data[start:end]
    rest = data[:start] + data[end:]
    act = rng.randrange(3)
    if act == 0:
        return rest
    target = _match(rng, rng.choice([GAP, TAG, TABLE]), rest)[0] if act == 1 else end
    whole = rest if act == 1 else data
    return whole[:target] + part * rng.choice([1, 1, 1, 2, 200]) + whole[target:]


def number(rng, data, seeds):
    for _ in range(rng.randint(1, 3)):
        start, end = _match(rng, NUMBER, data)
        data = data[:start] + _text(rng, NUMBERS) + data[end:]
    return data


def word(rng, data, seeds):
    start, end = _match(rng, QUOTED, data)
    quote = data[start : start + 1] or b'"'
    return data[:start] + quote + _text(rng, [*WORDS, *NUMBERS]) + quote + data[end:]


def swap(rng, data, seeds):
    """Two values, two keys, two numbers or two tags change places."""
    pattern = rng.choice([QUOTED, KEY, NUMBER, TAG])
    (a, b), (c, d) = sorted([_match(rng, pattern, data), _match(rng, pattern, data)])
    return data if b > c else data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def copy(rng, data, seeds):
    """A value, key, number or tag is replaced by another of the same kind: names that stand twice, links in circles."""
    pattern = rng.choice([QUOTED, QUOTED, KEY, NUMBER, TAG])
    (a, b), (c, d) = _match(rng, pattern, data), _match(rng, pattern, data)
    return data[:a] + data[c:d] + data[b:]


def nest(rng, data, seeds):
    start, end = _match(rng, rng.choice([GAP, NUMBER, QUOTED, ELEMENT]), data)
    before, after = (text.encode() for text in rng.choice(NESTS))
    deep = rng.choice([1, 2, 20, 98, 101, 1000, 5000, 100_000])
    return data[:start] + before * deep + data[start:end] + after * (deep if rng.random() < 0.7 else 0) + data[end:]


def prologue(rng, data, seeds):
    data = _text(rng, PROLOGUES) + data
    if rng.random() < 0.6:
        start, end = _match(rng, rng.choice([NUMBER, QUOTED, GAP]), data)
        inside = _text(rng, ENTITIES) * rng.choice([1, 1, 1000])
        data = data[:start] + (b'"' + inside + b'"' if data[start : start + 1] == b'"' else inside) + data[end:]
    return data


def encode(rng, data, seeds):
    return data.decode("utf-8", "replace").encode(rng.choice(ENCODINGS), "replace")


def join(rng, data, seeds):
    """This file's beginning, another's end; or one after the other; or a piece of another inside."""
    other = rng.choice(seeds)
    here, (start, end) = rng.randrange(len(data) + 1), _span(rng, other, 2000)
    return rng.choice([data + other, data[:here] + other[start:], data[:here] + other[start:end] + data[here:]])


def integer(rng, data, seeds):
    """Some bytes are an integer at the end of its range: a size, a count or a place in the file."""
    width = rng.choice([1, 2, 4, 8])
    values = [0, 1, 2 ** (8 * width) - 1, 2 ** (8 * width - 1), 2 ** (8 * width - 1) - 1, rng.randrange(2 ** (8 * width))]
    here = rng.randrange(max(1, len(data) - width)) if rng.random() < 0.5 else rng.randrange(min(max(1, len(data)), 200))
    return data[:here] + rng.choice(values).to_bytes(width, rng.choice(["little", "big"])) + data[here + width :]


ACTS = (flip, delete, repeat, insert, cut, lines, parts, parts, number, number, number, word, word, swap, copy, nest, prologue)
ACTS = (*ACTS, encode, join)
BINARY = (flip, delete, repeat, insert, cut, copy, join, integer, integer, integer, integer, number, word, nest)
"""Acts for files that are no text."""


def mutated(seeds, key, acts=ACTS):
    """Bytes: one of `seeds`, damaged one to four times as the text `key` decides."""
    rng = random.Random(key)
    data = rng.choice(seeds)
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 4])):
        changed = rng.choice(acts)(rng, data, seeds)
        data = changed if len(changed) <= LARGEST else data
    return data
