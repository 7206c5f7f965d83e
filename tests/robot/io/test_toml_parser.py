"""The parser of TOML: `tomllib` for all that it reads in good time."""

import tomllib

import pytest

from jounce.errors import LoadError
from jounce.robot.io.toml_parser import LONGEST_WORD, parse_toml

SOUND = [
    "",
    'a = 1\n[b.c]\nd = "x.y"\n[[e]]\nf = [1.0, inf]\n',
    f'a = "{".".join("x" * 30)}"  # {".".join("y" * 30)}\n',
    f"a = '''{'.'.join('x' * 30)}'''\n",
    f'a = """{".".join("x" * 30)}\\" " "" """\n',
    f'a = "{"x" * (2 * LONGEST_WORD)}"\n',
    f"{'.'.join('abcdefghijklmnop')} = 1\n",
    f"a = {'1' * LONGEST_WORD}\n",
]


@pytest.mark.parametrize("text", SOUND, ids=range(len(SOUND)))
def test_as_tomllib(text):
    assert parse_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{'.'.join('abcdefghijklmnopq')} = 1", "a key has more than 16 parts between dots"),
        (f"{' . '.join('abcdefghijklmnopq')} = 1", "a key has more than 16 parts between dots"),
        (f"[{'.'.join('abcdefghijklmnopq')}]", "a key has more than 16 parts between dots"),
        (f"a = {'1' * (LONGEST_WORD + 1)}", "has more than 1000 characters; expected 1000 at most"),
        (f"a = {'[' * 5000}", "not valid TOML: nested too deep"),
        ("a = ", "not valid TOML: Invalid value"),
        ("a = 1\na = 2", "not valid TOML: Cannot overwrite a value"),
        ("a = 2026-02-30", "not valid TOML"),
        ('a = "', "not valid TOML"),
    ],
)
def test_refused(text, words):
    with pytest.raises(LoadError, match=words):
        parse_toml(text)


@pytest.mark.parametrize("piece", ['"', "'", '"""', "'''", "\\", "#", ".", "a.", '"\\', "a ", "\n"])
def test_any_text_ends_in_good_time(piece):
    """As long as a robot of thousands of joints; a pattern that went back would take for ever."""
    with pytest.raises(LoadError):
        parse_toml(f"a = {piece * 20_000}")
