"""Every URDF of example-robot-data: it loads, at most with options that its refusal names, and has Pinocchio's numbers."""

from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.errors import LoadError, ModelError
from support.example_robots import EMPTY, FILES, IDS, as_told, beside, peer_of, row_of
from support.peer_pinocchio import Pinocchio
from support.tolerances import CHAIN, assert_close

ROBOTS = [(name, file) for name, file in zip(IDS, FILES) if file not in EMPTY]
each = pytest.mark.parametrize("file", [file for _, file in ROBOTS], ids=[name for name, _ in ROBOTS])
DOCS = Path(__file__).parents[2] / "docs"

pytestmark = [
    pytest.mark.filterwarnings("ignore:(?s).*transmission"),
    pytest.mark.filterwarnings("ignore:(?s).*multiple of pi/4"),
    pytest.mark.filterwarnings("ignore:(?s).*no effect"),
    pytest.mark.filterwarnings("ignore:(?s).*read as no limit"),
]


@each
def test_file(file):
    robot, options = as_told(file)
    if options.get("floating_base"):
        check_floating(file, robot, options)
        return
    peer, (q, qd, qdd), at = beside(file, robot, options)
    assert_close(jn.rnea(robot, q, qd, qdd), peer.rnea(at, qd, qdd), CHAIN, "rnea")
    M = peer.mass_matrix(at)
    assert_close(jn.mass_matrix(robot, q), M, CHAIN, "mass_matrix")
    assert_close(jn.gravity_torque(robot, q), peer.rnea(at, 0.0 * q, 0.0 * q), CHAIN, "gravity_torque")
    for i, joint in enumerate(robot.joints):
        assert_close(jn.jacobian(robot, q, link=i), peer.jacobian(at, joint.name), CHAIN, "jacobian")
    if robot.n < len(robot.joints):  # aba of Pinocchio knows no joint that follows another
        if np.linalg.cond(M) < 1e10:
            expected = np.linalg.solve(M, qdd - peer.rnea(at, qd, 0.0 * q))
            assert_close(jn.forward_dynamics(robot, q, qd, qdd), expected, 1e-15 * np.linalg.cond(M) + CHAIN, "forward_dynamics")
        return
    plain = Pinocchio(peer.model, robot.joint_names)
    massless_tip = [j.name for j in robot.joints if peer_moves_nothing(plain, robot, q, j.name)]
    if massless_tip:
        with pytest.raises(jn.errors.SingularityError, match=massless_tip[-1]):
            jn.forward_dynamics(robot, q, qd, qdd)
        return
    assert_close(jn.forward_dynamics(robot, q, qd, qdd), plain.forward_dynamics(q, qd, qdd), CHAIN, "forward_dynamics")


@each
def test_file_on_a_floating_base(file):
    robot, options = as_told(file, {"floating_base": True})
    assert (robot.joints[0].type, robot.joints[0].name) == ("floating", "floating_base")
    check_floating(file, robot, options)


def check_floating(file, robot, options):
    peer, (q, v, a), theirs = beside(file, robot, options)
    assert_close(jn.rnea(robot, q, v, a), peer.rnea(theirs, v, a), CHAIN, "rnea")
    assert_close(jn.mass_matrix(robot, q), peer.mass_matrix(theirs), CHAIN, "mass_matrix")


@each
def test_limits(file):
    """Position, velocity and effort of every joint. Pinocchio keeps zeros, which mean that nothing is known, as they are."""
    robot, options = as_told(file)
    model, _ = peer_of(file, options)
    for joint in [joint for joint in robot.axes if joint.freedoms == 1]:
        peer, found = model.joints[model.getJointId(joint.name)], joint.limits
        assert found.velocity == (model.velocityLimit[peer.idx_v] or np.inf)
        assert found.motor_torque == found.joint_torque == (model.effortLimit[peer.idx_v] or np.inf)
        bounds = model.lowerPositionLimit[peer.idx_q], model.upperPositionLimit[peer.idx_q]
        assert found.position == ((-np.inf, np.inf) if joint.type == "continuous" or bounds == (0.0, 0.0) else bounds)
        assert {found.acceleration, found.jerk, found.torque_rate, found.deflection} == {np.inf}


def peer_moves_nothing(peer, robot, q, joint):
    """Whether Pinocchio's mass matrix has nothing on this joint's diagonal."""
    i = robot.joint_names.index(joint)
    return peer.mass_matrix(q)[i, i] <= 1e-15


def test_what_is_no_robot():
    """One file of the package was left empty when it was made."""
    assert [file.name for file in EMPTY] == ["ur3.urdf"]
    with pytest.raises(LoadError, match="has no links"):
        jn.load(EMPTY[0])


def table():
    """{file: (its cells but for what was measured, the two numbers)} of the page."""
    found = {}
    for line in (DOCS / "example-robots.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and ".urdf" in cells[0]:
            found[cells[0]] = (cells[:5], tuple(map(float, cells[5:])))
    return found


def test_the_page_lists_the_files():
    assert list(table()) == [name for name, _ in ROBOTS]


@pytest.mark.parametrize(("name", "file"), ROBOTS, ids=[name for name, _ in ROBOTS])
def test_a_line_of_the_page(name, file):
    """`python benchmarks/example_robots.py` writes it anew. What was measured is another number on another machine."""
    row, _, _ = row_of(name, file)
    cells, measured = table()[name]
    assert cells == [str(x) for x in row]
    assert len(measured) == 2
    assert max(measured) <= CHAIN


def test_what_the_documentation_counts():
    """How many load as they are, and how many with an option that the message names."""
    rows = [cells for cells, _ in table().values()]
    plain = sum(not cells[4] for cells in rows)
    counts = f"{plain} load as they are and {len(rows) - plain} with"
    for page in ("example-robots.md", "guide/robot-files.md", "../README.md"):
        text = " ".join((DOCS / page).read_text(encoding="utf-8").split())
        assert counts in text, counts
    assert (len(FILES), len(rows)) == (69, 68)
    loaded = 0
    for file in FILES:
        try:
            jn.load(file)
        except ModelError:
            continue
        loaded += 1
    assert loaded == plain
