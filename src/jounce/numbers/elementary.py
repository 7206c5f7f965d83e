"""The functions of the equations and of a user's own spring laws, besides + - * / ** and abs(), on whatever a number is.

A number that knows its own functions (`Jet`, `Symbol`) is asked for them. Any other number is handed to the library it comes
from: `math` for Python's own, NumPy for arrays, and CasADi, JAX, PyTorch, mpmath or SymPy for theirs. None of those is imported
here: a number of a library can only exist once that library has been imported. Outside their range the functions of a Python
float are what IEEE arithmetic and C say, not exceptions: log(0.0) is -inf, log(-1.0) is nan, exp(1000.0) is inf.
"""

import math
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from jounce.errors import InputError

Number = Any
"""Anything with + - * /: float, array of NumPy, JAX or PyTorch, Jet, Symbol, CasADi SX, mpmath mpf, SymPy expression."""
DOUBLE = 53
"""Bits of a float."""
_IN_NUMPY = {"atan": "arctan"}
"""Where NumPy's name is another."""
_TENSORS = {"jax": "jax.numpy", "torch": "torch"}
"""Where libraries of arrays keep their functions."""


def library_of(x: Any) -> str:
    """The name of the library that a number or an array comes from."""
    root = type(x).__module__.partition(".")[0]
    return "jax" if root == "jaxlib" else root


def is_tensor(x: Any) -> bool:
    """Whether x is an array of JAX, traced or not, or of PyTorch. Neither is imported to find out."""
    return library_of(x) in _TENSORS and hasattr(x, "ndim")


@lru_cache(maxsize=256)
def _function(name: str, module: str) -> Callable[[Number], Number]:
    """The function of this name of the library that a number's module belongs to."""
    root = module.partition(".")[0]
    if root == "builtins":
        return _as_ieee(name)
    library = {"jaxlib": "jax.numpy", **_TENSORS}.get(root, root)
    function = getattr(sys.modules[library], _IN_NUMPY.get(name, name) if root == "numpy" else name, None)
    if function is None:
        raise InputError(f"numbers of {module} have no {name}; convert them to another kind.")
    return function  # type: ignore[no-any-return]


def _as_ieee(name: str) -> Callable[[float], float]:
    """The function of `math`; NumPy's where that raises an exception."""
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


def _of(name: str, x: Number) -> Number:
    own = getattr(x, name, None)
    if callable(own):  # mpmath's `exp` is an exponent
        return own()
    if _is_object_array(x):
        return np.frompyfunc(lambda y: _of(name, y), 1, 1)(x)
    return _function(name, type(x).__module__)(x)


def sincos(x: Number) -> tuple[Number, Number]:
    """(sin x, cos x), computed together because series and code generators share work between them."""
    own = getattr(x, "sincos", None)
    if own is not None:
        sine, cosine = own()
        return sine, cosine
    if _is_object_array(x):
        sine, cosine = np.frompyfunc(sincos, 1, 2)(x)
        return sine, cosine
    module = type(x).__module__
    return _function("sin", module)(x), _function("cos", module)(x)


def sin(x: Number) -> Number:
    """Sine of x [rad]."""
    return sincos(x)[0]


def cos(x: Number) -> Number:
    """Cosine of x [rad]."""
    return sincos(x)[1]


def sqrt(x: Number) -> Number:
    """Square root of x."""
    return _of("sqrt", x)


def exp(x: Number) -> Number:
    """e to the power of x."""
    return _of("exp", x)


def log(x: Number) -> Number:
    """Natural logarithm of x."""
    return _of("log", x)


def tanh(x: Number) -> Number:
    """Hyperbolic tangent of x."""
    return _of("tanh", x)


def atan(x: Number) -> Number:
    """Arc tangent of x [rad], between -pi/2 and pi/2."""
    return _of("atan", x)


