"""Elementary functions of any scalar type, for the equations and for spring laws written by users.

For a scalar type with methods (`Jet`, `Symbol`, `Ball`), the method of the scalar computes the function. For other scalars, the
library that defines the scalar computes the function: `math` for Python floats, NumPy for arrays, or CasADi, JAX, PyTorch, mpmath
or SymPy. Besides `math` and NumPy, this module imports none of these libraries: a scalar exists only if its library has been
imported. Outside their domain, functions of Python floats return the values of IEEE arithmetic instead of raising errors:
log(0.0) is -inf, log(-1.0) is nan, exp(1000.0) is inf.
"""

import math
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from jounce.errors import InputError

Number = Any
"""Any scalar type, with + - * /: float, NumPy, JAX or PyTorch array, Jet, Symbol, CasADi SX, mpmath mpf, SymPy expression."""


class Scalar(Protocol):
    """Protocol of a `Number` in arguments of public functions, for type checkers: a type with the four operations."""

    def __neg__(self) -> Any:
        """Return -x."""

    def __add__(self, other: Any, /) -> Any:
        """Return x + other."""

    def __sub__(self, other: Any, /) -> Any:
        """Return x - other."""

    def __rsub__(self, other: Any, /) -> Any:
        """Return other - x."""

    def __mul__(self, other: Any, /) -> Any:
        """Return x * other."""

    def __truediv__(self, other: Any, /) -> Any:
        """Return x / other."""


DOUBLE = 53
"""Number of bits of the significand of a double-precision number."""
_IN_NUMPY = {"atan": "arctan"}
"""{elementary function of `math`: name in NumPy}, for functions whose names differ."""
_TENSORS = {"jax": "jax.numpy", "torch": "torch"}
"""{name of a tensor library: name of the module with its elementary functions}."""


def library_of(x: Any) -> str:
    """Return the name of the library that defines the type of a scalar or an array, such as "numpy"."""
    root = type(x).__module__.partition(".")[0]
    return "jax" if root == "jaxlib" else root


def is_tensor(x: Any) -> bool:
    """Return True if x is a JAX array, traced or not, or a PyTorch tensor; exact, without an import of these libraries."""
    return library_of(x) in _TENSORS and hasattr(x, "ndim")


def is_symbolic(x: Any) -> bool:
    """Return True if x is a CasADi matrix of symbols (SX or MX); exact, without an import of CasADi."""
    return library_of(x) == "casadi" and type(x).__name__ in ("SX", "MX")


@lru_cache(maxsize=256)
def _function(name: str, module: str) -> Callable[[Number], Number]:
    """Return the elementary function `name` of the library to which `module`, the module of a scalar's type, belongs."""
    root = module.partition(".")[0]
    if root == "builtins":
        return _as_ieee(name)
    library = {"jaxlib": "jax.numpy", **_TENSORS}.get(root, root)
    function = getattr(sys.modules[library], _IN_NUMPY.get(name, name) if root == "numpy" else name, None)
    if function is None:
        raise InputError(f"numbers of {module} have no {name}; convert them to another kind.")
    return function  # type: ignore[no-any-return]


def _as_ieee(name: str) -> Callable[[float], float]:
    """Return the function `name` of `math`, which returns the IEEE result of NumPy where `math` would raise an error."""
    function, otherwise = getattr(math, name), getattr(np, _IN_NUMPY.get(name, name))

    def value(x: float) -> float:
        try:
            return function(x)  # type: ignore[no-any-return]
        except (ValueError, OverflowError):
            with np.errstate(all="ignore"):
                return float(otherwise(float(x)))

    return value


def _is_object_array(x: Number) -> bool:
    return isinstance(x, np.ndarray) and x.dtype == object


def _negative(x: Number) -> Any:
    """Return x < 0: a boolean, an array of booleans, or an expression, depending on the type of x."""
    return x < 0


def _each(function: Callable[..., Any], outputs: int, *arrays: Number) -> Any:
    """Apply a function to each element of object arrays and return the array of results; a tuple of arrays if outputs > 1."""
    return np.frompyfunc(function, len(arrays), outputs)(*arrays)


def _apply(name: str, x: Number) -> Number:
    """Return the elementary function `name` of x: by the method of x, per element of an object array, or by the library of x."""
    method = getattr(x, name, None)
    if callable(method):  # mpmath's `exp` is an exponent
        return method()
    if _is_object_array(x):
        return np.frompyfunc(lambda y: _apply(name, y), 1, 1)(x)
    return _function(name, type(x).__module__)(x)


