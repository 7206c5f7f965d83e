"""State derivative of a simulated robot, with power flows, for integrators in C."""

from functools import lru_cache
from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics.elastic_joints import dissipated_power
from jounce.dynamics.factorization import solve_symmetric
from jounce.dynamics.newton_euler import newton_euler
from jounce.functions.elastic_forward_dynamics import FORWARD
from jounce.kernel.equation import Auxiliary, Equation, Inputs, Output
from jounce.numbers import Number
from jounce.plant.multi_dof_joints import along_freedoms, position_rates
from jounce.plant.plant import Plant
from jounce.robot import Robot


@lru_cache(maxsize=64)
def motion_rate(pushed: bool, varied: bool, driven: tuple[int, ...] | None = None) -> Equation:
    """Return the equation of d/dt (q, qd, theta, thetad, work, loss), and gain under external inputs; then the pivots of M.

        work = tau_m . thetad,    loss = D (thetad - N qd)^2 + friction,    gain = W . (J qd) + Kd delta^2 / 2

    pushed: True for the output gain; varied: True for the input `stiffening`, Kd, the rate of stiffness. tau_m is zero where no
    motor acts. driven: motors with prescribed motion: their input is thetadd in place of tau_m, and tau_m is the required torque.
    """

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        q, qd, theta, thetad, tau_m = x.motion
        if driven is None:
            qdd, thetadd, pivots = FORWARD.evaluate(plant, x)
        else:
            thetadd = tau_m
            tau_m, qdd, pivots = _driven_by(plant, x, driven)
        flows = [sum((t * v for t, v in zip(tau_m, thetad)), 0.0), dissipated_power(plant, qd, thetad)]
        if pushed:
            still: list[Number] = [0.0] * len(qd)
            weightless = plant.tree._replace(gravity=(0.0, 0.0, 0.0))
            pushed_torque = newton_euler(weightless, q, still, still, x.loads) if x.loads else still
            gain: Number = sum((-t * v for t, v in zip(pushed_torque, qd)), 0.0)
            if varied:
                moved = plant.transmission.to_motors(along_freedoms(plant.tree, q))
                for m, th, at, Kd in zip(plant.motors, theta, moved, x.auxiliary["stiffening"][0]):
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
        motor_arguments=FORWARD.motor_arguments,
        auxiliary=Auxiliary(lambda robot: (Slot("stiffening", 1, robot.m),) if varied else ()),
    )


def _driven_by(plant: Plant, x: Inputs, driven: tuple[int, ...]) -> tuple[list[Number], list[Number], list[Number]]:
    """Return the torques (m,) for prescribed accelerations of the motors `driven`, qdd (n,), and the pivots of M.

    thetadd = A tau_m + b, qdd = B tau_m + c, column by column. Motors behind springs that no link carries along act on
    themselves alone: A = 1 / inertia, B = 0.
    """
    *state, thetadd = x.motion

    def under(torque: list[Number]) -> Any:
        return FORWARD.evaluate(plant, x._replace(motion=[*state, torque]))

    none: list[Number] = [0.0] * len(plant.motors)
    qdd, free, pivots = under(none)
    tau = list(none)
    if is_decoupled(plant, driven):
        for i in driven:
            tau[i] = plant.motors[i].inertia * (thetadd[i] - free[i])
        return tau, qdd, pivots
    columns = [under([1.0 if k == i else 0.0 for k in range(len(none))])[:2] for i in driven]
    A = [[column[1][j] - free[j] for column in columns] for j in driven]
    torques, _ = solve_symmetric(A, [thetadd[j] - free[j] for j in driven])
    for i, t in zip(driven, torques):
        tau[i] = t
    moved = [start + sum((t * (column[0][k] - start) for t, column in zip(torques, columns)), 0.0) for k, start in enumerate(qdd)]
    return tau, moved, pivots


def is_decoupled(plant: Plant, driven: tuple[int, ...]) -> bool:
    """Exact test: the torque of each motor in `driven` accelerates this motor alone."""
    return not plant.rotors and all(plant.motors[i].elastic for i in driven)


def state_size(robot: Robot) -> int:
    """Return the number of scalars in q, qd, theta and thetad."""
    return robot.nq + robot.n + 2 * robot.m
