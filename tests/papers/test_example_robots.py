"""The robots of the papers' examples."""

from jounce.papers.example_robots import humanoid


def test_humanoid():
    robot = humanoid()
    assert robot.n == 25
    assert all(joint.type == "revolute" for joint in robot.joints)
    assert humanoid(floating=True).n == 31