def sincos(x: Scalar) -> tuple[Number, Number]:
    """Return (sin x, cos x), computed together because series and code generators share work between them.

    Parameters
    ----------
    x : scalar
        Number, array, Jet, Symbol, or a scalar of CasADi, JAX, PyTorch, mpmath or SymPy.

    Returns
    -------
    (scalar, scalar)
        Sine and cosine.

    Examples
    --------
    >>> jn.numbers.sincos(0.0)
    (0.0, 1.0)
    """
    method = getattr(x, "sincos", None)
    if method is not None:
        sine, cosine = method()
        return sine, cosine
    if _is_object_array(x):
        sine, cosine = _each(sincos, 2, x)
        return sine, cosine
    module = type(x).__module__
    return _function("sin", module)(x), _function("cos", module)(x)


def sin(x: Scalar) -> Number:
    """Return the sine of x [rad].

    Parameters
    ----------
    x : scalar
        Number, array, Jet, Symbol, or a scalar of CasADi, JAX, PyTorch, mpmath or SymPy.

    Returns
    -------
    scalar
        Of the type of x.

    Examples
    --------
    >>> round(jn.numbers.sin(0.5), 6)
    0.479426
    """
    return sincos(x)[0]


def cos(x: Scalar) -> Number:
    """Return the cosine of x [rad].

    Parameters
    ----------
    x : scalar
        Number, array, Jet, Symbol, or a scalar of CasADi, JAX, PyTorch, mpmath or SymPy.

    Returns
    -------
    scalar
        Of the type of x.

    Examples
    --------
    >>> round(jn.numbers.cos(0.5), 6)
    0.877583
    """
    return sincos(x)[1]


def sqrt(x: Scalar) -> Number:
    """Return the square root of x.

    Parameters
    ----------
    x : scalar
        Number, array, Jet, Symbol, or a scalar of CasADi, JAX, PyTorch, mpmath or SymPy.

    Returns
    -------
    scalar
        Of the type of x.

    Examples
    --------
    >>> round(jn.numbers.sqrt(2.0), 6)
    1.414214
    """
    return _apply("sqrt", x)


def exp(x: Scalar) -> Number:
    """Return e to the power of x.

    Parameters
    ----------
    x : scalar
        Number, array, Jet, Symbol, or a scalar of CasADi, JAX, PyTorch, mpmath or SymPy.

    Returns
    -------
    scalar
        Of the type of x.

    Examples
    --------
    >>> round(jn.numbers.exp(1.0), 6)
    2.718282
    """
    return _apply("exp", x)


def log(x: Scalar) -> Number:
    """Return the natural logarithm of x.

    Parameters
    ----------
    x : scalar
        Number, array, Jet, Symbol, or a scalar of CasADi, JAX, PyTorch, mpmath or SymPy.

    Returns
    -------
    scalar
        Of the type of x.

    Examples
    --------
    >>> round(jn.numbers.log(2.0), 6)
    0.693147
    """
    return _apply("log", x)


def tanh(x: Scalar) -> Number:
    """Return the hyperbolic tangent of x.

    Parameters
    ----------
    x : scalar
        Number, array, Jet, Symbol, or a scalar of CasADi, JAX, PyTorch, mpmath or SymPy.

    Returns
    -------
    scalar
        Of the type of x.

    Examples
    --------
    >>> round(jn.numbers.tanh(0.5), 6)
    0.462117
    """
    return _apply("tanh", x)


def atan(x: Scalar) -> Number:
    """Return the arc tangent of x [rad], between -pi/2 and pi/2.

    Parameters
    ----------
    x : scalar
        Number, array, Jet, Symbol, or a scalar of CasADi, JAX, PyTorch, mpmath or SymPy.

    Returns
    -------
    scalar
        Of the type of x.

    Examples
    --------
    >>> round(jn.numbers.atan(1.0), 6)
    0.785398
    """
    return _apply("atan", x)


def sign(x: Scalar) -> Number:
    """Return -1 where x < 0, otherwise 1. Since sign(0) = 1, sign(x) f(abs(x)) has the derivative f'(0) at zero.

    Parameters
    ----------
    x : scalar
        Number, array, Jet, Symbol, or a scalar of CasADi, JAX, PyTorch, mpmath or SymPy.

    Returns
    -------
    scalar
        Of the type of x.

    Examples
    --------
    >>> jn.numbers.sign(-2.0), jn.numbers.sign(0.0)
    (-1.0, 1.0)
    """
    method = getattr(x, "signum", None)  # CasADi's `sign` is zero at zero
    if method is not None:
        return method()
    if _is_object_array(x):
        return _each(sign, 1, x)
    if type(x).__module__.startswith("sympy."):  # whose inequalities are no numbers
        return sys.modules["sympy"].Piecewise((-1, _negative(x)), (1, True))
    return _where(x, -1.0, 1.0) if is_tensor(x) else 1.0 - 2.0 * _negative(x)


