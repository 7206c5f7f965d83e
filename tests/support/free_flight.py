"""Motions of robots on a floating base that nothing pushes: the base moves as the joints make it move."""

import numpy as np
from scipy.integrate import solve_ivp

import jounce as jn
from jounce.inverse.sampling import sample_path
from jounce.trajectory.path import Path


class Moved(Path):
    """A path of n coordinates from given ones of the joints and integrated ones of the base, which is the first joint.

    The six rows of the base vanish: linear in the base's k-th derivatives (k >= 2), which follow order after order.
    """

    def __init__(self, robot, joints, start, speed):
        self.robot, self.joints, self.n = robot, joints, robot.n
        self.start_time, self.end_time = joints.start_time, joints.end_time
        self.smoothness, self.max_order = joints.smoothness, joints.max_order
        self._found = solve_ivp(
            self._rate, (self.start_time, self.end_time), [*start, *speed], "DOP853", dense_output=True, rtol=3e-14, atol=3e-14
        )

    def _rate(self, t, y):
        return np.concatenate([y[6:], self._solved(np.array([t]), y[None], 2)[2, 0, :6]])

    def derivatives(self, t, order):
        return self._solved(t, self._found.sol(t).T.reshape(*t.shape, 12), order)

    def _solved(self, t, y, order):
        given = self.joints(t, max(order, 1))
        out = np.zeros((max(order, 1) + 1, *t.shape, self.n))
        out[..., 6:] = given
        out[0, ..., :6], out[1, ..., :6] = y[..., :6], y[..., 6:]
        for k in range(2, order + 1):
            left = self._missing(out[: k + 1], t)
            columns = []
            for j in range(6):
                one = out[: k + 1].copy()
                one[k, ..., j] = 1.0
                columns.append(self._missing(one, t) - left)
            out[k, ..., :6] = np.linalg.solve(np.stack(columns, axis=-1), -left[..., None])[..., 0]
        return out[: order + 1]

    def _missing(self, coordinates, t):
        """The base rows' derivative of the highest order there is."""
        Q = sample_path(self.robot, _Known(coordinates), t, len(coordinates) - 1)
        tau = jn.rnea(self.robot, *Q)
        return (tau[-1] if len(Q) > 3 else tau)[..., :6]


class _Known:
    def __init__(self, coordinates):
        self.coordinates = coordinates

    def __call__(self, t, order):
        return self.coordinates
