"""The arm of Moberg & Hanssen (2010), section 6, as printed: kinematics and mass matrix; the velocity terms re-derived."""

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

TABLES = {  # m, xi, l, j of Tables 1 and 3
    "moberg_5dof": ((100, 100, 200), (0.5, 0.5, 0.1), (1.0, 1.0, 0.2), (5, 5, 50)),
    "moberg_5dof_nmp": ((100, 100, 200), (0.5, 0.5, 0.7), (1.0, 1.0, 1.4), (5, 5, 50)),
}


def mass_matrix(table, q):
    (m1, m2, m3), (x1, x2, x3), (l1, l2, _), (j1, j2, j3) = table
    s2, c2, s3, c3 = np.sin(q[1]), np.cos(q[1]), np.sin(q[2]), np.cos(q[2])
    across = s3 * c2 * l1 + s3 * l2 + c3 * s2 * l1
    along = x3 - s3 * s2 * l1 + c3 * c2 * l1 + c3 * l2
    J11 = j1 + j2 + j3 + m1 * x1**2 + m2 * l1**2 * s2**2 + m2 * (c2 * l1 + x2) ** 2 + m3 * across**2 + m3 * along**2
    J12 = j2 + j3 + m2 * x2 * (c2 * l1 + x2) + m3 * l2 * s3 * across + m3 * (c3 * l2 + x3) * along
    J13 = j3 + m3 * x3 * along
    J22 = j2 + j3 + m2 * x2**2 + m3 * l2**2 * s3**2 + m3 * (x3 + c3 * l2) ** 2
    J23 = j3 + m3 * x3 * (c3 * l2 + x3)
    J33 = j3 + m3 * x3**2
    return np.array([[J11, J12, J13], [J12, J22, J23], [J13, J23, J33]])


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seed", range(5))
def test_section_6(name, seed):
    robot, table = jn.load(name), TABLES[name]
    q, qd = np.random.default_rng(seed).normal(size=(2, 3))
    l1, l2, l3 = table[2]
    a, b, c = np.cumsum(q)
    position, _ = jn.tool_pose(robot, q)
    expected = [l1 * np.cos(a) + l2 * np.cos(b) + l3 * np.cos(c), 0.0, -l1 * np.sin(a) - l2 * np.sin(b) - l3 * np.sin(c)]
    assert_close(position, expected)
    assert_close(jn.mass_matrix(robot, q), mass_matrix(table, q))
    # The printed velocity terms lost signs; Lagrange's equations on the printed mass matrix have them.
    h = 1e-5
    slopes = [(mass_matrix(table, q + h * e) - mass_matrix(table, q - h * e)) / (2 * h) for e in np.eye(3)]
    Md = sum(slope * rate for slope, rate in zip(slopes, qd))
    gamma = Md @ qd - 0.5 * np.array([qd @ slope @ qd for slope in slopes])
    # central differences with h = 1e-5: truncation and rounding both near 1e-10
    assert_close(jn.rnea(robot, q, qd, np.zeros(3)), gamma, 1e-9)


def test_gravity_terms_as_printed():
    """- m1 g xi1 c1 - m2 g (l1 c1 + xi2 c12) - m3 g (...): gravity along -z, though the paper sets it to zero."""
    robot = jn.load("moberg_5dof").with_gravity((0, 0, -9.81))
    (m1, m2, m3), (x1, x2, x3), (l1, l2, _), _ = TABLES["moberg_5dof"]
    q = np.array([0.3, -0.8, 0.5])
    c1, c12, c123 = np.cos(np.cumsum(q))
    g3 = -m3 * 9.81 * x3 * c123
    g2 = -m2 * 9.81 * x2 * c12 - m3 * 9.81 * l2 * c12 + g3
    g1 = -m1 * 9.81 * x1 * c1 - (m2 + m3) * 9.81 * l1 * c1 + g2
    assert_close(jn.gravity_torque(robot, q), [g1, g2, g3])
