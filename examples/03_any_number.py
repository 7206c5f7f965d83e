"""One text, many numbers: the same torque as floats, to fifty digits, and as equations."""

import mpmath
import numpy as np
import sympy

import jounce as jn

robot = jn.load("planar_2r")
q, qd, qdd = np.array([[0.3, -1.2], [0.7, 0.4], [1.5, -2.0]])
print("float: ", jn.rnea(robot, q, qd, qdd))

mpmath.mp.dps = 50
exact = [np.array([mpmath.mpf(float(x)) for x in row], dtype=object) for row in (q, qd, qdd)]
print("mpmath:", *jn.rnea(robot, *exact))

symbols = [np.array(sympy.symbols(f"{name}1 {name}2"), dtype=object) for name in ("q", "v", "a")]
for i, tau in enumerate(jn.rnea(robot, *symbols), start=1):
    print(f"tau{i} =", sympy.trigsimp(sympy.nsimplify(sympy.expand(tau))))
