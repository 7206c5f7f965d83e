"""The robots that come with jounce: they load, state their source, and weigh what their tables say."""

from importlib import resources

import numpy as np
import pytest

import jounce as jn

MASSES = {
    "flexible_3axis": [0, 0, 120, 130, 45, 0, 0, 20, 120],
    "flexible_6axis": [*[0] * 5, 120, 60, 0, 70, 20, 0, 25, 0, 0, 20, 50, 0, 20, 0, 0, 12, 8, 5, 25],
    "kuka_iiwa": [3.94781, 4.50275, 2.45520, 2.61155, 3.41000, 3.38795, 0.35432],
    "kuka_kr300": [395.40, 339.12, 105.21, 35.80, 31.46, 17.78],
    "kuka_lwr": [2.7, 2.7, 2.7, 2.7, 1.7, 1.6, 0.3],
    "manutec_r3": [1.0, 56.5, 26.4, 28.7, 5.2, 0.5],
    "moberg_5dof": [100, 100, 200],
    "moberg_5dof_nmp": [100, 100, 200],
    "planar_2r": [1.0, 1.0],
    "staubli_tx40": [10.5, 3.6, 4.07, 3.62, 1.02, 0.2],
}


def test_the_library_is_complete():
    assert jn.library() == tuple(MASSES)


@pytest.mark.parametrize("name", MASSES)
def test_robot(name):
    robot = jn.load(name)
    assert robot.name == name
    assert robot.source
    assert robot.description
    assert [link.mass for link in robot.links] == MASSES[name]
    text = (resources.files("jounce.robot") / "library" / f"{name}.toml").read_text(encoding="utf-8")
    assert "Units:" in text
    assert np.linalg.eigvalsh(jn.mass_matrix(robot, np.full(robot.n, 0.3))).min() > 0


def test_lwr_drives_are_the_table_s():
    drives = [joint.drive for joint in jn.load("kuka_lwr").joints]
    assert [d.reflected_inertia for d in drives] == [3.20, 3.05, 1.98, 2.06, 0.801, 0.48, 0.381]
    assert {d.stiffness for d in drives} == {1000.0}


def test_manutec_drives_are_on_the_link_side():
    drives = [joint.drive for joint in jn.load("manutec_r3").joints]
    assert [d.stiffness for d in drives] == [43 * 105**2, 8 * 210**2, 58 * 60**2, *[np.inf] * 3]
    assert [d.damping for d in drives] == pytest.approx([0.005 * 105**2, 0.01 * 210**2, 0.04 * 60**2, 0, 0, 0], rel=1e-15)
    assert [d.gear_ratio for d in drives] == [-105, 210, 60, -99, 79.2, -99]


def test_iiwa_reach():
    """Shoulder to wrist: 0.42 m + 0.40 m when stretched."""
    robot = jn.load("kuka_iiwa")
    wrist, _ = jn.tool_pose(robot, np.zeros(7), link="link7")
    assert np.linalg.norm(wrist) == pytest.approx(0.82, rel=1e-15)
