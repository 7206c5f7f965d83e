"""The house rules that a linter does not know."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import jounce as jn

SOURCE = Path(jn.__file__).parent
EQUATIONS = sorted([*(SOURCE / "spatial").glob("*.py"), *(SOURCE / "dynamics").glob("*.py")])


@pytest.mark.parametrize("file", EQUATIONS, ids=lambda f: f"{f.parent.name}/{f.name}")
def test_equations_know_no_library_and_no_type(file):
    tree = ast.parse(file.read_text())
    imported = {alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {"jounce", "typing", "collections"}
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"isinstance", "type", "hasattr", "getattr", "float"}


def test_every_equation_has_a_docstring_and_stays_short():
    for file in EQUATIONS:
        assert ast.get_docstring(ast.parse(file.read_text())), file
        assert len(file.read_text().splitlines()) <= 300, file


def test_import_is_light_and_changes_nothing():
    """With all public names: no plotting, no solver, no SciPy until needed; NumPy's error state and print options untouched."""
    code = (
        "import sys, numpy as np; before = (np.geterr(), np.get_printoptions()); import jounce; "
        "all(hasattr(jounce, name) for name in jounce.__all__); "
        "all(hasattr(getattr(jounce, room), name) for room in jounce.SUBMODULES for name in getattr(jounce, room).__all__); "
        "assert before == (np.geterr(), np.get_printoptions()); "
        "heavy = {'scipy', 'matplotlib', 'casadi', 'sympy', 'mpmath', 'pinocchio', 'mujoco'} & set(sys.modules); "
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_import_alone_loads_nothing():
    """Not even NumPy: what is public is loaded when a name is first asked for."""
    code = "import sys, jounce; assert 'numpy' not in sys.modules; assert jounce.rnea and 'rnea' in vars(jounce)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("damping", [0.0, 2.0])
def test_feedforward_of_elastic_joints_imports_neither_scipy_nor_the_network(damping):
    """The first plan of a process takes 0.2 s; the import of SciPy's linear algebra would double that."""
    code = (
        "import sys, numpy as np, jounce as jn; jn.set_backend('python'); "
        f"robot = jn.load('planar_2r').with_drives(damping={damping}); "
        "path = jn.trajectory.rest_to_rest([0.1, 0.2], [0.5, 0.3], 0.5, degree=11); "
        "assert not jn.feedforward(robot, path, np.linspace(0.0, 0.5, 9)).doubts; "
        "heavy = {'scipy', 'ssl', 'urllib.request', 'jounce.control'} & set(sys.modules); "
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_errors_share_a_base():
    classes = {name: thing for name, thing in vars(jn.errors).items() if isinstance(thing, type)}
    assert all(issubclass(thing, jn.errors.JounceError) for thing in classes.values())
    assert sorted(classes) == jn.errors.__all__
