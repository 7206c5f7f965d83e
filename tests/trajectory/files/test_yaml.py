"""The reader of YAML: what messages use of it."""

import pytest

from jounce.trajectory.files.yaml import parse_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "a: 1\nb:\n- 2\n- x y\nc:\n  d: [1, -2.5e3, 'e, f']\n",
            {"a": 1.0, "b": [2.0, "x y"], "c": {"d": [1.0, -2500.0, "e, f"]}},
        ),
        (
            "- a: 1\n  b: {c: [], d: {}}\n-\n  a: null\n- - 1\n  - 2\n",
            [{"a": 1.0, "b": {"c": [], "d": {}}}, {"a": None}, [1.0, 2.0]],
        ),
        ("a:\nb: ~\nc: true\nd: ''\n", {"a": None, "b": None, "c": True, "d": ""}),
        ("a: [1,\n  2,\n  3,\n]\nb: x#y # said\n", {"a": [1.0, 2.0, 3.0], "b": "x#y"}),
        ('{"a": [1, 2], "b": {"c": "d"}}', {"a": [1.0, 2.0], "b": {"c": "d"}}),
        ("a: http://x:1/y\n", {"a": "http://x:1/y"}),
        ("a: 'it # is'\nb: 12:30\n", {"a": "it # is", "b": "12:30"}),
    ],
)
def test_yaml(text, value):
    assert parse_yaml(text) == value
