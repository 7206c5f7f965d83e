"""Essential orders: the order of the highest derivative of each link position on which the motor torques depend.

These orders are the lengths of the integrator chains under dynamic feedback linearisation. The motor torques require the position
theta_i of motor i with derivatives to order s_i, and therefore the torque of joint i to order o_i = s_i, or s_i - 1 if the spring
is damped. The rotor of joint j acts on joint i through theta_j^(p_ij), p_ij = 2 or 1 (`robot.coupling`), so

    s_j = max(2, o_i + p_ij),    r_k = max(2, o_i + a_ik)        over elastic joints i

where a_ik, 2, 1 or 0, is the order of the highest derivative of q_k in the torque of joint i. The motor torques together depend
on q_k to order r_k, its essential order [Glumineau1989]. The smallest compensator that turns all links into chains of integrators
has sum r_k states less the number of states of the robot, plus one for each damped joint, whose deflection is not controlled. The
dependences are tested at random states: a dependence that vanishes there almost surely vanishes everywhere.
"""

import random
from functools import lru_cache

from jounce.dynamics import gyrostat
from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Jet, Number, derivatives
from jounce.numbers.elementary import is_constant
from jounce.plant.plant import KEPT, Orders, Plant, plant_of
from jounce.robot import Robot

STATES = 3
VANISHES = 1e-11
"""Largest partial derivative of a joint torque by q_k, qd_k or qdd_k that counts as zero, relative to the largest one of all
joint torques by the same row q, qd or qdd."""


@lru_cache(maxsize=KEPT)
def essential_orders(robot: Robot) -> Orders:
    """Return the orders (o, s, r) of a robot whose joints have one DOF and one drive each; see the module for o, s and r.

    ModelError is raised if rotors act on each other in a cycle.
    """
    plant, coupling, n = plant_of(robot), robot.coupling, robot.n
    elastic = [m.elastic for m in plant.motors]
    damped = [not is_constant(m.damping, 0.0) for m in plant.motors]
    o, s = [0] * n, [0] * n
    for j in reversed(coupling.sequence):
        if elastic[j]:
            acts = [o[i] + kind for i, row in enumerate(coupling.pattern) if (kind := row[j])]
            s[j] = max([2, *acts])
            o[j] = s[j] - damped[j]
    reads = _dependence(plant, [i for i in range(n) if elastic[i]])
    r = [max([2, *(o[i] + a[k] for i, a in reads.items() if k in a)]) for k in range(n)]
    return Orders(tuple(o), tuple(s), tuple(r))


def _dependence(plant: Plant, rows: list[int]) -> dict[int, dict[int, int]]:
    """Return {i: {k: a_ik}} for the joints i in `rows`, from joint torques differentiated at random states and wrenches."""
    n, numbers = plant.tree.freedoms, random.Random(0)
    dependence: dict[int, dict[int, int]] = {i: {} for i in rows}
    for _ in range(STATES):
        state = [[numbers.uniform(-1.5, 1.5) for _ in range(n)] for _ in range(5)]
        pushes = [[numbers.uniform(-1.0, 1.0) for _ in range(6)] for _ in plant.tree.bodies]
        loads = [(body, ((x[0], x[1], x[2]), (x[3], x[4], x[5]))) for body, x in enumerate(pushes)]
        for order in range(3):
            slopes = [_slopes(plant, state, order, k, loads) for k in range(n)]
            least = VANISHES * max(abs(x) for column in slopes for x in column)
            for i, orders in dependence.items():
                orders.update({k: max(order, orders.get(k, 0)) for k in range(n) if abs(slopes[k][i]) > least})
    return dependence


def _slopes(plant: Plant, state: list[list[float]], order: int, k: int, loads: Loads) -> list[float]:
    """Return the partial derivatives of all joint torques by q_k^(order), at constant motion of the motors of elastic joints.

    state: rows q, qd, qdd, thetad, thetadd.
    """
    rows: list[list[Number]] = [list(row) for row in state]
    rows[order][k] = Jet([state[order][k], 1.0])
    q, qd, qdd = rows[:3]
    speed = [x if m.elastic else v for m, x, v in zip(plant.motors, rows[3], qd)]
    speeding = [x if m.elastic else v for m, x, v in zip(plant.motors, rows[4], qdd)]
    tau, _ = gyrostat.torques(plant, q, qd, qdd, speed, speeding, loads)
    return [(*derivatives(x), 0.0)[1] for x in tau]
