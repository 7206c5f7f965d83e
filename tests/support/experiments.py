"""The motion of [Buondonno2015], section V: a KUKA LWR from rest to rest in 4 s, all joints at 90 to 120 deg/s.

Start and goal are ours, in steps of 5 deg within +-120 deg. They are chosen for what the paper says of its motion: the largest
deflection is some 3 deg, and on the joints that bend, 1 to 4, elasticity changes the peak torque by 2 to 5 %.
"""

import numpy as np

import jounce as jn

LWR = jn.load("kuka_lwr")
DURATION = 4.0
START = np.radians([95.0, -80.0, -95.0, -95.0, -90.0, 105.0, -80.0])
GOAL = np.radians([-120.0, 120.0, 110.0, 120.0, 100.0, -95.0, 105.0])
PATH = jn.trajectory.rest_to_rest(START, GOAL, DURATION, degree=7)


def plan(robot=LWR, samples=401):
    """The motion planned for a robot, at times evenly spaced from start to end."""
    return jn.feedforward(robot, PATH, np.linspace(0.0, DURATION, samples))
