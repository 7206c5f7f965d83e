"""What a process does with a value that was sent to it; a module, so that a process that was spawned can import it."""

import pickle
import sys

import numpy as np

import jounce as jn


def echo(pair):
    """(whether two values that travelled are equal there, one of them on its way back)."""
    one, two = pair
    return one == two and hash(one) == hash(two), one


def evaluate(job):
    """A function on arrays there, natively if it was so here."""
    backend, function, arguments, more = job
    with jn.backend(backend):
        return function(*arguments, **more)


def cube(delta):
    """A spring's law."""
    return 500.0 * delta + 2e4 * delta**3


def root(torque):
    """Its inverse."""
    return jn.robot.HardeningSpring(500.0, 2e4).rest(torque)


def day(things):
    """A day's work with a robot, a plan, a kernel and a controller: arrays of all that they give, one sample and many."""
    backend, robot, plan, kernel, controller, motion = things
    batch = np.repeat(motion[:, None], 700, axis=1)
    with jn.backend(backend):
        run = jn.simulate(robot, plan, controller, tolerance=1e-6)
        return [
            jn.rnea(robot, *motion),
            jn.rnea(robot, *batch, threads=2),
            *jn.inverse_dynamics(robot, *batch),
            *kernel(*motion),
            *kernel(*batch),
            plan.at([0.07, 0.11]).tau_m,
            jn.feedforward(robot, plan.path, plan.t).tau_m,
            jn.eigenfrequencies(robot, motion[0]).free,
            run.q,
            run.tau_m,
        ]


def from_a_stranger():
    """As a process of another library does: a pickle comes, is worked with, and the answer goes."""
    things = pickle.load(sys.stdin.buffer)
    pickle.dump((day(things), things), sys.stdout.buffer)
