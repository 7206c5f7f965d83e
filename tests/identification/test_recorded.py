"""Recordings of real robots against what was published about them. Sources and licences: data/README.md."""

import numpy as np
import pytest

import jounce as jn
from identification.recorded import KINDS, STANDSTILL, kr300, published, tx40
from jounce.identification import torque_regression

WITHOUT_IT = ("mx6", "my6")
"""Published values were computed with the acceleration of axis 6 left out: with it, the first moments of link 6 come out
elsewhere, and all other values where they are published."""


def ready():
    return tx40().filtered(100.0).decimated(10).moving(STANDSTILL)


@pytest.fixture(scope="module")
def fit():
    return jn.identify(jn.load("staubli_tx40"), ready(), free=KINDS)


def off(fit, which):
    """{name: (found - published) / published deviation} of the base parameters by least squares."""
    names, *both, maps = published(fit.robot)
    values, deviations = both[which]
    ours = np.linalg.lstsq(fit.base.map.T, maps.T, rcond=None)[0].T
    np.testing.assert_allclose(ours @ fit.base.map, maps, atol=1e-8)  # the same 60 combinations
    return dict(zip(names, (ours @ fit.base.values - values) / deviations))


def test_tx40_has_60_base_parameters_and_they_are_where_they_were_published(fit):
    assert len(fit.base.names) == 60
    far = {name: z for name, z in off(fit, 1).items() if abs(z) > 2.0}
    assert set(far) <= set(WITHOUT_IT)
    assert max(map(abs, far.values()), default=0.0) < 2.5


def test_tx40_all_60_within_two_deviations_without_the_acceleration_of_axis_6(monkeypatch):
    """As the published values were computed."""
    own = torque_regression.motion

    def without(*arguments):
        found = own(*arguments)
        qdd = found.qdd * [1.0, 1.0, 1.0, 1.0, 1.0, 0.0]
        N = np.array(jn.load("staubli_tx40").transmission)
        return found._replace(qdd=qdd, thetadd=qdd @ N.T)

    monkeypatch.setattr(torque_regression, "motion", without)
    found = jn.identify(jn.load("staubli_tx40"), ready(), free=KINDS)
    assert max(map(abs, off(found, 1).values())) < 2.0


def test_tx40_residual_is_not_larger_than_with_the_published_values(fit):
    _, _, (weighted, _), maps = published(fit.robot)
    equations = fit.equations[0]
    values = np.linalg.lstsq(maps, weighted, rcond=None)[0]
    rests = [A @ values - y for A, y in zip(equations.columns, equations.target)]
    theirs = np.sqrt(equations.white * sum(r @ r for r in rests) / equations.squares)
    assert fit.relative_residual <= theirs < 0.05


def test_tx40_friction_and_wrist_of_the_whole_fit(fit):
    """Well-known numbers hardly feel the prior: within 3 % of the published ones."""
    found = fit.parameters
    own = [0, 1, 2, 3, 5]
    viscous, dry = [8.08729, 5.593924, 1.98261, 1.112374, 0.616288], [7.014425, 8.134077, 6.282682, 2.490079, 1.956284]
    np.testing.assert_allclose(found["viscous_friction"][own], viscous, rtol=0.03)
    np.testing.assert_allclose(found["coulomb_friction"][own], dry, rtol=0.03)
    assert found["viscous_friction"][4] + found["viscous_friction"][5] == pytest.approx(1.854047, rel=0.03)


@pytest.mark.parametrize("load", [150.0, 200.0])
def test_kr300_trained_on_one_recording_predicts_another(load):
    """Mean over the axes of the normalised error at most 0.30, from CAD numbers with the stated load and with a lighter one."""
    robot = jn.load("kuka_kr300").with_payload(load, (0.0, 0.0, 0.1))
    free = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction")
    fit = jn.identify(robot, kr300("A"), free=free, prior=robot)
    errors = fit.validate(kr300("B"))
    assert errors["fit"].mean() < 0.30
    assert errors["prior"].mean() > 0.5
    plain = fit.base.map @ np.concatenate([fit.parameters[name] for name in fit.free])
    assert np.isfinite(plain).all()


def test_kr300_the_other_way_round():
    """Nothing is made for one of the two recordings: trained on the second, the first is predicted as well."""
    robot = jn.load("kuka_kr300").with_payload(150.0, (0.0, 0.0, 0.1))
    fit = jn.identify(robot, kr300("B"), free=("inertia", "rotor_inertia", "friction"))
    assert fit.validate(kr300("A"))["fit"].mean() < 0.30


def test_kr300_counterbalance_and_offsets():
    robot = jn.load("kuka_kr300").with_payload(150.0, (0.0, 0.0, 0.1))
    free = ("inertia", "rotor_inertia", "friction", "torque_offset", "parallel_spring")
    fit = jn.identify(robot, kr300("A"), free=free)
    assert fit.validate(kr300("B"))["fit"].mean() < 0.30
    assert 0.6 < fit.parameters["parallel_spring"][1] < 1.2
    assert fit.robot.joints[1].parallel.law.gas == pytest.approx(
        robot.joints[1].parallel.law.gas * fit.parameters["parallel_spring"][1], rel=1e-12
    )
