"""Lowering of recorded loops to passes of C code: dead-code elimination, layout of arrays, and vectorisable inner loops.

Inner loops run over stretches of neighbouring indices (bodies) whose addresses have constant strides.
An array over which a loop runs by index is stored cell by cell, with neighbouring indices adjacent (structure of arrays); any
other array is stored index by index, with the cells of an index adjacent.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.fields import CellColumn, Result, StepRun, Store, Trace
from jounce.codegen.passes import Argument, Pass, Passes
from jounce.codegen.program import UNTOUCHED, Program, Slot
from jounce.codegen.schedule import schedule
from jounce.numbers import Symbol
from jounce.numbers.packing import Array
from jounce.numbers.symbol import CONSTANT, COS, INPUT, SIN

VECTOR = 8
"""Number of doubles in the widest vector register (AVX-512)."""


class Spot(NamedTuple):
    """Address of one scalar at each index of a trace: array, cell and row."""

    store: Store
    cell: int
    rows: Array
    """Row of the array for each index of the trace; in a flat array, with one cell per row, the position of the scalar."""

    @property
    def flat(self) -> bool:
        """True if the array has one cell per row, so that rows are positions."""
        return self.store.width == 1


class Member(NamedTuple):
    """Scalar that a step reads or computes, its address, and the stride of its row within a stretch of indices."""

    value: Any
    spot: Spot
    move: int


class Stretches(NamedTuple):
    """Stretches of neighbouring indices along which every address is constant or linear.

    moves: stride of each scalar. begins: position of the first index of each stretch among the indices of the trace. counts:
    length of each stretch, empty for single indices.
    """

    moves: tuple[int, ...]
    begins: list[int]
    counts: list[int]


class Lowering:
    """Lowering of the runs that a `Recorder` recorded to passes; `passes` returns the result."""

    def __init__(self, runs: Sequence[StepRun]) -> None:
        self.runs = runs
        self.needed: set[tuple[Store, int]] = set()
        self.beside: set[Store] = set()
        self.cells: dict[Store, dict[int, int]] = {}
        self.names: dict[Store, str] = {}

    def passes(self, name: str, inputs: Sequence[Slot], outputs: Sequence[Slot]) -> Passes:
        """Return the loop program of a kernel with this name, these inputs and these outputs."""
        live = [self._live(run) for run in reversed(self.runs)][::-1]
        for store, cell in self.needed:
            if cell not in store.homes and store.role not in ("input", "output"):
                self.cells.setdefault(store, {})[cell] = 0
        for store, cells in self.cells.items():
            self.cells[store] = {cell: k for k, cell in enumerate(sorted(cells))}
        cut = [[(trace, self._stretches(trace, run)) for trace in run.traces] for run in live]
        self._widen(live, cut)
        angles = self._angles([trace for run in live for trace in run.traces])
        passes = []
        for run, traces in zip(live, cut):
            passes_by_trace = [[self._pass(trace, s, run.straight, angles) for s in stretches] for trace, stretches in traces]
            if run.order is None:
                passes += [each for of_trace in passes_by_trace for each in of_trace]
            for number, places in run.order or ():
                begins = [stretches.begins for stretches in traces[number][1]]
                passes += [_picked(each, at, places) for each, at in zip(passes_by_trace[number], begins)]
        stores = [(name, store) for store, name in self.names.items() if store in self.cells]  # the same order in every process
        arrays = {name: store.count * len(self.cells[store]) for name, store in stores if store.role == "work"}
        constants = {name: self._constants(store) for name, store in stores if store.role == "table"}
        filled = frozenset(name for name, store in stores if store.role == "work" and store.width > 1)
        turning = [f"{store.name}[{k}]" for store, k in sorted(angles, key=lambda x: (x[0].name, x[1]))]
        return Passes(name, tuple(inputs), tuple(outputs), tuple(passes), arrays, turning, constants=constants, filled=filled)

    def _name(self, store: Store) -> str:
        if store not in self.names:
            self.names[store] = store.name or f"{'t' if store.role == 'table' else 'w'}_{len(self.names)}"
        return self.names[store]

    def _constants(self, store: Store) -> list[float]:
        rows = [store.values[cell] for cell in self.cells[store]]
        return [x for row in (rows if store in self.beside else zip(*rows)) for x in row]

    # ------------------------------------------------------------------------------------------------ dead-code elimination

    def _live(self, run: StepRun) -> StepRun:
        """Return the run without results that are neither outputs of the kernel nor read by a later run or by the run itself."""
        written = {(result.store, result.cell) for trace in run.traces for result in trace.results}
        while True:
            needed = written & self.needed
            traces = [self._live_trace(trace) for trace in run.traces]
            if written & self.needed == needed:
                return run._replace(traces=traces)

    def _live_trace(self, trace: Trace) -> Trace:
        results = [at for result in trace.results if self._wanted(result) for at in _at_home(result)]
        reached = trace.graph.reachable([result.value for result in results])
        symbols = {x: column for x, column in trace.symbols.items() if x in reached}
        self.needed |= {(column.store, column.cell) for column in symbols.values()}
        return trace._replace(results=results, symbols=symbols)

    def _wanted(self, result: Result) -> bool:
        store = result.store
        if result.cell in store.homes or store.role == "output":
            return True
        return (store, result.cell) in self.needed and (not result.lazy or result.cell in store.whole)

    # ------------------------------------------------------------------------------------------------ addresses and stretches

    @staticmethod
    def _spot(x: CellColumn | Result, indices: Array) -> Spot:
        store, cell, rows = x.store, x.cell, x.rows[indices]
        while cell in store.homes:
            store, places = store.homes[cell][0]
            cell, rows = 0, places[rows]
        return Spot(store, cell, rows)

    def _place(self, spot: Spot) -> tuple[int, int]:
        """Return (offset, stride) of a scalar: its position in the array is offset + stride * row."""
        if spot.flat:
            return 0, 1
        cells = self.cells[spot.store]
        return (cells[spot.cell] * spot.store.count, 1) if spot.store in self.beside else (cells[spot.cell], len(cells))

    def _stretches(self, trace: Trace, run: StepRun) -> list[Stretches]:
        """Split the indices of a trace into stretches of neighbours with constant strides, one `Stretches` per set of strides."""
        count = len(trace.indices)
        read = [self._spot(x, trace.indices) for x in trace.symbols.values()]
        spots = [*read, *(self._spot(x, trace.indices) for x in trace.results)]
        alone = Stretches((), list(range(count)), [])
        if not trace.results:
            return []
        if run.spans is not None:
            moves, counts = run.spans
            return [Stretches((*(moves[x] for x in trace.symbols), *[1] * len(trace.results)), alone.begins, counts)]
        if not run.neighbours or count < 2:
            return [alone]
        unique = {(id(s.rows), i >= len(trace.symbols), s.flat): s for i, s in enumerate(spots)}
        rows = np.stack([s.rows for s in unique.values()])
        deltas = np.diff(rows, axis=1)
        is_result, flat = (np.array([key[k] for key in unique])[:, None] for k in (1, 2))
        even = np.where(is_result, deltas != 0, flat | (deltas == 0) | (deltas == 1)).all(axis=0)
        even &= np.where(is_result & ~flat, deltas == 1, True).all(axis=0)
        same = np.concatenate([[False], (deltas[:, 1:] == deltas[:, :-1]).all(axis=0)])
        begins, ends, at = list[int](), list[int](), 0
        while at < count:
            end = at + 1
            if end < count and even[at]:
                end += 1
                while end < count and same[end - 1]:
                    end += 1
            begins.append(at)
            ends.append(end)
            at = end
        if len(begins) == count:
            return [alone]
        order = [list(unique).index((id(s.rows), i >= len(trace.symbols), s.flat)) for i, s in enumerate(spots)]
        groups: dict[tuple[int, ...], Stretches] = {}
        by = [tuple(deltas[order, b].tolist()) if e > b + 1 else () for b, e in zip(begins, ends)]
        usual = Counter(move for move in by if move).most_common(1)[0][0]
        for move, begin, end in zip(by, begins, ends):
            group = groups.setdefault(move or usual, Stretches(move or usual, [], []))
            group.begins.append(begin)
            group.counts.append(end - begin)
        for move in groups:
            self.beside |= {spot.store for spot, by in zip(spots, move) if by and not spot.flat}
        return list(groups.values())

    def _widen(self, live: Sequence[StepRun], cut: Sequence[list[tuple[Trace, list[Stretches]]]]) -> None:
        """Extend stretches to whole vectors if every cell written beyond their ends is overwritten before it is read."""
        rewritten: dict[Store, Array] = {}
        for run, traces in zip(reversed(live), reversed(cut)):
            for trace, stretches in reversed(traces):
                read = [self._spot(x, trace.indices) for x in trace.symbols.values()]
                written = [self._spot(x, trace.indices) for x in trace.results]
                plain = [spot for spot, x in zip(written, trace.results) if not x.added]
                if run.spans is None and len(plain) == len(written) and all(spot.store in rewritten for spot in written):
                    for each in stretches:
                        _lengthen(each, read, written, rewritten)
                for spot in plain:
                    if spot.flat and run.spans is None:
                        rewritten.setdefault(spot.store, np.zeros(spot.store.count, bool))[spot.rows] = True
                for spot in (*read, *(written if len(plain) < len(written) or run.spans is not None else ())):
                    if spot.store in rewritten:
                        rewritten[spot.store][spot.rows if run.spans is None else slice(None)] = False

    # ------------------------------------------------------------------------------------------------ angles

    def _angles(self, traces: Sequence[Trace]) -> set[tuple[Store, int]]:
        """Return the inputs (array, position) that all passes use only as arguments of sine and cosine."""
        turned, otherwise = set[tuple[Store, int]](), set[tuple[Store, int]]()
        for trace in traces:
            values = [result.value for result in trace.results]
            nodes = trace.graph.reachable(values)
            plain = {y for x in nodes if x.op not in (SIN, COS) for y in x.operands} | {
                x for x in values if isinstance(x, Symbol)
            }
            for x, column in trace.symbols.items():
                if column.store.role == "input":
                    places = {(column.store, int(k)) for k in column.rows[trace.indices]}
                    if x in plain:
                        otherwise |= places
                    else:
                        turned |= places
        return turned - otherwise

    # ------------------------------------------------------------------------------------------------ passes

    def _pass(self, trace: Trace, stretches: Stretches, straight: bool, angles: set[tuple[Store, int]]) -> Pass:
        """Return the pass that runs a trace over the given stretches of its indices."""
        begins, count = np.array(stretches.begins), len(trace.symbols)
        moves = stretches.moves or (0,) * (count + len(trace.results))
        address: dict[Symbol, str] = {}
        inputs, outputs, results = list[Slot](), list[Slot](), list[tuple[Any, ...]]()
        arguments, table = list[Argument](), list[Array]()
        read = [Member(x, self._spot(column, trace.indices), by) for (x, column), by in zip(trace.symbols.items(), moves)]
        for members in _grouped(read, begins, straight):
            name, (base, offsets) = f"x{len(inputs)}", self._reached(members, begins, straight)
            store, move = members[0].spot.store, members[0].move
            constant, stays = store.role == "table", bool(stretches.counts) and not move
            cells = tuple(sorted(set(offsets))) if stays else ()
            form = "WIDE({}[{}])" if constant and not stays else "{}[{}]"
            places = [cells.index(offset) if stays else offset for offset in offsets]
            address |= {member.value: form.format(name, place) for member, place in zip(members, places)}
            inputs.append(Slot(name, max(places) + 1, 1))
            moved = move * self._place(members[0].spot)[1]
            arguments.append(Argument(self._name(store), moves=moved, cells=cells, constant=constant))
            table.append(base)
        for added in (False, True):
            written = [
                Member(x.value, self._spot(x, trace.indices), by)
                for x, by in zip(trace.results, moves[count:])
                if x.added == added
            ]
            for members in _grouped(written, begins, straight):
                base, offsets = self._reached(members, begins, straight)
                values: list[Any] = [UNTOUCHED] * (max(offsets) + 1)
                for member, offset in zip(members, offsets):
                    assert values[offset] in (UNTOUCHED, member.value), "two numbers at one place"
                    values[offset] = member.value
                outputs.append(Slot(f"y{len(outputs)}", len(values), 1))
                results.append(tuple(values))
                moved = members[0].move * self._place(members[0].spot)[1]
                arguments.append(Argument(self._name(members[0].spot.store), added=added, moves=moved))
                table.append(base)
        near = {
            x
            for x, column in trace.symbols.items()
            if column.store.role == "input" and all((column.store, int(k)) in angles for k in column.rows[trace.indices])
        }
        ordered = schedule(trace.graph, [x for values in results for x in values], late=straight)
        instructions = [x for x in ordered if x.op not in (INPUT, CONSTANT)]
        step = Program("step", tuple(inputs), tuple(outputs), address, tuple(results), instructions, frozenset(near))
        return Pass(step, tuple(arguments), np.stack(table, axis=1).tolist(), stretches.counts)

    def _reached(self, members: Sequence[Member], begins: Array, straight: bool) -> tuple[Array, list[int]]:
        """Return (base, offsets) of an argument: its position at the beginning of each stretch, and each scalar's offset."""
        places = [(spot, *self._place(spot)) for _, spot, _ in members]
        starts = [offset + stride * spot.rows[begins] for spot, offset, stride in places]
        if members[0].spot.flat or straight:
            first = min(starts, key=lambda start: int(start[0]))
            base = np.zeros(1, np.int64) if straight else first
        else:
            base = places[0][2] * members[0].spot.rows[begins]
        return base, [int(start[0] - base[0]) for start in starts]


