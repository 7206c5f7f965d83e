"""jounce: inverse dynamics of robots with elastic joints.

`NAMES` lists the most used public names; the classes of results and options are in the modules that `SUBMODULES` lists. Each
name is imported at its first use, so that `import jounce` and the help of the program are fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any
from warnings import warn

import jounce.fork  # noqa: F401 - from now on forks wait for imports
from jounce.lazy_names import lazy_names

if TYPE_CHECKING:  # the same names for type checkers; tests/test_public_names.py compares
    from jounce import control as control
    from jounce import dynamics as dynamics
    from jounce import errors as errors
    from jounce import export as export
    from jounce import flexible as flexible
    from jounce import identification as identification
    from jounce import numbers as numbers
    from jounce import plot as plot
    from jounce import robot as robot
    from jounce import simulation as simulation
    from jounce import trajectory as trajectory
    from jounce.control import linearize as linearize
    from jounce.export import compile as compile
    from jounce.flexible import eigenfrequencies as eigenfrequencies
    from jounce.flexible import feedforward as feedforward
    from jounce.flexible import live as live
    from jounce.flexible import zero_dynamics as zero_dynamics
    from jounce.functions import com_jacobian as com_jacobian
    from jounce.functions import coriolis_matrix as coriolis_matrix
    from jounce.functions import dynamic_matrices as dynamic_matrices
    from jounce.functions import elastic_forward_dynamics as elastic_forward_dynamics
    from jounce.functions import elastic_forward_dynamics_derivatives as elastic_forward_dynamics_derivatives
    from jounce.functions import energy as energy
    from jounce.functions import forward_dynamics as forward_dynamics
    from jounce.functions import forward_dynamics_derivatives as forward_dynamics_derivatives
    from jounce.functions import gravity_torque as gravity_torque
    from jounce.functions import inverse_dynamics as inverse_dynamics
    from jounce.functions import inverse_dynamics_derivatives as inverse_dynamics_derivatives
    from jounce.functions import jacobian as jacobian
    from jounce.functions import mass_matrix as mass_matrix
    from jounce.functions import parameter_derivatives as parameter_derivatives
    from jounce.functions import regressor as regressor
    from jounce.functions import rnea as rnea
    from jounce.functions import rnea_partials as rnea_partials
    from jounce.functions import slotine_li_regressor as slotine_li_regressor
    from jounce.functions import state_derivatives as state_derivatives
    from jounce.functions import statics as statics
    from jounce.functions import tool_pose as tool_pose
    from jounce.identification import Log as Log
    from jounce.identification import excitation as excitation
    from jounce.identification import identify as identify
    from jounce.inverse import Plan as Plan
    from jounce.inverse import inverse_kinematics as inverse_kinematics
    from jounce.kernel.backends.backend_selection import backend as backend
    from jounce.kernel.backends.backend_selection import get_backend as get_backend
    from jounce.kernel.backends.backend_selection import set_backend as set_backend
    from jounce.robot import Drive as Drive
    from jounce.robot import Friction as Friction
    from jounce.robot import Joint as Joint
    from jounce.robot import Link as Link
    from jounce.robot import Robot as Robot
    from jounce.robot import Spring as Spring
    from jounce.robot import beam as beam
    from jounce.robot import library as library
    from jounce.robot import load as load
    from jounce.robot import placement as placement
    from jounce.simulation import Sensors as Sensors
    from jounce.simulation import simulate as simulate
    from jounce.simulation import sweep as sweep
    from jounce.simulation import verify as verify
    from jounce.timing import fastest as fastest
    from jounce.timing import fastest_move as fastest_move
    from jounce.viewer import view as view

__version__ = "0.2.0"

NAMES = {
    "Drive": "jounce.robot",
    "Friction": "jounce.robot",
    "Joint": "jounce.robot",
    "Link": "jounce.robot",
    "Log": "jounce.identification",
    "Plan": "jounce.inverse",
    "Robot": "jounce.robot",
    "Sensors": "jounce.simulation",
    "Spring": "jounce.robot",
    "backend": "jounce.kernel.backends.backend_selection",
    "beam": "jounce.robot",
    "com_jacobian": "jounce.functions",
    "compile": "jounce.export",
    "coriolis_matrix": "jounce.functions",
    "dynamic_matrices": "jounce.functions",
    "eigenfrequencies": "jounce.flexible",
    "elastic_forward_dynamics": "jounce.functions",
    "elastic_forward_dynamics_derivatives": "jounce.functions",
    "energy": "jounce.functions",
    "excitation": "jounce.identification",
    "fastest": "jounce.timing",
    "fastest_move": "jounce.timing",
    "feedforward": "jounce.flexible",
    "forward_dynamics": "jounce.functions",
    "forward_dynamics_derivatives": "jounce.functions",
    "get_backend": "jounce.kernel.backends.backend_selection",
    "gravity_torque": "jounce.functions",
    "identify": "jounce.identification",
    "inverse_dynamics": "jounce.functions",
    "inverse_dynamics_derivatives": "jounce.functions",
    "inverse_kinematics": "jounce.inverse",
    "jacobian": "jounce.functions",
    "library": "jounce.robot",
    "linearize": "jounce.control",
    "live": "jounce.flexible",
    "load": "jounce.robot",
    "mass_matrix": "jounce.functions",
    "parameter_derivatives": "jounce.functions",
    "placement": "jounce.robot",
    "regressor": "jounce.functions",
    "rnea": "jounce.functions",
    "rnea_partials": "jounce.functions",
    "set_backend": "jounce.kernel.backends.backend_selection",
    "simulate": "jounce.simulation",
    "slotine_li_regressor": "jounce.functions",
    "state_derivatives": "jounce.functions",
    "statics": "jounce.functions",
    "sweep": "jounce.simulation",
    "tool_pose": "jounce.functions",
    "verify": "jounce.simulation",
    "view": "jounce.viewer",
    "zero_dynamics": "jounce.flexible",
}
"""{public name: module that defines the name}."""
SUBMODULES = (
    "control",
    "dynamics",
    "errors",
    "export",
    "flexible",
    "identification",
    "numbers",
    "plot",
    "robot",
    "simulation",
    "trajectory",
)
"""Names of the public packages and modules below jounce."""
RENAMED = {
    "Cross": "robot.SpringCoupling",
    "ElasticForwardPartials": "dynamics.ElasticForwardDynamicsDerivatives",
    "ForwardPartials": "dynamics.ForwardDynamicsDerivatives",
    "Jet": "numbers.Jet",
}
"""{old name below jounce: new dotted name} of moved names that `_home` does not find by searching the submodules."""

__all__ = sorted([*NAMES, *SUBMODULES])
_imported, __dir__ = lazy_names(__name__, NAMES | {name: f"{__name__}.{name}" for name in SUBMODULES})

if not TYPE_CHECKING:  # a type checker reads the imports above

    def __getattr__(name: str) -> Any:
        """Import and return the object of a public name; for a name that moved to a submodule, also warn of the move."""
        if name in __all__:
            return _imported(name)
        room, _, moved = ("", "", "") if name.startswith("_") else _home(name).partition(".")
        if not moved:
            raise AttributeError(f"jounce has no {name!r}", name=name)
        warn(f"jounce.{name} is jounce.{room}.{moved}; the old name will go with version 1.", DeprecationWarning, 2)
        return getattr(_imported(room), moved)

    def _home(name: str) -> str:
        """Return the new dotted name, below jounce, of a name that moved to a public submodule; '' for any other name.

        Names in `numbers` other than `Jet` give '': with a function `jounce.sin`, jounce would be taken for a library of numbers.
        """
        rooms = ((room, import_module(f"{__name__}.{room}")) for room in SUBMODULES if room != "numbers")
        return RENAMED.get(name) or next((f"{room}.{name}" for room, at in rooms if name in getattr(at, "__all__", ())), "")
