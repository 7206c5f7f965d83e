"""C macros that transpose rows of samples to vectors over the samples and back, block by block, in registers.

Vectors that need no alignment load 4 (or 2) neighbouring scalars of a sample at once; butterfly steps exchange rows and columns
of the block. If the width of a row leaves a remainder of 3, the last block overlaps the block before, so that no scalar of a row
of 7 is moved singly.
"""

BLOCK = 4
"""Largest number of scalars of a sample that are moved together. Blocks of 8 would need as many shuffles per scalar, and would
not fit into rows of 7."""
WRITTEN_OUT = 8
"""Largest number of blocks of a row for which code is unrolled; the code of longer rows is a loop over blocks."""


def blocks(width: int) -> list[tuple[int, int]]:
    """Return (size, begin) of blocks of 4, 2 or 1 scalars that cover a row; a remainder of 3 overlaps the block before."""
    whole = [(BLOCK, i) for i in range(0, width - BLOCK + 1, BLOCK)]
    rest = width % BLOCK
    if rest == BLOCK - 1:
        return [*whole, (BLOCK, width - BLOCK)] if whole else [(2, 0), (1, 2)]
    return [*whole, (rest, width - rest)] if rest else whole


def on_blocks(statement: str, width: int, indent: str) -> list[str]:
    """Return the C lines of a statement for all blocks of a row; its {size} and {i} are a block's size and first index."""
    parts, whole = blocks(width), width // BLOCK
    lines = []
    if len(parts) > WRITTEN_OUT:
        lines = [f"{indent}for (int i = 0; i < {whole * BLOCK}; i += {BLOCK}) {statement.format(size=BLOCK, i='i')}"]
        parts = parts[whole:]
    return [*lines, *(f"{indent}{statement.format(size=size, i=i)}" for size, i in parts)]


TYPES = """
typedef double pair __attribute__((vector_size(16)));
typedef double loose_pair __attribute__((vector_size(16), aligned(8), may_alias));
#define PAIR(p) (*(const loose_pair *)(p))
#define PUT_PAIR(p, x) (*(loose_pair *)(p) = (x))
#if LANES > 2
typedef double four __attribute__((vector_size(32)));
typedef double loose_four __attribute__((vector_size(32), aligned(8), may_alias));
#define FOUR(p) (*(const loose_four *)(p))
#define PUT_FOUR(p, x) (*(loose_four *)(p) = (x))
#endif
#if defined(__clang__) || __GNUC__ >= 12
#define JOIN_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3)
#define JOIN_FOURS(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#define PAIR_OF(x, k) __builtin_shufflevector(x, x, 2 * (k), 2 * (k) + 1)
#define FOUR_OF(x, k) __builtin_shufflevector(x, x, 4 * (k), 4 * (k) + 1, 4 * (k) + 2, 4 * (k) + 3)
#define MIX(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define JOIN_PAIRS(a, b) ((four){(a)[0], (a)[1], (b)[0], (b)[1]})
#define JOIN_FOURS(a, b) ((real){(a)[0], (a)[1], (a)[2], (a)[3], (b)[0], (b)[1], (b)[2], (b)[3]})
#define PAIR_OF(x, k) ((pair){(x)[2 * (k)], (x)[2 * (k) + 1]})
#define FOUR_OF(x, k) ((four){(x)[4 * (k)], (x)[4 * (k) + 1], (x)[4 * (k) + 2], (x)[4 * (k) + 3]})
#define MIX(a, b, ...) __builtin_shuffle(a, b, (whole){__VA_ARGS__})
#endif
"""


def _swap(lanes: int, distance: int) -> str:
    """Return the C macro SWAP of a butterfly step of a transposition: vectors a and b exchange lanes at this distance."""
    low = [lanes + k - distance if k & distance else k for k in range(lanes)]
    high = [lanes + k if k & distance else k + distance for k in range(lanes)]
    mixed = [f"const real {x} = MIX(a, b, {', '.join(map(str, order))})" for x, order in (("low", low), ("high", high))]
    return f"#define SWAP{distance}(a, b) do {{ {'; '.join(mixed)}; a = low; b = high; }} while (0)"


