"""Where a frame on a link is, and how the joints move it."""

from collections.abc import Sequence

from jounce.numbers import Number
from jounce.plant.multi_dof_joints import placed
from jounce.plant.tree import Tree, gathered_columns
from jounce.spatial.geometry import Placement, add, apply, cross, transpose


def frame_pose(tree: Tree, q: Sequence[Number], body: int, frame: Placement) -> Placement:
    """A frame fixed on `body` (its placement there) in the base frame; walks from the body to the base, O(depth)."""
    tree, q = placed(tree, q)
    pose = frame
    while body >= 0:
        pose = tree.bodies[body].joint.at(q[body]).out_placement(pose)
        body = tree.bodies[body].parent
    return pose


def body_jacobian(tree: Tree, q: Sequence[Number], body: int, frame: Placement) -> list[list[Number]]:
    """J(q), 6 rows by n columns: (angular, linear) velocity of a frame on `body`, in that frame's own axes, is J qd.

    A joint that does not carry the body has a zero column. Walks from the body to the base; `here` is the frame seen from the
    link it passes, so a turn about that link's z axis moves the frame's origin with z x here.origin.
    """
    tree, q = placed(tree, q)
    n = len(tree.bodies)
    J: list[list[Number]] = [[0.0] * n for _ in range(6)]
    here = frame
    while body >= 0:
        joint = tree.bodies[body].joint
        spin, slide = joint.spin(1.0), joint.slide(1.0)
        back = transpose(here.rotation)
        column = (*apply(back, spin), *apply(back, add(slide, cross(spin, here.origin))))
        for row, entry in zip(J, column):
            row[body] = entry
        here = joint.at(q[body]).out_placement(here)
        body = tree.bodies[body].parent
    return gathered_columns(tree, J)
