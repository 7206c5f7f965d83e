"""One test body for every equation, every kind of number and every batch shape."""

import mpmath
import numpy as np
import pytest

from jounce.dynamics.articulated_body import articulated_bodies as forward_dynamics
from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.newton_euler import gravity_torque, newton_euler
from jounce.dynamics.rnea_derivatives import newton_euler_slopes
from jounce.plant.plant import locate, plant_of
from support.number_kinds import KINDS
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, assert_close

ROBOT = random_robot(3, n=4)
TREE = plant_of(ROBOT).tree
TIP = locate(ROBOT, "link2")
# name: (how many arrays it takes, the text, Pinocchio's answer to one sample)
EQUATIONS = {
    "newton_euler": (3, newton_euler, lambda peer, *x: peer.rnea(*x)),
    "newton_euler_slopes": (3, lambda *x: newton_euler_slopes(*x)[3], lambda peer, *x: peer.mass_matrix(x[0])),
    "gravity_torque": (1, gravity_torque, lambda peer, q: peer.gravity(q)),
    "mass_matrix": (1, mass_matrix, lambda peer, q: peer.mass_matrix(q)),
    "forward_dynamics": (3, lambda *x: forward_dynamics(*x)[0], lambda peer, *x: peer.forward_dynamics(*x)),
    "body_jacobian": (1, lambda tree, q: body_jacobian(tree, q, *TIP), lambda peer, q: peer.jacobian(q, 2)),
    "frame_pose": (1, lambda tree, q: frame_pose(tree, q, *TIP).rotation, lambda peer, q: peer.pose(q, 2)[1]),
}


@pytest.mark.parametrize("batch", [(), (1,), (3, 1, 2)], ids=str)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("equation", EQUATIONS)
def test_same_text_on_every_number(equation, kind, batch):
    count, text, answer = EQUATIONS[equation]
    arrays = np.random.default_rng(11).normal(size=(count, *batch, ROBOT.n))
    numbers = KINDS[kind]()
    with mpmath.workdps(30):
        rows = text(TREE, *(numbers.make(a) for a in arrays))
        flat = [x for row in rows for x in (row if isinstance(row, (list, tuple)) else [row])]
        found = np.stack([numbers.read(x, batch) for x in flat], axis=-1)
    peer = Pinocchio(model_of(ROBOT), ROBOT.joint_names)
    for index in np.ndindex(batch):
        expected = answer(peer, *(a[index] for a in arrays)).ravel()
        assert_close(found[index], expected, ALGEBRA, f"{equation} on {kind} at {index}")
