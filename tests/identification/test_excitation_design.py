"""The objective of an excitation: exact gradients, and assumed limits."""

import numpy as np
import pytest

from identification.test_excitation import ALL, SLOPES, arm, coupled
from jounce.identification.excitation_design import ExcitationDesign, bounds_of
from jounce.identification.motion_basis import FourierBasis, SplineBasis
from jounce.identification.regressor_columns import columns_of, independent


@pytest.mark.parametrize("criterion", ["determinant", "condition"])
@pytest.mark.parametrize(
    ("robot", "basis"), [(arm(), FourierBasis(5.0, 5)), (coupled(), FourierBasis(5.0, 5)), (arm(), SplineBasis(5.0, 10, 5))]
)
def test_slopes_are_exact(robot, basis, criterion):
    """Of the whole Lagrangian by the coefficients, against fourth-order differences, with limits active."""
    rigid = robot.with_drives(coulomb_speed=0.5).with_limits(jerk=10.0, motor_torque=10.0, joint_torque=5.0)
    columns = columns_of(rigid, ALL)
    design = ExcitationDesign(
        columns, independent(columns)[0], bounds_of(rigid)[0], np.array([1.0, 2.0, 0.5]), criterion, basis, 80, 4
    )
    rng = np.random.default_rng(3)
    x = 3.0 * design.start(rng)
    shares = design.shares(design.motion(x))
    assert len(shares) == 6
    assert all(np.abs(share).max() > 0.9 for share, _ in shares.values())
    held = {name: rng.uniform(0.0, 1.0, size=share.shape) for name, (share, _) in shares.items()}
    margins = {name: np.full(3, 0.9) for name in shares}

    def value(x):
        return design.value(x, held, 30.0, margins)

    slope = value(x)[1]
    for along in rng.normal(size=(3, x.size)):
        h = 1e-3 / np.abs(along).max()
        near = {k: value(x + k * h * along)[0] for k in (-2, -1, 1, 2)}
        by_difference = (8.0 * (near[1] - near[-1]) - (near[2] - near[-2])) / (12.0 * h)
        assert abs(slope @ along - by_difference) <= SLOPES * np.linalg.norm(slope) * np.linalg.norm(along)
