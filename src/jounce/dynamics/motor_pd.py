"""A spring and a damper at every motor, and the weight: a regulator that needs the motors' encoders alone.

    tau_m = Kp (theta_d - theta) - Kd thetad + hold,    theta_d = q_d + K^-1 g(q_d)

hold is what the drives carry at the goal, g(q_d): [Tomei1991]. Or it is what they would carry if the robot stood still with its
motors where they are, g(qbar(theta)) with K (theta - qbar) = g(qbar): [Ott2008].
"""

from collections.abc import Sequence

from jounce.dynamics.elastic_joints import Row, joint_torque, motors
from jounce.dynamics.statics import statics, unbent
from jounce.numbers import Number
from jounce.plant.plant import Plant

Rows = Sequence[Sequence[Number]]


def motor_pd(
    plant: Plant, q_d: Sequence[Number], theta: Sequence[Number], thetad: Sequence[Number], kp: Rows, kd: Rows, at_goal: bool
) -> Row:
    """tau_m (m). kp, kd: (m, m). at_goal: whether the weight is that of the goal, or of motors where they are."""
    still: Row = [0.0] * plant.tree.freedoms
    weight = joint_torque(plant, q_d, still, still)
    _, (theta_d, *_), _ = motors(plant, (q_d, still, still), (weight, still, still))
    if not at_goal:
        weight = statics(plant, unbent(plant, theta), theta)[1]
    hold = plant.transmission.torques_at_motors(weight, plant.preload)
    pulled = times(kp, [wanted - now for wanted, now in zip(theta_d, theta)])
    return [h + p - d for h, p, d in zip(hold, pulled, times(kd, thetad))]


def times(matrix: Rows, x: Sequence[Number]) -> Row:
    """A matrix and a vector."""
    return [sum((a * b for a, b in zip(row[1:], x[1:])), row[0] * x[0]) for row in matrix]
