"""Numbers and stops on the command line."""

import pytest

from jounce.cli.number import number_of, stop_of


def test_numbers():
    assert number_of(" 1.5e3 ") == 1500.0
    for text in ("1_000", "", "one"):
        with pytest.raises(ValueError, match="underscore|could not convert"):
            number_of(text)


def test_stops():
    assert stop_of("1,-2.5") == ((1.0, -2.5), None)
    assert stop_of("1,-2.5@0.7") == ((1.0, -2.5), 0.7)


@pytest.mark.parametrize("text", ["", "1,", "1,x", "1@", "1@2@3", "1_0,2", "@1", "x" * 500])
def test_what_is_no_stop(text):
    with pytest.raises(ValueError, match="expected numbers with commas between them, and @ and a time or nothing") as refused:
        stop_of(text)
    assert len(str(refused.value)) < 200


def test_options_refuse_underscores(refused):
    assert "expected a number without underscores, got '1_0'" in refused(
        "torque", "planar_2r", "--to", "0,0", "--duration", "1_0"
    )