def _lengthen(stretches: Stretches, read: Sequence[Spot], written: Sequence[Spot], rewritten: Mapping[Store, Array]) -> None:
    """Extend stretches to whole vectors if the cells read beyond their ends exist and the cells written are overwritten later.

    rewritten: {array: True for each position that a later run overwrites before it is read}.
    """
    for k, (begin, count) in enumerate(zip(stretches.begins, stretches.counts)):
        beyond = np.arange(count, -(-count // VECTOR) * VECTOR)
        places = [spot.rows[begin] + move * beyond for spot, move in zip((*read, *written), stretches.moves)]
        exists = all((x < spot.store.count).all() for x, spot in zip(places, (*read, *written)))
        if exists and all(rewritten[spot.store][x].all() for x, spot in zip(places[len(read) :], written)):
            stretches.counts[k] = count + len(beyond)


def _grouped(members: Sequence[Member], begins: Array, straight: bool) -> list[list[Member]]:
    """Group scalars that can form one argument of a step: stored in the same array with equal strides."""
    groups: dict[Hashable, list[Member]] = {}
    for member in members:
        rows = member.spot.rows
        if straight:
            key: Hashable = member.spot.store
        elif member.spot.flat:
            key = member.spot.store, (rows[begins] - rows[begins[0]]).tobytes(), member.move
        else:
            key = member.spot.store, rows.tobytes(), member.move
        groups.setdefault(key, []).append(member)
    return list(groups.values())


def _at_home(result: Result) -> list[Result]:
    """Return the copies of a result, one for each array in which the result is stored."""
    homes = result.store.homes.get(result.cell)
    if homes is None:
        return [result]
    return [at for store, places in homes for at in _at_home(result._replace(store=store, cell=0, rows=places[result.rows]))]


def _picked(each: Pass, begins: Sequence[int], places: Sequence[int]) -> Pass:
    """Return the pass with only the runs that begin at `places`, in this order.

    begins: position of the first index of each run of the pass. places: positions to select; those without a run are skipped.
    """
    at = {begin: k for k, begin in enumerate(begins)}
    chosen = [at[place] for place in places if place in at]
    return replace(
        each, begins=[each.begins[k] for k in chosen], repeats=[each.repeats[k] for k in chosen] if each.repeats else []
    )