def sign(x: Number) -> Number:
    """-1 where x < 0, otherwise 1; also at zero, so that sign(x) f(abs(x)) has its slope there, f'(0)."""
    own = getattr(x, "signum", None)  # CasADi's own `sign` is zero at zero
    if own is not None:
        return own()
    if _is_object_array(x):
        return np.frompyfunc(sign, 1, 1)(x)
    if type(x).__module__.startswith("sympy."):  # whose inequalities are no numbers
        return sys.modules["sympy"].Piecewise((-1, x < 0), (1, True))
    return _where(x, -1.0, 1.0) if is_tensor(x) else 1.0 - 2.0 * (x < 0)


def select(x: Number, below: Number, otherwise: Number) -> Number:
    """below where x < 0, else otherwise: at zero, and where x is not a number. On a jet x its value decides.

    Both branches are evaluated, and the derivative is that of the branch that was taken: keep the other one finite there.
    """
    for number in (x, below, otherwise):
        own = None if is_tensor(number) else getattr(number, "select", None)  # PyTorch's `select` takes a part of an array
        if own is not None:
            return own(x, below, otherwise)
    if any(map(_is_object_array, (x, below, otherwise))):
        return np.frompyfunc(select, 3, 1)(x, below, otherwise)
    root = type(x).__module__.partition(".")[0]
    if root == "casadi":
        return sys.modules[root].if_else(x < 0, below, otherwise)
    if root == "sympy":  # whose inequalities are no numbers
        return sys.modules[root].Piecewise((below, x < 0), (otherwise, True))
    if is_tensor(x):
        return _where(x, below, otherwise)
    return np.where(x < 0, below, otherwise) if isinstance(x, np.ndarray) else below if x < 0 else otherwise


def _where(x: Number, below: Number, otherwise: Number) -> Number:
    """`select` on arrays of JAX and PyTorch: constants become numbers of x's own kind, of which PyTorch has several."""
    library = sys.modules[_TENSORS[library_of(x)]]
    below, otherwise = (library.full_like(x, y) if isinstance(y, (float, int)) else y for y in (below, otherwise))
    return library.where(x < 0, below, otherwise)


def power(x: Number, exponent: float) -> Number:
    """x**exponent; of a negative Python float nan where Python would give a complex number, of zero inf where it would raise."""
    if isinstance(x, (float, int)):
        with np.errstate(all="ignore"):
            return float(np.float64(x) ** exponent)
    return x**exponent


def as_exact(p: float, x: Number) -> Number:
    """The constant p in as many digits as numbers such as x are calculated with."""
    return type(x)(p) if type(x).__module__.startswith("mpmath.") else p


def more_steps(x: Number) -> int:
    """Steps of Newton's method from the digits of a float to all that numbers such as x have; none for most of them."""
    if _is_object_array(x):
        return max((more_steps(y) for y in x.flat), default=0)
    bits = x.context.prec if type(x).__module__.startswith("mpmath.") else DOUBLE
    return math.ceil(math.log2(bits / DOUBLE)) + 1 if bits > DOUBLE else 0


def whole_power(x: Number, exponent: int) -> Number:
    """x**exponent by products, exponent > 0."""
    result = None
    while True:
        if exponent & 1:
            result = x if result is None else result * x
        exponent >>= 1
        if not exponent:
            return result
        x = x * x


def sech_squared(x: Number) -> Number:
    """1 / cosh(x)^2, the slope of tanh: without the cancellation of 1 - tanh(x)^2, and nothing in it overflows."""
    e = exp(-2.0 * abs(x))
    return 4.0 * e / ((1.0 + e) * (1.0 + e))


def real_exponent(exponent: object) -> float:
    """The exponent of a power: a finite real number."""
    if isinstance(exponent, (float, int, np.floating, np.integer)) and math.isfinite(exponent):
        return float(exponent)
    raise InputError(f"x**p: expected a real number p, got {exponent!r}. Where p is no constant, write exp(p * log(x)).")


def is_constant(x: Number, value: float) -> bool:
    """Whether x is the plain Python constant `value`, a zero or a one of the model's geometry.

    Arithmetic on series and symbols drops such terms as it goes. An array that merely holds zeros is not a constant.
    """
    return (type(x) is float or type(x) is int) and bool(x == value)
