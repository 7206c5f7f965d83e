"""Constructors of controllers and observers, each argument replaced by what it is not: a refusal of ours, or an object."""

import inspect
import warnings

import numpy as np
import pytest

import jounce as jn
from jounce.errors import JounceError

ROBOT = jn.load("planar_2r")
T = np.linspace(0.0, 0.2, 11)
PLAN = jn.feedforward(ROBOT, jn.trajectory.rest_to_rest([0.0, 0.0], [0.2, 0.1], 0.2, degree=9), T)
Q = np.array([0.1, 0.2])

SOUND = {
    "CartesianImpedance": {"robot": ROBOT, "stiffness": {"translation": 100.0}, "damping": 10.0},
    "CollisionDetector": {"robot": ROBOT, "noise": 0.1},
    "DynamicFeedbackLinearization": {"robot": ROBOT, "bandwidth": 20.0},
    "FeedbackLinearization": {"robot": ROBOT, "bandwidth": 20.0},
    "FeedforwardPD": {"robot": ROBOT, "kp": 100.0, "kd": 10.0},
    "FeedforwardPID": {"robot": ROBOT, "kp": 100.0, "ki": 1.0, "kd": 10.0},
    "GravityPD": {"robot": ROBOT, "kp": 1e4, "kd": 100.0},
    "JointImpedance": {"robot": ROBOT, "stiffness": 100.0, "damping": 10.0},
    "KalmanFilter": {"robot": ROBOT, "noise": {"theta": 1e-5, "q": 1e-5}, "disturbance": {"tau_m": 1.0, "external": 1.0}},
    "MomentumObserver": {"robot": ROBOT, "gain": 50.0},
    "RigidComputedTorque": {"robot": ROBOT, "bandwidth": 20.0},
    "StateObserver": {"robot": ROBOT, "bandwidth": 20.0},
    "StructurePreserving": {"robot": ROBOT, "link_damping": 1.0, "motor_stiffness": 100.0, "motor_damping": 10.0},
    "TimeVaryingLQR": {"plan": PLAN, "state_cost": 1.0, "torque_cost": 1.0},
    "external_wrench": {"robot": ROBOT, "q": Q, "external": Q},
    "gravity_slope": {"robot": ROBOT},
    "linearize": {"robot": ROBOT, "q": Q},
}
WRONG = {
    "text": "x",
    "a number as text": "1",
    "nothing": None,
    "a list": [],
    "nested": [[1.0], [2.0, 3.0]],
    "a dict": {},
    "names": {"x": "y"},
    "numbers by name": {"q": "x", "tau_j": None, "theta": [[]]},
    "nan": np.nan,
    "inf": np.inf,
    "negative": -1.0,
    "zero": 0.0,
    "complex": 1j,
    "object": object(),
    "bytes": b"x",
    "true": True,
    "huge": 10**400,
    "large": 1e300,
    "small": 5e-324,
    "texts": ("x", "y"),
    "numbers": (1.0, 2.0, 3.0),
    "objects": np.array([None, "x"], dtype=object),
    "empty": np.zeros((0, 2)),
    "function": len,
    "type": int,
    "robot": ROBOT,
    "plan": PLAN,
}


def test_all_are_here():
    """Every public class and function of `jn.control` that is not a result."""
    results = {"Collision", "Controller", "Estimate", "ExternalWrench", "GainCondition", "Linearized", "Measured", "Reference"}
    assert {*jn.control.__all__} - results - {"StateSpace"} == {*SOUND}


@pytest.mark.parametrize("name", SOUND)
def test_wrong_arguments(name):
    make = getattr(jn.control, name)
    make(**SOUND[name])
    foreign = {}
    for argument in inspect.signature(make).parameters:
        for kind, value in WRONG.items():
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    make(**{**SOUND[name], argument: value})
            except JounceError as error:
                if len(str(error)) > 2000:
                    foreign[argument, kind] = "a message without end"
            except Exception as error:
                foreign[argument, kind] = f"{type(error).__name__}: {error}"
    assert not foreign, "\n".join(f"{name}({argument}={kind}): {said}" for (argument, kind), said in foreign.items())