def select(x: Scalar, below: Scalar, otherwise: Scalar) -> Number:
    """Return `below` where x < 0, else `otherwise`, also at x = 0 and where x is nan; for a jet x its value decides.

    Both branches are evaluated, so the branch that is not selected must be finite too. The derivative is the derivative of the
    selected branch.

    Parameters
    ----------
    x : scalar
        Condition: its sign selects the branch.
    below, otherwise : scalar
        Values of the branches.

    Returns
    -------
    scalar

    Examples
    --------
    >>> jn.numbers.select(-1.0, 2.0, 3.0)
    2.0
    """
    for number in (x, below, otherwise):
        method = None if is_tensor(number) else getattr(number, "select", None)  # PyTorch's `select` slices a tensor
        if method is not None:
            return method(x, below, otherwise)
    if any(map(_is_object_array, (x, below, otherwise))):
        return _each(select, 1, x, below, otherwise)
    root = type(x).__module__.partition(".")[0]
    if root == "casadi":
        return sys.modules[root].if_else(_negative(x), below, otherwise)
    if root == "sympy":  # whose inequalities are no numbers
        return sys.modules[root].Piecewise((below, _negative(x)), (otherwise, True))
    if is_tensor(x):
        return _where(x, below, otherwise)
    if isinstance(x, np.ndarray):
        branches: tuple[Number, Number] = (below, otherwise)
        return np.where(x < 0, *branches)
    return below if _negative(x) else otherwise


def _where(x: Number, below: Number, otherwise: Number) -> Number:
    """Return `select` for a JAX or PyTorch tensor x; branches that are constants become tensors of the dtype of x."""
    library = sys.modules[_TENSORS[library_of(x)]]
    below, otherwise = (library.full_like(x, y) if isinstance(y, (float, int)) else y for y in (below, otherwise))
    return library.where(x < 0, below, otherwise)


def power(x: Number, exponent: float) -> Number:
    """Return x**exponent; for a Python float nan instead of a complex number, and inf for x = 0 with a negative exponent."""
    if isinstance(x, (float, int)):
        with np.errstate(all="ignore"):
            return float(np.float64(x) ** exponent)
    return x**exponent


def as_exact(p: float, x: Number) -> Number:
    """Return the constant p in the number type of x: an mpmath number if x is one, else the float p."""
    return type(x)(p) if type(x).__module__.startswith("mpmath.") else p


def more_steps(x: Number) -> int:
    """Return the number of Newton steps from a double-precision root to the precision of x; zero except for mpmath numbers."""
    if _is_object_array(x):
        return max((more_steps(y) for y in x.flat), default=0)
    bits = x.context.prec if type(x).__module__.startswith("mpmath.") else DOUBLE
    return math.ceil(math.log2(bits / DOUBLE)) + 1 if bits > DOUBLE else 0


def whole_power(x: Number, exponent: int) -> Number:
    """Return x**exponent for an integer exponent > 0, by repeated squaring."""
    result = None
    while True:
        if exponent & 1:
            result = x if result is None else result * x
        exponent >>= 1
        if not exponent:
            return result
        x = x * x


def sech_squared(x: Number) -> Number:
    """Return 1 / cosh(x)^2, the derivative of tanh, without the cancellation of 1 - tanh(x)^2 and without overflow."""
    e = exp(-2.0 * abs(x))
    return 4.0 * e / ((1.0 + e) * (1.0 + e))


def real_exponent(exponent: object) -> float:
    """Return `exponent` as a float; raise `InputError` unless it is a finite real number."""
    if isinstance(exponent, (float, int, np.floating, np.integer)) and math.isfinite(exponent):
        return float(exponent)
    raise InputError(f"x**p: expected a real number p, got {exponent!r}. Where p is no constant, write exp(p * log(x)).")


def is_constant(x: Number, value: float) -> bool:
    """Return True if x is a Python float or int equal to `value`, such as a zero or a one from the model's geometry; exact.

    Arithmetic on jets drops such constants. An array of zeros is not a constant.
    """
    return (type(x) is float or type(x) is int) and bool(x == value)
