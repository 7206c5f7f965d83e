"""Kinds of indices: groups for which a step is traced once, and the order in which they run.

Indices are of one kind if their arguments have the same structure, stand in the same arrays, and have the same zeros and ones
where the step calculates with these. The most frequent kinds have their own constants; the others share a step with the
constants that all of them have in common.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from jounce.codegen.fields import CellColumn, Field, NestShape, Order
from jounce.numbers import Graph, Symbol
from jounce.numbers.packing import rebuilt, scalars

MOST_KINDS = 8
"""Most kinds of a step with their own constants; further kinds are traced together with the constants they share."""


def kinds_of(
    text: Callable[..., Any], fields: Sequence[Field], count: int, folds: Sequence[bool]
) -> tuple[list[list[int]], list[list[NestShape]]]:
    """Return the indices of each kind, and the shapes of the arguments with which it is traced.

    folds: arguments whose constants distinguish kinds. A loop over neighbours is worth more than constants of what moves.
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
    """Return (graph, symbols, values of outs, values of new fields); symbols with their column, field and leaf."""
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
    """Return a key of a column: two columns with equal keys address the same scalar of each index."""
    return id(column.store), column.cell, id(column.rows)


def _calculated(text: Callable[..., Any], fields: Sequence[Field], shapes: Sequence[NestShape]) -> list[Sequence[int]]:
    """Return, for each argument, the scalars that operations of a step read; unchanged copies do not count."""
    if all(len(set(field.shapes)) == 1 for field in fields):
        return [() for _ in fields]
    graph, symbols, fixed, new_values = traced(text, fields, shapes)
    values = [x for x in scalars((tuple(fixed), tuple(new_values))) if isinstance(x, Symbol) and x not in symbols]
    reached = graph.reachable(values)
    used = {identity(column) for x, (column, _, _) in symbols.items() if x in reached}
    return [[k for k, c in enumerate(s.columns) if identity(field.columns[c]) in used] for field, s in zip(fields, shapes)]


Shapes = Sequence[NestShape]
"""Shape at each index of a field, or the one shape that all of them have."""


def _varied(field: Field) -> Shapes:
    """Return the shapes of a field, one per index; a list of one shape if all indices share it, as in most fields."""
    first = field.shapes[0]
    return field.shapes if any(shape is not first for shape in field.shapes) else [first]


def _distinct(shapes: Shapes, indices: Sequence[int]) -> Iterable[NestShape]:
    """Return each shape that indices have, once."""
    return shapes if len(shapes) == 1 else dict.fromkeys([shapes[k] for k in indices])


def _groups(shapes_of_fields: Sequence[Shapes], count: int) -> list[list[int]]:
    """Return groups of indices whose arguments have the same structure and stand in the same columns."""
    varied = [shapes for shapes in shapes_of_fields if len(shapes) > 1]
    if not varied:
        return [list(range(count))]
    keys = {shape: (shape.key, shape.columns) for shapes in varied for shape in set(shapes)}
    groups: dict[tuple[Hashable, ...], list[int]] = {}
    for k, at in enumerate(zip(*varied)):
        groups.setdefault(tuple([keys[shape] for shape in at]), []).append(k)
    return list(groups.values())


def _common(shapes: Shapes, indices: Sequence[int]) -> NestShape:
    """Return the shape with the constants that all shapes at these indices have in common."""
    first, *others = _distinct(shapes, indices)
    constants = [c if all(s.constants[leaf] == c for s in others) else None for leaf, c in enumerate(first.constants)]
    return NestShape(first.nest, first.columns, constants) if others else first


def _masked(shape: NestShape, common: NestShape, leaves: Sequence[int]) -> NestShape:
    """Return a shape with its own constants at `leaves`, and the constants of `common` elsewhere."""
    constants = [
        special if leaf in leaves else shared for leaf, (special, shared) in enumerate(zip(shape.constants, common.constants))
    ]
    return NestShape(shape.nest, shape.columns, constants)


def _names(
    shapes_of_fields: Sequence[Shapes], used: Sequence[Sequence[int]], indices: Sequence[int], group: int
) -> dict[int, Hashable]:
    """Return a key per index; indices of a group have equal keys if their constants agree wherever operations read them."""
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
    """Mark constants of a shape as stored in their array where a step reads them as variables."""
    for c, folded, constant in zip(read.columns, read.constants, shape.constants):
        if folded is None and constant is not None and field.columns[c].store.role == "work":
            field.columns[c].store.whole.add(field.columns[c].cell)


def in_turn(groups: Sequence[int], kinds: Sequence[Sequence[int]]) -> Order:
    """Return the order in which groups run one after the other; groups: group of each index, all of one kind."""
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
    """Return an order of few stretches in which each index follows its parent (with `reverse`: its children)."""
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
