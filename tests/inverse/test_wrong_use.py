"""What is no path, no plan and no robot is refused in words wherever one is asked for, and never by an AttributeError."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.flexible import MP

ROBOT = jn.load("planar_2r")
LINE = jn.trajectory.line([1.0, 0.5], [0.3, 1.2], 1.0)
MOVE = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 1.0], 1.0, degree=9)
T = [0.0, 0.5, 1.0]


class Pretender:
    """It has what a path has, but is none."""

    n, start_time, end_time, smoothness, max_order, space = 2, 0.0, 1.0, 9, 9, "tool"


JUNK = {
    "list": [1.0, 0.5],
    "array": np.zeros((3, 2)),
    "nothing": None,
    "number": 1.0,
    "text": "line",
    "function": lambda t, order: np.zeros((order + 1, 2)),
    "the maker": jn.trajectory.line,
    "the class": jn.trajectory.Path,
    "class of another kind": dict,
    "robot": ROBOT,
    "plan": jn.feedforward(ROBOT, MOVE, T),
    "pretender": Pretender(),
    "dictionary": {"start": [0.0, 0.0]},
    "jet": jn.numbers.Jet([1.0, 2.0]),
}
PATHS = {
    "inverse_kinematics": lambda junk: jn.inverse_kinematics(ROBOT, junk, [0.3, 1.0]),
    "feedforward": lambda junk: jn.feedforward(ROBOT, junk, T),
    "feedforward of a flexible arm": lambda junk: jn.feedforward(MP, junk, T),
}


@pytest.mark.parametrize("where", PATHS)
@pytest.mark.parametrize("what", JUNK)
def test_no_path(where, what):
    with pytest.raises(InputError, match=r"path: expected a path, a motion in time such as jn\.trajectory\.\w+.* got \w+\."):
        PATHS[where](JUNK[what])


@pytest.mark.parametrize("what", [name for name in JUNK if name != "nothing"])
def test_no_stiffness(what):
    with pytest.raises(InputError, match="stiffness: expected a path of 2 coordinates"):
        jn.feedforward(ROBOT.with_drives(stiffness=1e3, rotor_inertia=0.1), MOVE, T, stiffness=JUNK[what])


@pytest.mark.parametrize("what", [*[name for name in JUNK if name != "plan"], "path"])
def test_no_plan(what):
    with pytest.raises(InputError, match="plan: expected what jn.feedforward"):
        jn.simulate(ROBOT, JUNK.get(what, MOVE))


@pytest.mark.parametrize("what", ["list", "number", "text", "dictionary"])
def test_no_controller(what):
    with pytest.raises(InputError, match="controller: expected a function"):
        jn.simulate(ROBOT, JUNK["plan"], JUNK[what])


ROBOTS = {
    "inverse_kinematics": lambda junk: jn.inverse_kinematics(junk, LINE, [0.3, 1.0]),
    "feedforward": lambda junk: jn.feedforward(junk, MOVE, T),
    "simulate": lambda junk: jn.simulate(junk, JUNK["plan"]),
    "zero_dynamics": lambda junk: jn.zero_dynamics(junk, [0.3, 1.0]),
    "eigenfrequencies": lambda junk: jn.eigenfrequencies(junk, [0.3, 1.0]),
    "dae_index": lambda junk: jn.flexible.dae_index(junk, [0.3, 1.0]),
    "rnea": lambda junk: jn.rnea(junk, *np.zeros((3, 2))),
}


@pytest.mark.parametrize("where", ROBOTS)
@pytest.mark.parametrize("what", ["nothing", "text", "list", "plan", "dictionary", "pretender"])
def test_no_robot(where, what):
    with pytest.raises(InputError, match="robot: expected a Robot, as jounce.load gives it"):
        ROBOTS[where](JUNK[what])


@pytest.mark.parametrize("hold", [5, "joint1", ["joint1"], ("joint1", 0.0), 0.5], ids=str)
def test_no_mapping_of_joints_to_hold(hold):
    with pytest.raises(InputError, match=r"hold: expected \{joint: position\}"):
        jn.inverse_kinematics(ROBOT, LINE, [0.3, 1.0], hold=hold)


@pytest.mark.parametrize("guess", [None, "here", [0.1], [[0.1, 0.2]], [np.nan, 0.1], {}], ids=str)
def test_no_guess(guess):
    with pytest.raises(InputError, match="guess"):
        jn.inverse_kinematics(ROBOT, LINE, guess)


def test_the_velocity_is_named():
    with pytest.raises(InputError, match="qd: expected 3 finite numbers"):
        jn.flexible.dae_index(MP, [0.5, 1.0, 0.0], [0.1])