def _joined(size: int, k: int, lanes: int, at: str) -> str:
    """Return the C expression of a vector that joins `size` scalars from position `at` of each of the samples k, k + size, ..."""
    parts = [f"{'FOUR' if size == 4 else 'PAIR'}(place[{lane}] + {at})" for lane in range(k, lanes, size)]
    if size == 2 and lanes > 2:
        parts = [f"JOIN_PAIRS({a}, {b})" for a, b in zip(parts[::2], parts[1::2])]
    return f"JOIN_FOURS({parts[0]}, {parts[1]})" if len(parts) == 2 else parts[0]


def _block(size: int, lanes: int) -> list[str]:
    """Return the C macros that load and store a block of `size` scalars of every sample."""
    names = "abcd"[:size]
    swaps = [f"SWAP1({a}, {b});" for a, b in zip(names[::2], names[1::2])]
    swaps += ["SWAP2(a, c); SWAP2(b, d);"] if size == 4 else []
    loads = ", ".join(f"{x} = {_joined(size, k, lanes, '(i)')}" for k, x in enumerate(names))
    reads = ", ".join(f"{x} = (from)[(i) + {k}]" for k, x in enumerate(names))
    word = "FOUR" if size == 4 else "PAIR"
    lane_group = "{x}" if size == lanes else f"{word}_OF({{x}}, {{g}})"
    stores = [
        f"PUT_{word}(place[{k + g * size}] + (i), {lane_group.format(x=x, g=g)});"
        for k, x in enumerate(names)
        for g in range(lanes // size)
    ]
    return [
        f"#define TAKE{size}(to, place, i) do {{ real {loads}; \\",
        f"    {' '.join(swaps)} {' '.join(f'(to)[(i) + {k}] = {x};' for k, x in enumerate(names))} }} while (0)",
        f"#define PUT{size}(place, from, i) do {{ real {reads}; \\",
        f"    {' '.join(swaps)} {' '.join(stores)} }} while (0)",
    ]


def _macros(lanes: int) -> str:
    """Return the C macros that load and store blocks of scalars in vectors of `lanes` samples."""
    steps = [f"place[{lane}] = place[{lane - 1}] + (lanes > {lane} ? (gap) : 0)" for lane in range(1, lanes)]
    fetches = " ".join(f"__builtin_prefetch(place[{lane}] + (i));" for lane in range(lanes))
    lines = [
        f"#define PLACES(type, place, begin, gap) type *place[LANES]; place[0] = (begin); \\\n    {'; '.join(steps)}",
        f"#define FETCH(place, i) do {{ {fetches} }} while (0)",
        _swap(lanes, 1),
        *_block(2, lanes),
    ]
    if lanes > 2:
        lines += [_swap(lanes, 2), *_block(4, lanes)]
    else:
        lines += [
            f"#define {name}4({a}, {b}, i) do {{ {name}2({a}, {b}, i); {name}2({a}, {b}, (i) + 2); }} while (0)"
            for name, a, b in (("TAKE", "to", "place"), ("PUT", "place", "from"))
        ]
    single = ", ".join(f"place[{lane}][i]" for lane in range(lanes))
    stores = " ".join(f"place[{lane}][i] = (from)[i][{lane}];" for lane in range(lanes))
    lines += [
        f"#define TAKE1(to, place, i) (to)[i] = (real){{{single}}}",
        f"#define PUT1(place, from, i) do {{ {stores} }} while (0)",
    ]
    return "\n".join(lines)


TRANSPOSITION = f"""{TYPES}
#if LANES == 8
{_macros(8)}
#elif LANES == 4
{_macros(4)}
#else
{_macros(2)}
#endif
#define DOUBT1(to, i) doubt += (to)[i] * 0.0
#define DOUBT2(to, i) doubt += (to)[i] * 0.0 + (to)[(i) + 1] * 0.0
#define DOUBT4(to, i) doubt += ((to)[i] * 0.0 + (to)[(i) + 1] * 0.0) + ((to)[(i) + 2] * 0.0 + (to)[(i) + 3] * 0.0)
"""
"""C macros of the transposition, for code that defines `real`, `whole` and LANES. PLACES declares where the sample of each lane
begins; idle lanes repeat the last sample. FETCH prefetches memory; TAKE1, TAKE2 and TAKE4 load a block of 1, 2 or 4 scalars;
PUT1, PUT2 and PUT4 store a block; DOUBT1, DOUBT2 and DOUBT4 make `doubt` nan if a scalar of a block is not finite."""
