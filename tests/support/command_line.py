"""The program's short motion, the plan of that motion in Python, and what a command says as JSON."""

import json

import numpy as np

import jounce as jn

MOTION = ("--to", "0.3,-0.2", "--duration", "0.3", "--rate", "500")


def data_of(done):
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    return json.loads(done.stdout)


def planned(robot, rate=500, degree=9):
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.3, -0.2], 0.3, degree)
    return jn.feedforward(robot, path, np.arange(round(0.3 * rate) + 1) / rate)
