"""Kinds of indices: groups of bodies (or other indices) for which a step of a loop is traced once, and their execution order.

A step is the computation at one index. Indices are of one kind if the arguments of the step have the same structure, are stored
in the same arrays, and have the same zeros and ones wherever the step calculates with these constants. The most frequent kinds
are traced with their own constants; all other indices share a trace with the constants that their whole group has in common.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from jounce.codegen.fields import CellColumn, Field, NestShape, Order
from jounce.numbers import Graph, Symbol
from jounce.numbers.packing import rebuilt, scalars

MOST_KINDS = 8
"""Largest number of kinds of a step that are traced with their own constants; all further kinds share a trace."""


def kinds_of(
    text: Callable[..., Any], fields: Sequence[Field], count: int, folds: Sequence[bool]
) -> tuple[list[list[int]], list[list[NestShape]]]:
    """Group the indices 0, ..., count - 1 of a step into kinds; return the indices of each kind and its argument shapes.

    text: the step, a function of one value per field. folds: for each field, True if its constants distinguish kinds, False if
    one loop over all indices is faster than folding them.
    """
    shapes_of_fields = [_varied(field) for field in fields]
    groups = _groups(shapes_of_fields, count)
    commons = [[_common(shapes, indices) for shapes in shapes_of_fields] for indices in groups]
    names: dict[int, Hashable] = {}
    masks = []
    for indices, common in zip(groups, commons):
        used = _calculated(text, fields, common) if any(folds) else [()] * len(fields)
        masks.append([leaves if fold else () for leaves, fold in zip(used, folds)])
        names |= _names(shapes_of_fields, masks[-1], indices, len(masks))
    frequent = Counter(names.values()).most_common(MOST_KINDS)
    special = {name for name, many in frequent if many > 1 or len(frequent) < MOST_KINDS}
    indices_of, shapes_of = list[list[int]](), list[list[NestShape]]()
    for indices, common, mask in zip(groups, commons, masks):
        chosen: dict[Hashable, list[int]] = {}
        for k in indices:
            chosen.setdefault(names[k] if names[k] in special else (), []).append(k)
        for name, members in chosen.items():
            shapes = common
            if name and any(mask):
                common_of_kind = [_common(shapes, members) for shapes in shapes_of_fields]
                shapes = [_masked(*each) for each in zip(common_of_kind, common, mask)]
            for field, shape, at in zip(fields, shapes, shapes_of_fields):
                for each in _distinct(at, members):
                    _require(field, shape, each)
            indices_of.append(members)
            shapes_of.append(shapes)
    return indices_of, shapes_of


def traced(text: Callable[..., Any], fields: Sequence[Field], shapes: Sequence[NestShape]) -> tuple[Any, ...]:
    """Trace the step `text`, a function of one value per field, on symbols.

    Returns (graph, {symbol: (address, index of its field, index of the scalar in the value)}, values to be stored in existing
    arrays, values of new fields).
    """
    graph = Graph()
    symbols: dict[Symbol, tuple[CellColumn, int, int]] = {}
    symbol_of: dict[tuple[int, int, int], Symbol] = {}
    values = []
    for f, (field, shape) in enumerate(zip(fields, shapes)):
        components: list[Any] = []
        for leaf, (c, constant) in enumerate(zip(shape.columns, shape.constants)):
            if constant is not None:
                components.append(constant)
                continue
            column = field.columns[c]
            key = identity(column)
            if key not in symbol_of:
                symbol_of[key] = graph.symbol(f"x{len(symbol_of)}")
                symbols[symbol_of[key]] = column._replace(over=1.0), f, leaf
            x = symbol_of[key]
            components.append(x if column.over == 1.0 else x / column.over)
        values.append(rebuilt(shape.nest, iter(components)))
    fixed, new_values = text(*values)
    return graph, symbols, fixed, tuple(new_values)


def identity(column: CellColumn) -> tuple[int, int, int]:
    """Return a hashable key of a column: two columns with equal keys address the same scalar at each index."""
    return id(column.store), column.cell, id(column.rows)


def _calculated(text: Callable[..., Any], fields: Sequence[Field], shapes: Sequence[NestShape]) -> list[Sequence[int]]:
    """Return, for each argument of the step `text`, the positions of the scalars in it with which the step calculates.

    A scalar that the step only copies to an output is not among them. The constants at the returned positions distinguish kinds
    of indices; all lists are empty if each field has the same shape, and so the same constants, at all indices.
    """
    if all(len(set(field.shapes)) == 1 for field in fields):
        return [() for _ in fields]
    graph, symbols, fixed, new_values = traced(text, fields, shapes)
    values = [x for x in scalars((tuple(fixed), tuple(new_values))) if isinstance(x, Symbol) and x not in symbols]
    reached = graph.reachable(values)
    used = {identity(column) for x, (column, _, _) in symbols.items() if x in reached}
    return [[k for k, c in enumerate(s.columns) if identity(field.columns[c]) in used] for field, s in zip(fields, shapes)]


Shapes = Sequence[NestShape]
"""Shapes of a field: one per index, or a list of the single shape that all indices share."""


def _varied(field: Field) -> Shapes:
    """Return the shapes of a field, one per index; a list of one shape if all indices share it, as in most fields."""
    first = field.shapes[0]
    return field.shapes if any(shape is not first for shape in field.shapes) else [first]


def _distinct(shapes: Shapes, indices: Sequence[int]) -> Iterable[NestShape]:
    """Return the distinct entries of `shapes` at these indices."""
    return shapes if len(shapes) == 1 else dict.fromkeys([shapes[k] for k in indices])


def _groups(shapes_of_fields: Sequence[Shapes], count: int) -> list[list[int]]:
    """Group the indices 0, ..., count - 1 whose arguments have equal structure and are stored in the same columns."""
    varied = [shapes for shapes in shapes_of_fields if len(shapes) > 1]
    if not varied:
        return [list(range(count))]
    keys = {shape: (shape.key, shape.columns) for shapes in varied for shape in set(shapes)}
    groups: dict[tuple[Hashable, ...], list[int]] = {}
    for k, at in enumerate(zip(*varied)):
        groups.setdefault(tuple([keys[shape] for shape in at]), []).append(k)
    return list(groups.values())


def _common(shapes: Shapes, indices: Sequence[int]) -> NestShape:
    """Return the shape at these indices with only those constants that are equal at all of these indices."""
    first, *others = _distinct(shapes, indices)
    constants = [c if all(s.constants[leaf] == c for s in others) else None for leaf, c in enumerate(first.constants)]
    return NestShape(first.nest, first.columns, constants) if others else first


def _masked(shape: NestShape, common: NestShape, leaves: Sequence[int]) -> NestShape:
    """Return a shape with the constants of `shape` at the scalars `leaves`, and those of `common` at all other scalars."""
    constants = [
        special if leaf in leaves else shared for leaf, (special, shared) in enumerate(zip(shape.constants, common.constants))
    ]
    return NestShape(shape.nest, shape.columns, constants)


def _names(
    shapes_of_fields: Sequence[Shapes], used: Sequence[Sequence[int]], indices: Sequence[int], group: int
) -> dict[int, Hashable]:
    """Return {index: key} of a group; two keys are equal if the constants at the scalars that operations read are equal.

    used: for each field, the positions of the scalars that operations read. group: number of the group, part of each key.
    """
    read = [(shapes, leaves) for shapes, leaves in zip(shapes_of_fields, used) if leaves and len(shapes) > 1]
    if not read:
        return dict.fromkeys(indices, (group, any(used)))
    keys: dict[tuple[NestShape, ...], Hashable] = {}
    names: dict[int, Hashable] = {}
    for k in indices:
        at = tuple([shapes[k] for shapes, _ in read])
        if at not in keys:
            keys[at] = group, *(tuple(s.constants[leaf] for leaf in leaves) for s, (_, leaves) in zip(at, read))
        names[k] = keys[at]
    return names


def _require(field: Field, read: NestShape, shape: NestShape) -> None:
    """Mark scalars that are constant in `shape` but that a step reads as variables (`read`): their array must store them."""
    for c, folded, constant in zip(read.columns, read.constants, shape.constants):
        if folded is None and constant is not None and field.columns[c].store.role == "work":
            field.columns[c].store.whole.add(field.columns[c].cell)


def in_turn(groups: Sequence[int], kinds: Sequence[Sequence[int]]) -> Order:
    """Return an execution order that keeps the order of indices; neighbours of one group and kind share an entry.

    groups: group of each index. kinds: indices of each kind.
    """
    order: list[tuple[int, list[int]]] = []
    kind = {k: (number, place) for number, indices in enumerate(kinds) for place, k in enumerate(indices)}
    for k, group in enumerate(groups):
        number, place = kind[k]
        if k and groups[k - 1] == group and order[-1][0] == number:
            order[-1][1].append(place)
        else:
            order.append((number, [place]))
    return order


def in_order(parents: Sequence[int], reverse: bool, kinds: Sequence[Sequence[int]]) -> Order:
    """Return an execution order in few stretches of one kind, where each index follows its parent (`reverse`: its children).

    parents: parent of each index, negative for none. kinds: indices of each kind.
    """
    kind = {k: (number, place) for number, indices in enumerate(kinds) for place, k in enumerate(indices)}
    needs: list[list[int]] = [[] for _ in parents]
    for k, p in enumerate(parents):
        if p >= 0:
            needs[p if reverse else k].append(k if reverse else p)
    left = list(range(len(parents)))[:: -1 if reverse else 1]
    order: Order = []
    while left:
        number, stretch, waiting = kind[left[0]][0], list[int](), list[int]()
        late = set[int]()
        for k in left:
            if kind[k][0] == number and late.isdisjoint(needs[k]):
                stretch.append(kind[k][1])
            else:
                late.add(k)
                waiting.append(k)
        order.append((number, stretch))
        left = waiting
    return order
