"""Minimum-time planning: time scaling of a path within limits, and motions whose geometry is free."""

from jounce.timing.fastest import fastest
from jounce.timing.fastest_move import MoveStatus, fastest_move
from jounce.timing.timing_status import Active, TimingStatus

__all__ = ["Active", "MoveStatus", "TimingStatus", "fastest", "fastest_move"]
