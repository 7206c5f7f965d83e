"""Names of the last release still work, and say what they are called now."""

import pytest

import jounce as jn
import jounce.robot


def test_cross_is_a_spring_coupling():
    with pytest.warns(DeprecationWarning, match="SpringCoupling") as caught:
        assert jounce.robot.Cross is jn.robot.SpringCoupling
    assert caught[0].filename == __file__
    assert "Cross" not in jounce.robot.__all__
    with pytest.raises(AttributeError, match="no attribute 'Crosses'"):
        _ = jounce.robot.Crosses


def test_freedoms_are_velocity_joints():
    robot = jn.Robot.build(
        "two",
        [jn.Link("base"), jn.Link("a", 1.0), jn.Link("b", 1.0)],
        [jn.Joint("ball", "spherical", "base", "a"), jn.Joint("hinge", "revolute", "a", "b")],
    )
    assert robot.velocity_joints == (0, 0, 0, 1)
    with pytest.warns(DeprecationWarning, match="velocity_joints") as caught:
        assert robot.freedoms == (0, 0, 0, 1)
    assert caught[0].filename == __file__
