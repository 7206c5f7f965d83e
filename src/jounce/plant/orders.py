"""How far the motion of links and motors is read by dynamic feedback linearisation; see `functions/essential_orders.py`."""

from typing import NamedTuple


class Orders(NamedTuple):
    """For each joint, and for the motors of elastic ones."""

    torques: tuple[int, ...]
    """o_i: to which order the joint's torque is needed; 0 where the joint is rigid."""
    motors: tuple[int, ...]
    """s_i: to which order the motor's position is needed; 0 where the joint is rigid."""
    links: tuple[int, ...]
    """r_i: to which order the link's position is needed."""

    @property
    def highest(self) -> int:
        """The longest chain."""
        return max(self.links)

    @property
    def states(self) -> int:
        """How many states the compensator has."""
        return sum(max(s - 2, 0) + r - o - 2 for o, s, r in zip(*self))
