"""C where links differ in mass and inertia by up to 1e16: what is lost, entry by entry, against fifty digits and more."""

import dataclasses

import mpmath
import numpy as np
import pytest

import jounce as jn
from support import reference
from support.random_robots import random_robot
from support.tolerances import ALGEBRA

ROUNDING = 100 * np.finfo(float).eps
"""The bound that `coriolis_matrix` states, relative to sqrt(M_ii M_jj) sum |qd|; the largest of 240 robots was 27 eps."""
SEEDS = range(24)


def scaled(robot, factors):
    """The same robot with other masses and inertias: link k's times factors[k]."""
    links = [
        dataclasses.replace(link, mass=link.mass * factor, inertia=tuple(x * factor for x in link.inertia))
        for link, factor in zip(robot.links, factors)
    ]
    return dataclasses.replace(robot, links=tuple(links))


def one(n, rng, factor):
    factors = np.ones(n)
    factors[rng.integers(n)] = factor
    return factors


RATIOS = {
    "alike": lambda n, rng: np.ones(n),
    "one heavy": lambda n, rng: one(n, rng, 10.0 ** rng.uniform(4, 16)),
    "one light": lambda n, rng: one(n, rng, 10.0 ** -rng.uniform(4, 16)),
    "all different": lambda n, rng: 10.0 ** rng.uniform(-8, 8, n),
}


def sample(seed, ratio):
    rng = np.random.default_rng([seed, 17])
    n = 1 + seed % 6
    robot = scaled(random_robot(seed, n=n, chain=seed % 2 == 0), RATIOS[ratio](n, rng).tolist())
    return robot, *rng.normal(size=(2, n))


def error(found, exact):
    with mpmath.workdps(reference.DIGITS):
        return np.array([[float(abs(mpmath.mpf(a) - b)) for a, b in zip(*rows)] for rows in zip(found.tolist(), exact)])


def test_the_reference_has_the_forces():
    """C qd by virtual work, and Mdot = C + C^T by the skew rest: qd^T (Mdot - 2 C) qd = 0 is no news, so by M itself."""
    robot, q, qd = sample(4, "all different")
    with mpmath.workdps(reference.DIGITS):
        x, v, still = reference.vec(q), reference.vec(qd), [mpmath.mpf(0)] * robot.n
        C = reference.coriolis(robot, q, qd)
        forces = reference.sub(reference.torque(robot, x, v, still), reference.torque(robot, x, still, still))
        largest = max(map(abs, forces))
        assert all(abs(a - b) < largest * mpmath.mpf(10) ** -60 for a, b in zip(reference.times(C, v), forces))

        def mass(t):
            at = reference.add(x, reference.scale(t, v))
            weight = reference.torque(robot, at, still, still)
            columns = [
                reference.sub(reference.torque(robot, at, still, [mpmath.mpf(i == j) for i in range(robot.n)]), weight)
                for j in range(robot.n)
            ]
            return [entry for column in columns for entry in column]

        rate = reference.differences(mass, 1)[1]
        flat = [C[i][j] + C[j][i] for j in range(robot.n) for i in range(robot.n)]
        assert all(abs(a - b) < largest * mpmath.mpf(10) ** -25 for a, b in zip(rate, flat))


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_entry(seed, ratio):
    robot, q, qd = sample(seed, ratio)
    own = np.sqrt(np.diag(jn.mass_matrix(robot, q)))
    wrong = error(jn.coriolis_matrix(robot, q, qd), reference.coriolis(robot, q, qd))
    assert (wrong <= ROUNDING * np.outer(own, own) * np.abs(qd).sum()).all()


@pytest.mark.native
def test_every_entry_native():
    for ratio in RATIOS:
        robot, q, qd = sample(4, ratio)
        own = np.sqrt(np.diag(jn.mass_matrix(robot, q)))
        wrong = error(jn.coriolis_matrix(robot, q, qd), reference.coriolis(robot, q, qd))
        assert (wrong <= ROUNDING * np.outer(own, own) * np.abs(qd).sum()).all()


@pytest.mark.parametrize("factor", [1e8, 1e16])
@pytest.mark.parametrize("seed", range(8))
def test_a_heavy_first_link_hides_nothing(seed, factor):
    """C has none of its inertia, which does not change as it turns. Summed link by link, C lost all digits at 1e16."""
    robot = scaled(random_robot(seed, n=4, kinds=("revolute",), chain=True), [factor, 1.0, 1.0, 1.0])
    q, qd = np.random.default_rng(seed).normal(size=(2, 4))
    exact = reference.coriolis(robot, q, qd)
    wrong = error(jn.coriolis_matrix(robot, q, qd), exact)
    assert wrong.max() <= ALGEBRA * np.abs(np.array(exact, dtype=float)).max()
