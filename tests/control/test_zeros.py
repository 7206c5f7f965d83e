"""Invariant zeros of linear systems: chains of integrators, and those of arms."""

import numpy as np
import pytest

import jounce as jn
from jounce.control.zeros import invariant_zeros
from jounce.errors import InputError
from support.tolerances import assert_close


def test_zeros():
    robot = jn.load("planar_2r")
    q = [0.3, 0.5]
    model = jn.linearize(robot, q, outputs=("theta",))
    held = jn.eigenfrequencies(robot, q).locked_poles  # both motors stand still
    assert_close(np.sort(model.zeros.imag), np.sort(held.imag), 1e-9)
    assert len(jn.linearize(robot, q, outputs=("q",)).zeros) == 0  # flat: links say everything
    arm = jn.load("moberg_5dof_nmp")
    q = [0.5, 1.0, 0.0]  # its spring holds no weight
    tool = jn.linearize(arm, q, outputs=("tool",))
    rows = [tool.outputs.index(f"tool[{axis}]") for axis in arm.tool.outputs]
    # the tool's outputs are along the axes of the base; its frame is turned against them
    R = np.kron(np.eye(2), jn.tool_pose(arm, q)[1])
    found = invariant_zeros(tool.A, tool.B, (R @ tool.C)[rows], np.zeros((len(rows), tool.B.shape[1])))
    wanted = jn.zero_dynamics(arm, q).zeros
    assert_close(found.real.max(), wanted.real.max(), 1e-7)  # +171 rad/s: where its motors must act before the tool
    assert len(found) == len(wanted)


def siso(zeros, poles):
    """The controllable form of a transfer function, with as many poles as zeros or more: A, B, C, D."""
    n = len(poles)
    denominator, numerator = np.poly(poles), np.zeros(n + 1)
    numerator[n - len(zeros) :] = np.poly(zeros)
    A = np.eye(n, k=-1)
    A[0] = -denominator[1:]
    C = numerator[1:] - numerator[0] * denominator[1:]
    return A, np.eye(n)[:, :1], C[None], numerator[:1, None]


@pytest.mark.parametrize(
    "zeros", [[], [-2.0], [3.0, -1.0], [-1.0 + 2.0j, -1.0 - 2.0j], [0.5, -1.0, -2.0], [1.0, 2.0, -3.0, -4.0]], ids=len
)
def test_zeros_of_transfer_functions(zeros):
    """Numerators of every degree up to that of the denominator."""
    A, B, C, D = siso(zeros, [-1.5, -2.5, -3.5, -4.5])
    found = invariant_zeros(A, B, C, D)
    assert len(found) == len(zeros)
    assert_close(np.sort(found.real), np.sort(np.real(zeros)), 1e-8)
    assert_close(np.sort(found.imag), np.sort(np.imag(zeros)), 1e-8)


def test_two_masses_and_a_spring():
    """Force on the first of two masses: its position has the zeros of the second on its spring; that of the second has none."""
    m, k = 2.0, 50.0
    A = np.zeros((4, 4))
    A[:2, 2:], A[2:, :2] = np.eye(2), np.array([[-k, k], [k / m, -k / m]])
    B, first, second = np.array([[0.0], [0.0], [1.0], [0.0]]), np.eye(4)[:1], np.eye(4)[1:2]
    assert_close(np.sort(invariant_zeros(A, B, first, np.zeros((1, 1))).imag), np.array([-5.0, 5.0]), 1e-9)
    assert len(invariant_zeros(A, B, second, np.zeros((1, 1)))) == 0


def test_an_input_that_does_nothing():
    with pytest.raises(InputError, match="some input changes no output"):
        invariant_zeros(-np.eye(2), np.array([[1.0, 0.0], [0.0, 0.0]]), np.eye(2)[:1], np.zeros((1, 2)))
