"""Poses and Jacobians of a frame on a body, and the Jacobian of the centre of mass."""

from collections.abc import Iterator, Sequence

from jounce.dynamics.kinematic_sweep import composite_inertias, joint_axes
from jounce.dynamics.mass_matrix import unit_acceleration
from jounce.numbers import Number
from jounce.plant.tree import Body, Tree, gathered_columns, joint_transforms, placed
from jounce.spatial.geometry import Placement, Vector, apply
from jounce.spatial.inertia import Inertia


def seen_from_path(tree: Tree, q: Sequence[Number], body: int, frame: Placement) -> Iterator[tuple[int, Placement]]:
    """Yield (index k, placement of the frame in body k) from body `body` to the base, at last (-1, pose in the base frame).

    frame: placement of the frame on `body`.
    """
    tree, q = placed(tree, q)
    for k in tree.path(body):
        yield k, frame
        frame = tree.bodies[k].joint.at(q[k]).out_placement(frame)
    yield -1, frame


def frame_pose(tree: Tree, q: Sequence[Number], body: int, frame: Placement) -> Placement:
    """Return the pose in the base frame of a frame with placement `frame` on body `body`, O(depth)."""
    *_, (_, pose) = seen_from_path(tree, q, body, frame)
    return pose


def body_jacobian(tree: Tree, q: Sequence[Number], body: int, frame: Placement) -> list[list[Number]]:
    """Return J(q) (6, n): J qd is the (angular, linear) velocity of a frame on `body`, in the axes of this frame.

    A joint that does not carry the body has a zero column.
    """
    J: list[list[Number]] = [[0.0] * len(tree.bodies) for _ in range(6)]
    for k, seen in seen_from_path(tree, q, body, frame):
        if k >= 0:
            joint = tree.bodies[k].joint
            turn, move = seen.into_twist((joint.spin(1.0), joint.slide(1.0)))
            for row, entry in zip(J, (*turn, *move)):
                row[k] = entry
    return gathered_columns(tree, J)


def com_jacobian(tree: Tree, q: Sequence[Number]) -> list[list[Number]]:
    """Return J(q) (3, n): J qd is the velocity of the centre of mass of all bodies, in the base frame.

    Column i is the linear momentum that a unit velocity of joint i gives to the bodies it carries, divided by the total mass.
    """
    over, joints = tree.over, joint_transforms(tree, q)
    composite = composite_inertias(tree, joints)
    momentum = over.each(_unit_momentum, composite, tree.bodies, joint_axes(tree, joints).pose)
    mass = sum(composite[k].mass for k, body in enumerate(tree.bodies) if body.parent < 0)
    return gathered_columns(tree, [[x / mass for x in row] for row in over.columns(momentum)])


def _unit_momentum(composite: Inertia, link: Body, pose: Placement) -> Vector:
    """Return the linear momentum, in the base frame, of the bodies that a joint carries, for a unit velocity of this joint."""
    _, force = unit_acceleration(composite, link)
    return apply(pose.rotation, force)
