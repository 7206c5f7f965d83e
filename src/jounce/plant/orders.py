"""Essential orders of dynamic feedback linearisation: derivatives of links and motors that it needs.

They are computed in `functions/essential_orders.py`.
"""

from typing import NamedTuple


class Orders(NamedTuple):
    """Orders of differentiation of each joint and motor."""

    torques: tuple[int, ...]
    """o_i: order of the joint torque; 0 for a rigid joint."""
    motors: tuple[int, ...]
    """s_i: order of the motor position; 0 for a rigid joint."""
    links: tuple[int, ...]
    """r_i: order of the link position."""

    @property
    def highest(self) -> int:
        """Return the length of the longest chain of integrators."""
        return max(self.links)

    @property
    def states(self) -> int:
        """Return the number of states of the compensator."""
        return sum(max(s - 2, 0) + r - o - 2 for o, s, r in zip(*self))
