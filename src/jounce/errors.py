"""Exceptions that jounce raises on purpose.

    JounceError
    ├── ModelError (ValueError)            a robot that cannot be built as described
    │   ├── LoadError                      a file that could not be read as a robot: names file, place and remedy
    │   └── UnphysicalError                inertia that no rigid body can have
    ├── InputError (ValueError)            an argument with a wrong shape, a NaN or an unknown name
    │   └── SmoothnessError                a requested derivative that the path does not have
    ├── SingularityError (ArithmeticError) a pose or a model where the answer does not exist
    ├── ConvergenceError (ArithmeticError) an iteration that did not reach its tolerance
    │   └── FaultError                     a control tick of a live flexible arm that fails: has the reason and a safe torque
    ├── LimitError                         a motion that exceeds limits it had to satisfy
    ├── CompilerError (RuntimeError)       native code was requested but cannot be compiled
    ├── WorkerError (RuntimeError)         a worker process of the user's executor died
    └── OutOfMemoryError (MemoryError)     a batch whose results do not fit into memory

Each message states the expected and the received value, the joint or link concerned, and the remedy.
"""

__all__ = [
    "CompilerError",
    "ConvergenceError",
    "FaultError",
    "InputError",
    "JounceError",
    "LimitError",
    "LoadError",
    "ModelError",
    "OutOfMemoryError",
    "SingularityError",
    "SmoothnessError",
    "UnphysicalError",
    "WorkerError",
]


class JounceError(Exception):
    """Base of all errors raised by jounce."""


class ModelError(JounceError, ValueError):
    """Raised for a robot that cannot be built as described."""


class LoadError(ModelError):
    """Raised for a file that cannot be read as a robot."""


class UnphysicalError(ModelError):
    """Raised for inertial data that no rigid body can have."""


class InputError(JounceError, ValueError):
    """Raised for an argument that does not fit the robot or the function."""


class SmoothnessError(InputError):
    """Raised for a derivative that is requested of a path and does not exist."""


class SingularityError(JounceError, ArithmeticError):
    """Raised for a pose or a model for which the result does not exist."""


class ConvergenceError(JounceError, ArithmeticError):
    """Raised for an iteration or integration that did not reach its tolerance, or diverged."""


class FaultError(ConvergenceError):
    """Raised by the live control of a flexible arm for a tick that fails; `fault` is the reason, `tau_m` a safe motor torque."""

    def __init__(self, message: str, fault: int = 0, tau_m: object = None) -> None:
        super().__init__(message, fault, tau_m)
        self.fault = fault
        """Reason of the failure, a value of `jounce.flexible.live.fault.Fault`."""
        self.tau_m = tau_m
        """Safe motor torque to apply at this tick (m,) [Nm or N]."""

    def __str__(self) -> str:
        return str(self.args[0])


class LimitError(JounceError):
    """Raised for a motion that exceeds a limit, if the caller requires that all limits be kept."""


class CompilerError(JounceError, RuntimeError):
    """Raised if native code cannot be compiled: there is no compiler, or the compiler fails."""


class WorkerError(JounceError, RuntimeError):
    """Raised by `sweep` if a worker process of the user's executor dies."""


class OutOfMemoryError(JounceError, MemoryError):
    """Raised for a batch whose results are too large for the memory."""
