"""Conversion of formulas in claims, settings and captions to LaTeX.

In terminals and JSON a claim is plain text; on a page its formulas are LaTeX between dollars.
"""

import re

FORMULAS = {  # plain text: LaTeX
    "M qdd_r + C qd_r + g": r"M \ddot q_r + C \dot q_r + g",
    "M qdd + C qd + g": r"M \ddot q + C \dot q + g",
    "dM/dt = C + C^T": r"\dot M = C + C^\mathsf{T}",
    "dM/dt - 2C": r"\dot M - 2 C",
    "dM/dt": r"\dot M",
    "C + C^T": r"C + C^\mathsf{T}",
    "M^(k) = M^(k)T": r"M^{(k)} = M^{(k)\mathsf{T}}",
    "M = M^T > 0": r"M = M^\mathsf{T} > 0",
    "M - M^T": r"M - M^\mathsf{T}",
    "M b": "M b",
    "S^T qdd": r"S^\mathsf{T} \ddot q",
    "S^T qd": r"S^\mathsf{T} \dot q",
    "qd . C_rotor = 0": r"\dot q \cdot C_\mathrm{rotor} = 0",
    "q_(i+1), ..., q_(j-1)": r"q_{i+1}, \dots, q_{j-1}",
    "q_i = A_i cos(w_i t)": r"q_i = A_i \cos(\omega_i t)",
    "10 sin(pi t)": r"10 \sin(\pi t)",
    "theta - q": r"\theta - q",
    "S_ij": "S_{ij}",
    "S_67": "S_{67}",
    "S(q)": "S(q)",
    "O(N)": "O(N)",
    "O(N^2)": "O(N^2)",
    "O(N^3)": "O(N^3)",
    "N^3/3": "N^3/3",
    "4N = 28": "4N = 28",
    "4N": "4N",
    "2N": "2N",
    "2(N + 1)": "2(N + 1)",
    "2 a + na": r"2 a + n_\mathrm{a}",
    "1/K": "1/K",
    "10^4": "10^4",
    "qdd": r"\ddot q",
}
_FORMULA = re.compile(rf"(?<![\w^])(?:{'|'.join(map(re.escape, sorted(FORMULAS, key=len, reverse=True)))})(?!\w)")


def with_formulas(text: str) -> str:
    """Return the text with every formula of `FORMULAS` replaced by its LaTeX between dollars."""
    return _FORMULA.sub(lambda match: f"${FORMULAS[match[0]]}$", text)
