"""Long recursions as loops: each step is written down once, with the constants of a link as data, and run for every link.

Straight-line code grows with the robot; beyond some thirty links it no longer fits the processor's caches and takes the compiler
long. A loop keeps the code as small as one link, and its cost and compile time do not depend on how many there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from jounce.codegen.print.c import body, core, literal, place, workspace
from jounce.codegen.program import Program, Slot


@dataclass(frozen=True)
class Step:
    """The two steps of one kind of joint.

    outward(link, above, q) -> (state, load, moved): from the parent's state;
    inward(link, moved, load, q) -> (outputs of this link ..., handed).
    """

    outward: Program
    inward: Program


@dataclass(frozen=True)
class Recursion:
    """A pass from the base outward and one back inward, over a tree of links."""

    name: str
    inputs: tuple[Slot, ...]
    outputs: tuple[Slot, ...]
    steps: tuple[Step, ...]
    kinds: Sequence[int]
    """Which of `steps` each link takes."""
    parents: Sequence[int]
    """Index of the link that carries each link, -1 for the base."""
    data: Sequence[Sequence[float]]
    """Constants of each link."""
    base: Sequence[float]
    """State of the base."""
    external: tuple[tuple[Program, int], ...] = ()
    """Loads taken off links: the program that makes each from an input behind the first, and the link."""

    @property
    def operations(self) -> int:
        """Of one run over all links."""
        step = [s.outward.operations + s.inward.operations for s in self.steps]
        return sum(step[kind] for kind in self.kinds) + sum(made.operations for made, _ in self.external)

    @property
    def length(self) -> int:
        """What the compiler sees of them: one link of each kind."""
        return sum(s.outward.operations + s.inward.operations for s in self.steps)

    @property
    def angle_places(self) -> list[str]:
        """Where the positions of turning joints stand in the input."""
        turning = [bool(step.outward.angles) for step in self.steps]
        return [f"{self.inputs[0].name}[{i}]" for i, kind in enumerate(self.kinds) if turning[kind]]

    @property
    def workspace(self) -> int:
        """Numbers that one run keeps: state, load and movement of every link."""
        above, (_, load, moved) = self.steps[0].outward.inputs[1], self.steps[0].outward.outputs
        n = len(self.parents)
        return (above.size + load.size) * (n + 1) + moved.size * n

    def text(self) -> str:
        """`static void core(...)` on `real`."""
        n = len(self.parents)
        motion = self.inputs[0]
        _, above, q = self.steps[0].outward.inputs
        _, load, moved = self.steps[0].outward.outputs
        parts = []
        for k, step in enumerate(self.steps):
            parts += [body(step.outward, f"outward{k}", "NOINLINE"), body(step.inward, f"inward{k}", "NOINLINE")]
        parts += [body(made, f"external{k}", "NOINLINE") for k, (made, _) in enumerate(self.external)]

        def choose(call: str) -> str:
            cases = " ".join(f"case {k}: {call.format(k=k)}; break;" for k in range(len(self.steps)))
            return f"switch (kind[i]) {{ {cases} }}"

        width = len(self.data[0])
        rows = ",\n".join("        {" + ", ".join(map(literal, row)) + "}" for row in self.data)
        go_out = choose(f"outward{{k}}(link, state + {above.size} * (parent[i] + 1), q, at, load + {load.size} * (i + 1), m)")
        own = [f"own_{slot.name}" for slot in self.outputs]
        given = f"link, moved + {moved.size} * i, load + {load.size} * (i + 1), q"
        go_in = choose(f"inward{{k}}({given}, {', '.join(own)}, handed)")
        put_down = [
            f"        for (int k = 0; k < {slot.rows}; ++k) {slot.name}[k * {slot.width} + i] = {name}[k];"
            for slot, name in zip(self.outputs, own)
        ]
        taken_off = [
            line
            for k, (_, link) in enumerate(self.external)
            for line in (
                "    {",
                f"        real off[{load.size}];",
                f"        external{k}({self.inputs[1 + k].name}, off);",
                f"        for (int j = 0; j < {load.size}; ++j) load[{load.size * (link + 1)} + j] -= off[j];",
                "    }",
            )
        ]
        arguments = [f"const real *restrict {s.name}" for s in self.inputs] + [f"real *restrict {s.name}" for s in self.outputs]
        fetch = [
            f"        real q[{q.size}], link[{width}];",
            f"        for (int k = 0; k < {q.size}; ++k) q[k] = {motion.name}[k * {motion.width} + i];",
            f"        for (int k = 0; k < {width}; ++k) link[k] = WIDE(data[i][k]);",
        ]
        whole = [
            f"static const int parent[{n}] = {{{', '.join(map(str, self.parents))}}};",
            f"static const unsigned char kind[{n}] = {{{', '.join(map(str, self.kinds))}}};",
            f"static const scalar data[{n}][{width}] = {{\n{rows}\n}};",
            f"static const scalar base[{above.size}] = {{{', '.join(map(literal, self.base))}}};",
            "",
            f"static void core({', '.join(arguments)})",
            "{",
            f"    {place(self.workspace)}real state[{above.size * (n + 1)}],",
            f"        load[{load.size * (n + 1)}], moved[{moved.size * n}];",
            f"    for (int j = 0; j < {above.size}; ++j) state[j] = WIDE(base[j]);",
            f"    for (int j = 0; j < {load.size}; ++j) load[j] = WIDE(0.0);",
            f"    for (int i = 0; i < {n}; ++i) {{",
            *fetch,
            f"        real *at = state + {above.size} * (i + 1), *m = moved + {moved.size} * i;",
            f"        {go_out}",
            "    }",
            *taken_off,
            f"    for (int i = {n - 1}; i >= 0; --i) {{",
            *fetch,
            f"        real handed[{load.size}], {', '.join(f'{name}[{slot.rows}]' for slot, name in zip(self.outputs, own))};",
            f"        {go_in}",
            *put_down,
            f"        for (int j = 0; j < {load.size}; ++j) load[{load.size} * (parent[i] + 1) + j] += handed[j];",
            "    }",
            "}",
            "",
        ]
        return "\n".join([*parts, *whole])


@core.register
def _(program: Recursion) -> str:
    return program.text()


@workspace.register
def _(program: Recursion) -> int:
    return program.workspace
