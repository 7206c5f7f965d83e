"""Exceptions that jounce raises on purpose.

    JounceError
    ├── ModelError (ValueError)            a robot that cannot be built as described
    │   ├── LoadError                      a file that could not be read as a robot: names file, place and remedy
    │   └── UnphysicalError                inertia that no rigid body can have
    ├── InputError (ValueError)            an argument with a wrong shape, a NaN or an unknown name
    │   └── SmoothnessError                a requested derivative that the path does not have
    ├── SingularityError (ArithmeticError) a pose or a model where the answer does not exist
    ├── ConvergenceError (ArithmeticError) an iteration that did not reach its tolerance
    │   └── FaultError                     a tick that a live arm refuses: has the reason and a safe torque
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
    """A robot that cannot be built as described."""


class LoadError(ModelError):
    """A file that could not be read as a robot."""


class UnphysicalError(ModelError):
    """Inertial data that no rigid body can have."""


class InputError(JounceError, ValueError):
    """An argument that does not fit the robot or the function."""


class SmoothnessError(InputError):
    """A requested derivative that a path does not have."""


class SingularityError(JounceError, ArithmeticError):
    """A pose or a model at which the answer does not exist."""


class ConvergenceError(JounceError, ArithmeticError):
    """An iteration that did not reach its tolerance."""


class FaultError(ConvergenceError):
    """A tick that a live arm refuses, for the reason `fault`; `tau_m` is a safe torque."""

    def __init__(self, message: str, fault: int = 0, tau_m: object = None) -> None:
        super().__init__(message, fault, tau_m)
        self.fault = fault
        """Reason of the refusal, a `Fault`."""
        self.tau_m = tau_m
        """A safe motor torque (m,) [Nm or N]."""

    def __str__(self) -> str:
        return str(self.args[0])


class LimitError(JounceError):
    """A motion that exceeds limits it had to satisfy."""


class CompilerError(JounceError, RuntimeError):
    """Native code cannot be compiled: there is no compiler, or it fails."""


class WorkerError(JounceError, RuntimeError):
    """A worker process of the user's executor died."""


class OutOfMemoryError(JounceError, MemoryError):
    """A batch that is too large to be computed at once."""
