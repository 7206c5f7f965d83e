"""The result of minimum-time planning is a value."""

import pickle
from dataclasses import replace

import numpy as np

from jounce.timing.timing_status import Active, TimingStatus

STATUS = TimingStatus(
    time=1.25,
    shares={"velocity": np.array([0.5, 1.0]), "motor_torque": np.array([0.25, 0.1234567])},
    t=np.array([0.5]),
    share=np.array([1.0]),
    active=(Active(0.0, 1.25, "joint2", "velocity", 1.0),),
    rigid_time=1.2,
    pieces=12,
    steps=3,
    unproven="",
)


def test_how_it_is_shown():
    shown = "TimingStatus(time=1.25, rigid_time=1.2, shares={'velocity': 1.0, 'motor_torque': 0.25}"
    assert repr(STATUS) == shown + ", proved)"
    assert repr(replace(STATUS, unproven="springs of piecewise laws")) == shown + ")"


def test_it_compares_hashes_and_pickles_by_value():
    same = replace(STATUS, shares={name: x.copy() for name, x in STATUS.shares.items()})
    assert same == STATUS == pickle.loads(pickle.dumps(STATUS))
    assert hash(same) == hash(STATUS)
    assert replace(STATUS, share=np.array([0.9])) != STATUS
    assert replace(STATUS, active=(STATUS.active[0]._replace(joint="joint1"),)) != STATUS
