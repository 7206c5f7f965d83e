"""Words of files as numbers, and words that are none."""

import numpy as np
import pytest

from jounce.errors import LoadError
from jounce.viewer.meshes.text_numbers import LONGEST, integers, reals


def test_numbers():
    assert reals([b"1", b"-2.5e3", b"+.5"], "it").tolist() == [1.0, -2500.0, 0.5]
    assert integers([b"1", b"-20"], "it").tolist() == [1, -20]
    assert integers([], "it").dtype == np.int64
    assert reals([], "it").shape == (0,)


@pytest.mark.parametrize("word", [b"1_0", b"0x1", b"one", b"", b"1e", b"1" * (LONGEST + 1), b"\xff", b"1,5"])
def test_words_that_are_no_numbers(word):
    with pytest.raises(LoadError, match="it: expected coordinates"):
        reals([b"1", word], "it", "coordinates")


@pytest.mark.parametrize("word", [b"nan", b"-inf", b"Infinity", b"1e999"])
def test_numbers_that_are_not_finite(word):
    with pytest.raises(LoadError, match="it: expected numbers; one of them is not finite"):
        reals([word, b"1"], "it")


@pytest.mark.parametrize("word", [b"1.0", b"1e3", b"", b"12345678901", b"--1", b"1-", b"nan"])
def test_words_that_are_no_whole_numbers(word):
    with pytest.raises(LoadError, match="it: expected whole numbers"):
        integers([b"1", word], "it")
