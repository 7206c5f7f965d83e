"""Symbolic equations of motion of small robots in SymPy, evaluated by the same Python code as numerical equations."""

from collections.abc import Sequence
from typing import Any

from jounce.dynamics.closed_form import closed_form
from jounce.dynamics.kinematics import frame_pose
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.newton_euler import gravity_torque, newton_euler
from jounce.errors import InputError
from jounce.kernel.arguments import check_robot
from jounce.kernel.equation import series
from jounce.kernel.evaluation import flat
from jounce.numbers.jet import derivative_rows
from jounce.plant.plant import locate, plant_of
from jounce.plant.tree import Tree, make_body
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.spatial.geometry import IDENTITY, Placement
from jounce.spatial.inertia import Inertia

LARGEST = 4
"""Largest number of joints: for more joints simplification takes minutes, and the result is too long to read."""
HIGHEST = 4
"""Highest order of time derivative: the number of terms multiplies with each order."""
LONGEST_FRACTION = 10_000
ROUNDING = 1e-14
"""Coefficient of a term, relative to the largest coefficient of all entries before terms cancel, up to which the term is dropped
as a rounding error."""
QUANTITIES = {"M": 1, "C": 2, "g": 1, "tau": 3, "position": 1}
"""{quantity: number of its arguments q, qd, qdd}."""


