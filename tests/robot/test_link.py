"""Links: bodies that there can be, their ten parameters, and bodies merged into one."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError, UnphysicalError
from jounce.robot.link import merged_link, unphysical
from support.random_robots import inertia
from support.tolerances import assert_close

UNPHYSICAL = [
    ((-1.0, (0, 0, 0), (0,) * 6), "mass is negative"),
    ((0.0, (0, 0, 0), (0.1, 0.1, 0.1, 0, 0, 0)), "inertia but no mass"),
    ((1.0, (0, 0, 0), (0.1, 0.1, -0.1, 0, 0, 0)), "principal moment .* negative"),
    ((1.0, (0, 0, 0), (0.1, 0.1, 0.1, 0.2, 0, 0)), "principal moment .* negative"),
    ((1.0, (0, 0, 0), (0.1, 0.1, 0.21, 0, 0, 0)), "triangle inequality"),
    ((1.0, (0, 0, 0), (0.1, 0.1, 0.2002, 0, 0, 0)), "triangle inequality"),
]


@pytest.mark.parametrize(("body", "words"), UNPHYSICAL, ids=range(len(UNPHYSICAL)))
def test_unphysical_links_are_refused_by_name(body, words):
    with pytest.raises(UnphysicalError, match=rf"link 'arm': .*{words}.*physical=False"):
        jn.Link("arm", *body)
    assert not jn.Link("arm", *body, physical=False).physical


def test_rounded_and_special_inertia_is_accepted():
    jn.Link("flat", 1.0, inertia=(0.1, 0.1, 0.2, 0, 0, 0))
    jn.Link("flat, rounded to five digits", 1.0, inertia=(0.08333, 0.08333, 0.16667, 0, 0, 0))
    jn.Link("point", 1.0)
    jn.Link("nothing")
    jn.Link("rod", 1.0, inertia=(0.0, 0.1, 0.1, 0, 0, 0))


def cloud(m, r):
    """Return the link of point masses, at whose places r (count, 3) its inertia is summed by definition."""
    com = m @ r / m.sum()
    d = r - com
    tensor = np.einsum("k,ki,ki->", m, d, d) * np.eye(3) - np.einsum("k,ki,kj->ij", m, d, d)
    xx, yy, zz = np.diag(tensor)
    return jn.Link("cloud", m.sum(), tuple(com), (xx, yy, zz, tensor[0, 1], tensor[0, 2], tensor[1, 2]))


def test_merged_bodies_are_one_cloud():
    rng = np.random.default_rng(0)
    m, r = rng.uniform(0.1, 2.0, size=10), rng.normal(size=(10, 3))
    parts = [cloud(m[:4], r[:4]), cloud(m[4:], r[4:])]
    whole = merged_link("whole", [(part, part.about_origin) for part in parts])
    expected = cloud(m, r)
    assert whole.name == "whole"
    for ours, true in ((whole.mass, expected.mass), (whole.com, expected.com), (whole.inertia, expected.inertia)):
        assert_close(ours, true)


def test_nothing_merged_into_a_body_leaves_its_bits():
    body = jn.Link("body", 1.0, (0.1, 0.2, 0.3), inertia(np.random.default_rng(0), 1.0))
    nothing = jn.Link("nothing")
    merged = merged_link("body", [(body, body.about_origin), (nothing, nothing.about_origin)])
    assert merged == body
    assert merged_link("empty", [(nothing, nothing.about_origin)]) == jn.Link("empty")


def test_a_merged_body_is_unchecked_if_one_of_its_parts_is():
    odd = jn.Link("odd", -1.0, physical=False)
    body = jn.Link("body", 1.0, (0.0, 0.0, 0.5))
    merged = merged_link("both", [(body, body.about_origin), (odd, odd.about_origin)])
    assert not merged.physical
    assert merged.mass == 0.0


@pytest.mark.parametrize("seed", range(5))
def test_bodies_that_there_can_be(seed):
    rng = np.random.default_rng(seed)
    assert unphysical(2.0, inertia(rng, 2.0)) == ""


def test_physical_is_true_or_false():
    with pytest.raises(ModelError, match="link 'a', physical: expected True or False, got 'no'"):
        jn.Link("a", physical="no")
