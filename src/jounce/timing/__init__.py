"""AS FAST AS THE LIMITS ALLOW: a curve run through in the least time."""

from jounce.timing.fastest import fastest
from jounce.timing.status import Active, TimingStatus

__all__ = ["Active", "TimingStatus", "fastest"]