def symbolic(robot: Robot, what: str, order: int = 0, *, parameters: bool = False) -> Any:
    """Return a symbolic matrix: M(q), C(q, qd), g(q), tau(q, qd, qdd) or the tool's position, or one of their time derivatives.

    Symbols are q_1, qdot_1, qddot_1, ..., which `sympy.latex` prints with dots. Short decimals become fractions.

    Parameters
    ----------
    robot : Robot
        Robot of at most 4 joints.
    what : str
        'M' (mass matrix), 'C' (Coriolis matrix), 'g' (gravity torque), 'tau' (joint forces) or 'position' (of the tool).
    order : int
        Order of the time derivative, at most 4.
    parameters : bool
        True: parameters become symbols, too: m_1 (mass), c_1x (centre of mass), I_1xx (inertia about the centre of mass), l_1x
        (position of joint 1 on its parent), g_x (gravity). Zeros stay zero, and rotations stay numerical.

    Returns
    -------
    sympy.Matrix
        (n, n) for 'M' and 'C', (n, 1) for 'g' and 'tau', (3, 1) for 'position'.

    Raises
    ------
    InputError
        If `robot` is not a Robot, has more than 4 joints or joints of several DOFs, `what` is unknown, or `order` is not
        0, 1, ..., 4.
    ImportError
        If SymPy is not installed.

    Examples
    --------
    >>> jn.dynamics.symbolic(jn.load("planar_2r"), "M").shape
    (2, 2)
    """
    try:
        import sympy
    except ImportError:
        raise ImportError('symbolic equations need SymPy: pip install "jounce[symbolic]"') from None
    robot = check_robot(robot)
    if not isinstance(what, str) or what not in QUANTITIES:
        raise InputError(f"what: expected one of {', '.join(QUANTITIES)}, got {what!r}.")
    if isinstance(order, bool) or not isinstance(order, int) or not 0 <= order <= HIGHEST:
        raise InputError(f"order: expected a whole number from 0 to {HIGHEST}, got {short(order)}.")
    if robot.nq != robot.n:
        raise InputError(f"robot {robot.name!r} has joints of several freedoms; equations to read are for joints of one.")
    if robot.n > LARGEST:
        raise InputError(f"robot {robot.name!r} has {robot.n} joints; equations to read are for {LARGEST} at most.")
    tree = _tree(sympy, robot, parameters)
    needs = QUANTITIES[what]
    dots = ["", "dot", "ddot", "dddot", "ddddot"]
    rows = [
        [sympy.Symbol(f"q{dots[k]}_{i + 1}" if k < len(dots) else f"q^({k})_{i + 1}", real=True) for i in range(robot.n)]
        for k in range(needs + order)
    ]
    levels = [series(rows[k : k + order + 1]) for k in range(needs)]
    values = _value(robot, tree, what, levels)
    numbers = derivative_rows(flat(values), order)[order]
    width = len(values[0]) if isinstance(values[0], (list, tuple)) else 1
    return sympy.Matrix(len(numbers) // width, width, _short(sympy, numbers))


def _value(robot: Robot, tree: Tree, what: str, levels: list[Any]) -> Sequence[Any]:
    if what == "tau":
        return newton_euler(tree, *levels)
    if what == "position":
        return frame_pose(tree, levels[0], *locate(robot, robot.tool)).origin
    if what == "C":
        return closed_form(tree, *levels)[1]
    return mass_matrix(tree, levels[0]) if what == "M" else gravity_torque(tree, levels[0])


def _tree(sympy: Any, robot: Robot, parameters: bool) -> Tree:
    """Return the robot's tree with exact fractions as parameters; parameters: True for symbols, see `symbolic`."""

    def number(value: float, name: str) -> Any:
        if parameters and value != 0.0:
            return sympy.Symbol(name, real=True)
        return _exact(sympy, value)

    bodies: list[Any] = []
    for i, (link, joint, parent) in enumerate(zip(robot.links, robot.joints, robot.parents)):
        k = i + 1
        R: Any = tuple(tuple(_exact(sympy, x) for x in row) for row in joint.placement.rotation)
        origin = tuple(number(x, f"l_{k}{axis}") for x, axis in zip(joint.placement.origin, "xyz"))
        com = tuple(number(x, f"c_{k}{axis}") for x, axis in zip(link.com, "xyz"))
        names = ("xx", "yy", "zz", "xy", "xz", "yz")
        central = tuple(number(x, f"I_{k}{name}") for x, name in zip(link.inertia, names))
        body = Inertia.about_com(number(link.mass, f"m_{k}"), com, central)
        align = bodies[parent].align if parent >= 0 else IDENTITY
        bodies.append(make_body(parent, align, Placement(R, origin), joint.axis, joint.prismatic, body))
    gravity = tuple(number(x, f"g_{axis}") for x, axis in zip(robot.gravity, "xyz"))
    mimic = [f._replace(ratio=_exact(sympy, f.ratio), offset=_exact(sympy, f.offset)) for f in plant_of(robot).tree.mimic_bodies]
    return Tree(tuple(bodies), gravity, mimic_bodies=tuple(mimic))


def _exact(sympy: Any, value: float) -> Any:
    """Return a double as the exact fraction of its decimal; 0.0, 1.0 and -1.0 stay plain, so that products with them simplify."""
    return value if value in (0.0, 1.0, -1.0) else sympy.Rational(repr(float(value)))


def _short(sympy: Any, numbers: Sequence[Any]) -> list[Any]:
    """Return simplified expressions: trigonometric sums combined, common factors outside, unwieldy fractions as decimals.

    Rotations are doubles, so terms that cancel leave a rounding error. Terms of this size, relative to the largest coefficient
    before any terms cancel, are removed.
    """

    def rational(x: Any) -> Any:
        return x.xreplace({y: sympy.Rational(repr(float(y))) for y in x.atoms(sympy.Float)})

    def size(term: Any) -> Any:
        return abs(term.as_coeff_Mul()[0])

    expanded = [sympy.expand(rational(sympy.sympify(x))) for x in numbers]
    largest = max(size(term) for x in expanded for term in sympy.Add.make_args(x))

    def without_rounding(x: Any) -> Any:
        return sympy.Add(*(term for term in sympy.Add.make_args(sympy.expand(x)) if size(term) > ROUNDING * largest))

    def shortened(x: Any) -> Any:
        simple = without_rounding(sympy.trigsimp(without_rounding(x)))
        decimal = simple.replace(lambda y: y.is_Rational and y.q > LONGEST_FRACTION, lambda y: sympy.Float(y, 17))
        return sympy.factor_terms(decimal)

    return [shortened(x) for x in expanded]
