"""Simulations in time: one second of a KUKA LWR at 1 kHz beside the same method in SciPy, and a million ticks of a machine.

    python benchmarks/simulation.py [--ticks 1000000]

Times are processor time of this process, the least of several runs with code compiled before. The LWR carries 1 kg: the bare
flange is too light for feedback linearisation at 1 kHz.
"""

import argparse
import resource
from time import process_time
from typing import Any

import numpy as np

import jounce as jn
from jounce.simulation import native_integrator

ROUNDS = 5
BAR = 50.0
"""Of a second of the LWR [ms]."""
GOAL = [1.0, -0.5, 0.8, 1.2, 0.3, -0.7, 0.5]


def spent(robot: jn.Robot, plan: jn.Plan, controller: Any, rounds: int = ROUNDS, **more: Any) -> tuple[float, jn.simulation.Run]:
    """Milliseconds, and the run."""
    jn.simulate(robot, plan, controller, **more)
    least, run = np.inf, None
    for _ in range(rounds):
        begin = process_time()
        run = jn.simulate(robot, plan, controller, **more)
        least = min(least, 1e3 * (process_time() - begin))
    assert run is not None
    return least, run


def one_second() -> None:
    robot = jn.load("kuka_lwr").with_payload(1.0, (0.0, 0.0, 0.1), (0.01, 0.01, 0.01, 0.0, 0.0, 0.0))
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest(np.zeros(7), GOAL, 1.0, degree=9), np.linspace(0.0, 1.0, 1001))
    inertia = np.diagonal(jn.mass_matrix(robot, np.zeros(7))) + [drive.reflected_inertia for drive in robot.motor_drives]
    pd = jn.control.FeedforwardPD(robot, kp=2500.0 * inertia, kd=100.0 * inertia)
    exact = jn.control.FeedbackLinearization(robot, poles=[-100.0] * 4)
    sensors = jn.Sensors(
        jn.simulation.Sensor.encoder(19, 1e-6),
        jn.simulation.Sensor.encoder(19, 1e-6),
        jn.simulation.Sensor(noise=0.05),
        jn.simulation.Sensor(noise=0.05),
    )
    machine = {"sensors": sensors, "actuator": jn.simulation.Actuator(500.0, 3000.0)}
    cases: dict[str, tuple[Any, dict[str, Any]]] = {
        "open loop": (None, {}),
        "torque held": (None, {"rate": 1000.0}),
        "feedforward and PD": (pd, {}),
        "feedback linearisation": (exact, {}),
        "feedforward and PD, sensors and actuator": (pd, machine),
    }
    for name, (controller, more) in cases.items():
        fast, run = spent(robot, plan, controller, **more)
        fine = jn.simulate(robot, plan, controller, tolerance=1e-13, **more)
        compiled = native_integrator.integrator_kernel
        native_integrator.integrator_kernel = lambda *_: None
        slow, plain = spent(robot, plan, controller, 1, **more)
        native_integrator.integrator_kernel = compiled
        apart = [np.abs(other.q - run.q).max() for other in (plain, fine)]
        verdict = "holds" if fast < BAR else "missed"
        print(f"{name}: {fast:.1f} ms (bar {BAR:g}, {verdict}), {run.evaluations} evaluations; by SciPy {slow:.0f} ms")
        print(
            f"    q beside SciPy {apart[0]:.1e} rad, beside tolerance 1e-13 {apart[1]:.1e} rad; error {run.tracking_error:.1e}",
            flush=True,
        )


def many_ticks(ticks: int) -> None:
    robot = jn.load("planar_2r")
    path = jn.trajectory.harmonic([[0.4, 0.3]], 2.0 * np.pi, 0.0, [0.3, -0.2])
    controller = jn.control.FeedforwardPD(robot, 400.0, 20.0)
    machine: dict[str, Any] = {
        "sensors": jn.Sensors(jn.simulation.Sensor.encoder(19, delay=1e-3)),
        "actuator": jn.simulation.Actuator(200.0, 2000.0),
    }
    for count in (ticks // 100, ticks):
        t = np.linspace(0.0, count / 1000.0, count // 100 + 1)
        plan = jn.feedforward(robot, path, t)
        begin = process_time()
        run = jn.simulate(robot, plan, controller, rate=1000.0, **machine)
        took, memory = process_time() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
        parts = [np.abs(x).max() for x in (run.error[1:101], run.error[-100:])]
        print(f"{count} ticks: {took:.1f} s, {1e6 * took / count:.1f} us a tick, {memory:.0f} MB at most", flush=True)
        print(f"    largest error in the first 10 s {parts[0]:.6e}, in the last {parts[1]:.6e} rad", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ticks", type=int, default=1_000_000)
    options = parser.parse_args()
    one_second()
    many_ticks(options.ticks)


if __name__ == "__main__":
    main()
