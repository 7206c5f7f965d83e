"""The extended Kalman filter: one period of an estimate and its covariance.

    x- = x + W^-1 h f(x),    P- = F P F^T + sum g g^T,    F = 2 W^-1 - 1                  the midpoint rule (`implicit_midpoint`)
    x+ = x- + k (y - H x-),    P+ = P- - k S k^T,    S = H P- H^T + r^2,    k = P- H^T / S    one measured number after the other

[Jazwinski1970], section 8.3; one number after the other is the same as all at once where their noise is independent
([BarShalom2001], section 7.2). g: what a disturbance of one standard deviation, held for the period, does to the state. The upper
half of P- is mirrored and what is taken off is a product of a vector with itself, so that P stays symmetric to the last digit.
"""

from collections.abc import Sequence

from jounce.dynamics.factorization import Rows
from jounce.dynamics.implicit_midpoint import dot
from jounce.dynamics.readings import chosen
from jounce.numbers import Number, select, sqrt

Row = list[Number]


def predicted(F: Rows, P: Rows, G: Sequence[Sequence[Number]]) -> Rows:
    """F P F^T + sum g g^T over the rows g of G."""
    N = len(F)
    T = [[dot(P[k], F[j]) for j in range(N)] for k in range(N)]
    found: Rows = [[0.0] * N for _ in range(N)]
    for i in range(N):
        for j in range(i, N):
            total = dot(F[i], [T[k][j] for k in range(N)])
            for g in G:
                total = total + g[i] * g[j]
            found[i][j] = found[j][i] = total
    return found


GATE = 1e3
"""Standard deviations by which a reading may be off what the filter expects of it. One reading that was off by 1e6 of them, 1
rad of an encoder with noise of 1e-6 rad, threw the estimate of `planar_2r` so far that it went on to infinity."""
DOUBT = 100.0
"""Factor on the covariance where a reading was off by more: if the next ones say the same, the estimate is wrong, not they."""


def beyond(share: Number) -> Number:
    """Return 1 where an error in standard deviations is beyond the gate, else 0."""
    return select(GATE - abs(share), 1.0, 0.0)


def outcome(lost: Number, rejected: Number, gated: Number, before: Number, expected: Number, after: Number) -> Number:
    """Return a number of the state: as before without tau_m, as expected without a reading, as before with one beyond the
    gate."""
    return chosen(lost, before, chosen(rejected, expected, chosen(gated, before, after)))


def retained(lost: Number, rejected: Number, gated: Number, before: Number, expected: Number, after: Number) -> Number:
    """Return an entry of the covariance: the same, with more doubt where a reading was beyond the gate."""
    return chosen(lost, before, chosen(rejected, expected, chosen(gated, DOUBT * before, after)))


def updated(x: Row, P: Rows, H: Rows, error: Sequence[Number], noise: Sequence[Number]) -> tuple[Row, Rows, Number]:
    """(x+, P+, gated). error: what is measured less what x says; noise: its standard deviations; gated: 1 or more where a reading
    was beyond the gate."""
    change: Row = [0.0] * len(x)
    gated: Number = 0.0
    for row, e, r in zip(H, error, noise):
        Ph = [dot(row, column) for column in P]
        w = 1.0 / sqrt(r * r + dot(row, Ph))
        g = [w * each for each in Ph]
        share = w * (e - dot(row, change))
        gated = gated + beyond(share)
        change = [c + each * share for c, each in zip(change, g)]
        P = [[entry - a * b for entry, b in zip(line, g)] for line, a in zip(P, g)]
    return [a + c for a, c in zip(x, change)], P, gated
