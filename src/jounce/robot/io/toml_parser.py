"""Parser of untrusted TOML: `tomllib`, after a check that refuses texts for which `tomllib` would take minutes."""

import re
import tomllib
from typing import Any

from jounce.errors import LoadError

STRINGS_AND_COMMENTS = re.compile(
    r'''
      """ (?: [^"\\]++ | \\(?:.|\Z) | "{1,2}+(?!") )*+ (?: "{3,5}+ | \Z )
    | '{3} .*? (?: '{3,5}+ | \Z )
    | " (?: [^"\\\n]++ | \\[^\n] )*+ "?+
    | ' [^'\n]*+ '?+
    | \# [^\n]*+
    ''',
    re.DOTALL | re.VERBOSE,
)
"""Pattern of TOML strings and comments, in which dots do not separate keys; possessive quantifiers keep its time linear."""
LONG_KEY = re.compile(r"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){16}")
"""Pattern of a dotted key of more than 16 parts; keys of robot files have at most three parts."""
LONGEST_WORD = 1000
LONG_WORD = re.compile(rf"[\w.+-]{{{LONGEST_WORD + 1}}}")
"""Pattern of a long number or bare key, for which `tomllib` would take 150 bytes of memory per character."""


def parse_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text; raise `LoadError` if it is invalid or has excessively long keys or numbers."""
    bare = STRINGS_AND_COMMENTS.sub("_", text)
    if LONG_KEY.search(bare):  # tomllib takes a time that grows with the square of a key's parts
        raise LoadError("a key has more than 16 parts between dots; expected 16 at most.")
    if LONG_WORD.search(bare):
        raise LoadError(f"a number or a key has more than {LONGEST_WORD} characters; expected {LONGEST_WORD} at most.")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise LoadError("not valid TOML: nested too deep.") from None
    except ValueError as error:  # tomllib.TOMLDecodeError, and dates that are none
        raise LoadError(f"not valid TOML: {error}.") from None
