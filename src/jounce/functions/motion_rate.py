"""The rate of a simulated robot's state, with the power that flows: what integrators in C are wrapped around."""

from functools import lru_cache
from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics.motor import friction
from jounce.dynamics.newton_euler import newton_euler
from jounce.functions.elastic_forward_dynamics import FORWARD
from jounce.functions.equation import Equation, Inputs, Output
from jounce.numbers import Number
from jounce.plant.chains import along_freedoms, position_rates
from jounce.plant.plant import Plant
from jounce.robot import Robot


@lru_cache(maxsize=4)
def motion_rate(pushed: bool, varied: bool) -> Equation:
    """d/dt (q, qd, theta, thetad, work, loss), and gain where something acts from outside; then the pivots of M.

        work = tau_m . thetad,    loss = D (thetad - N qd)^2 + friction,    gain = W . (J qd) + Kd delta^2 / 2

    pushed: whether it has the gain; varied: whether springs come with Kd, the rate of their stiffness, in `stiffening`. tau_m is
    zero where no motor acts.
    """

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        q, qd, theta, thetad, tau_m = x.motion
        qdd, thetadd, pivots = FORWARD.text(plant, x)
        turning = plant.transmission.to_motors(qd)
        loss: Number = 0.0
        for m, v, turn in zip(plant.motors, thetad, turning):
            slip = -turn if m.absent else v - turn
            loss = loss + m.damping * slip * slip + friction(m, v) * v
        for i, here in enumerate(plant.beside):
            for rub in here.rubbing:
                v = rub.ratio * qd[i]
                loss = loss + friction(rub, v) * v
        for i, j, _, damping in plant.coupled:
            loss = loss + 2.0 * damping * qd[i] * qd[j]
        flows = [sum((t * v for t, v in zip(tau_m, thetad)), 0.0), loss]
        if pushed:
            still: list[Number] = [0.0] * len(qd)
            weightless = plant.tree._replace(gravity=(0.0, 0.0, 0.0))
            taken = newton_euler(weightless, q, still, still, x.loads) if x.loads else still
            gain: Number = sum((-t * v for t, v in zip(taken, qd)), 0.0)
            if varied:
                moved = plant.transmission.to_motors(along_freedoms(plant.tree, q))
                for m, th, at, Kd in zip(plant.motors, theta, moved, x.held["stiffening"][0]):
                    gain = gain + (0.5 * Kd * (th - at) * (th - at) if m.elastic else 0.0)
            flows.append(gain)
        return [*position_rates(plant.tree, q, qd), *qdd, *thetad, *thetadd, *flows], pivots

    return Equation(
        "motion_rate",
        FORWARD.arguments,
        text,
        lambda robot: (Output("rate", (state_size(robot) + 2 + pushed,), 0), Output("pivots", (robot.n,), 0)),
        takes="wrench",
        prepare=FORWARD.prepare,
        of_motors=FORWARD.of_motors,
        held=lambda robot: (Slot("stiffening", 1, robot.m),) if varied else (),
    )


def state_size(robot: Robot) -> int:
    """Numbers in q, qd, theta and thetad."""
    return robot.nq + robot.n + 2 * robot.m
