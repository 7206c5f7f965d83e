"""MJCF, MuJoCo's own format: trees of bodies with their joints. What would change the equations and has no words here is refused.

MuJoCo documentation, "XML Reference" and "Modeling" (mujoco.readthedocs.io; MuJoCo is under the Apache licence 2.0).
"""

from jounce.robot.load.mjcf.model import load_mjcf

__all__ = ["load_mjcf"]
