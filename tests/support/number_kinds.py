"""What a number can be, for tests that run one body on all of them: how to make numbers from arrays, and read results back."""

import casadi
import mpmath
import numpy as np
import sympy

from jounce.numbers import Graph, Jet
from jounce.numbers.packing import components


class Plain:
    """Python floats without batch axes, NumPy arrays with them."""

    def make(self, array):
        return components(np.asarray(array))

    def read(self, number, batch):
        return np.broadcast_to(np.asarray(number, dtype=float), batch)


class Jets(Plain):
    """Jets of second order whose higher coefficients are noise: the value must not depend on them."""

    def make(self, array):
        rng = np.random.default_rng(7)
        return [Jet([x, *rng.normal(size=2)]) for x in super().make(array)]

    def read(self, number, batch):
        return super().read(number.coeffs[0] if isinstance(number, Jet) else number, batch)


class Elementwise(Plain):
    """One object a sample, in object arrays: the number is `convert(float)`."""

    def __init__(self, convert):
        self.convert = convert

    def make(self, array):
        return components(np.vectorize(self.convert, otypes=[object])(array))

    def read(self, number, batch):
        return super().read(np.vectorize(float, otypes=[float])(np.asarray(number, dtype=object)), batch)


class Written(Plain):
    """A symbol a component, evaluated afterwards on the arrays."""

    def __init__(self):
        self.graph, self.values = Graph(), {}

    def make(self, array):
        symbols = [self.graph.symbol(f"x{i}") for i in range(np.shape(array)[-1])]
        self.values |= dict(zip(symbols, super().make(array)))
        return symbols

    def read(self, number, batch):
        return super().read(self.graph.evaluate([number], self.values)[0], batch)


class Casadi(Plain):
    """A CasADi SX symbol a component, evaluated afterwards sample by sample."""

    def __init__(self):
        self.symbols, self.values = [], []

    def make(self, array):
        symbols = [casadi.SX.sym(f"x{len(self.symbols)}_{i}") for i in range(np.shape(array)[-1])]
        self.symbols += symbols
        self.values += [np.asarray(x, dtype=float) for x in super().make(array)]
        return symbols

    def read(self, number, batch):
        function = casadi.Function("f", self.symbols, [casadi.SX(number)])
        samples = zip(*(np.broadcast_to(v, batch).ravel() for v in self.values))
        return np.array([float(function(*map(float, sample))) for sample in samples]).reshape(batch)


KINDS = {
    "float": Plain,
    "jet": Jets,
    "symbol": Written,
    "casadi": Casadi,
    "mpmath": lambda: Elementwise(mpmath.mpf),
    "sympy": lambda: Elementwise(lambda x: sympy.Float(float(x), 30)),
}
