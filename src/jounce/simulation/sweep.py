"""Many samples of a robot's numbers, of motions or of seeds: what a function makes of each, on threads, processes or a cluster.

    samples -> parts, sized by what they cost -> executor (one thread a part) -> values in the order of samples

A sample's value depends on the sample alone, so that the result is the same, to the bit, whatever executes it and in what parts.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError, WorkerError
from jounce.functions.arguments import check_robot
from jounce.functions.backends.choice import CORES, backend, get_backend, one_thread
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.values import short
from jounce.simulation.function_identity import identity
from jounce.simulation.progress import Progress
from jounce.simulation.sweep_folder import SweepFolder
from jounce.simulation.sweep_parts import SweepParts
from jounce.simulation.sweep_result import Sweep

Function = Callable[[Robot, Any], Any]
"""What is asked of each sample: (robot, samples of a part) -> array (count, ...)."""
PROBE = 4
"""Samples of the first part, which shows what they cost."""
OWN_SECONDS, SECONDS = 0.02, 0.25
"""What a part is to take on our own threads, and on others: a task costs 50 us on the first, 5 ms on a cluster."""
MOST_SEEDS = 10**15
"""More samples than anybody computes."""
GROWTH = 8
"""A part is larger than the one before by this factor at most."""
GAIN = 0.8
"""Parts grow beyond what they are to take while a sample costs less than this share of what it did."""


def sweep(
    function: Function,
    robot: Robot,
    samples: Any,
    executor: Executor | None = None,
    *,
    seed: int = 0,
    folder: str | Path | None = None,
) -> Sweep:
    """What `function` makes of each of many samples: `.values` (count, ...), their mean, quantiles, the worst with its sample.

    samples: {name: array (count, ...)}, an array (count, ...), an iterator over samples, each a dict of arrays or an array; or a
    number, of seeds. function(robot, part) gets some of them at once, stacked as they were given, (k, ...), and gives an array
    (k, ...) whose row i belongs to sample i of the part alone; of seeds it gets a list of k NumPy generators, that of sample i
    made of (seed, i). Public functions take such parts as batches: `parameters=part`.

    executor: any `concurrent.futures.Executor`, a pool of processes say, or `Client.get_executor()` of dask's; unsaid, our own
    threads, as many as there are processors. Within a part functions of jounce use one thread. What goes to other processes must
    be something that can be pickled: a function of a module, no lambda. A sweep that takes long shows its progress on stderr.

    folder: values of each part are written there, and a sweep that was interrupted goes on with those that are missing. The
    folder belongs to one function (its code and all that it reads), robot and samples: for others it is refused, as are a
    function that cannot be identified, damaged files, and a second sweep at the same time.
    """
    check_robot(robot)
    if not callable(function):
        raise InputError(f"function: expected a function of (robot, samples), got {short(function)}.")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise InputError(f"executor: expected a concurrent.futures.Executor, got {short(executor)}.")
    source = _source(samples, seed)
    store = None if folder is None else _folder(folder, function, robot, source)
    try:
        parts = SweepParts(store, source.total)
        count = _executed(function, robot, source, parts, executor)
    finally:
        if store is not None:
            store.close()
    return Sweep(parts.values(count), samples if source.known else None)


def _folder(folder: Any, function: Function, robot: Robot, source: "_Source") -> SweepFolder:
    """Open the folder of a sweep, by all that its values depend on."""
    if not isinstance(folder, (str, Path)):
        raise InputError(f"folder: expected a path, got {short(folder)}.")
    title = {"format": "2", "function": identity(function, "the function"), "robot": identity(robot, "the robot")}
    return SweepFolder(Path(folder), title | {"samples": identity((source.digest, source.total), "the samples")})


def _executed(function: Function, robot: Robot, source: "_Source", parts: SweepParts, executor: Executor | None) -> int:
    """Have all parts without values executed; return the number of samples."""
    own = executor is None
    together = ThreadPoolExecutor(CORES, "jounce-sweep") if executor is None else executor
    progress = Progress(f"sweeping {robot.name}", lines=True)
    try:
        return _run(function, robot, source, parts, together, OWN_SECONDS if own else SECONDS, progress)
    finally:
        progress.close()
        if own:
            together.shutdown(cancel_futures=True)


class _Source(NamedTuple):
    """Samples by parts, each as the function gets it."""

    part: Callable[[int, int], Any]
    """Of samples from begin up to end; shorter where an iterator has come to its end."""
    total: int | None
    """How many; None where an iterator does not say."""
    digest: Any = None
    """What tells these samples from others; None for those of an iterator, which are told apart by parts."""
    known: bool = False
    """Whether the samples themselves are at hand afterwards."""


def _source(samples: Any, seed: int) -> _Source:
    if isinstance(samples, (int, np.integer)) and not isinstance(samples, bool):
        if not 0 <= samples <= MOST_SEEDS or isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
            raise InputError(
                f"samples: expected a number of seeds from 0, and a seed from 0, got {short(samples)} and {short(seed)}."
            )
        return _Source(lambda a, b: [np.random.default_rng([int(seed), i]) for i in range(a, b)], int(samples), int(seed))
    if isinstance(samples, Mapping):
        arrays = {str(name): _array(x, f"samples[{name!r}]") for name, x in samples.items()}
        counts = {name: len(x) for name, x in arrays.items()}
        if len(set(counts.values())) != 1:
            raise InputError(f"samples: expected arrays of one length, (count, ...), got {counts or 'none'}.")
        count = next(iter(counts.values()))
        return _Source(lambda a, b: {name: x[a:b] for name, x in arrays.items()}, count, arrays, known=True)
    if isinstance(samples, Iterator):
        return _Source(_drawn(samples), None)
    array = _array(samples, "samples")
    return _Source(lambda a, b: array[a:b], len(array), array, known=True)


def _array(given: Any, name: str) -> Array:
    try:
        array = np.asarray(given)
    except ValueError as error:
        raise InputError(f"{name}: expected an array (count, ...), {error}.") from None
    if array.ndim == 0 or array.dtype.kind not in "biuf":
        raise InputError(f"{name}: expected an array (count, ...) of numbers, a dict of them, an iterator or a number of seeds.")
    return array


def _drawn(samples: Iterator[Any]) -> Callable[[int, int], Any]:
    """Samples of an iterator, stacked; parts are asked for in order."""
    at = 0

    def part(begin: int, end: int) -> Any:
        nonlocal at
        drawn = list(islice(samples, begin - at, end - at))
        at = end
        try:
            if drawn and isinstance(drawn[0], Mapping):
                if any(sample.keys() != drawn[0].keys() for sample in drawn):
                    raise ValueError("they have different names")
                return {str(name): np.stack([np.asarray(sample[name]) for sample in drawn]) for name in drawn[0]}
            return np.stack([np.asarray(sample) for sample in drawn]) if drawn else []
        except (AttributeError, TypeError, ValueError) as error:
            raise InputError(f"samples {begin} to {begin + len(drawn) - 1}: expected arrays of one shape: {error}.") from None

    return part


def _size(part: Any) -> int:
    return len(next(iter(part.values()))) if isinstance(part, Mapping) else len(part)


def _run(
    function: Function, robot: Robot, source: _Source, parts: SweepParts, executor: Executor, seconds: float, progress: Progress
) -> int:
    """Hand out parts that are missing, some ahead of those that work, and keep their values; return the number of samples."""
    workers = int(getattr(executor, "_max_workers", 0) or CORES)
    waiting: dict[Future[Any], tuple[int, int, str]] = {}
    at, size, most, ended, least, gained = 0, PROBE, 1, False, np.inf, 1
    try:
        while True:
            while not ended and len(waiting) < most:
                begin, end = parts.gap(at, size, workers)
                if source.total is None:
                    _check_drawn(source, parts, at, begin)
                part = source.part(begin, end) if end > begin else []
                count = _size(part)
                ended, at = count < end - begin or count == 0, begin + count
                if count:
                    samples = identity(part, "the samples") if source.total is None and parts.folder else ""
                    future = executor.submit(_task, function, robot, part, get_backend())
                    waiting[future] = begin, count, samples
            if not waiting:
                return at
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                begin, count, samples = waiting.pop(future)
                values, took = _result(future, begin, count, parts)
                parts.add(begin, count, values, samples)
                if took < GAIN * least * count:  # a sample costs less in a larger part
                    least, gained, size = took / count, max(gained, count), GROWTH * count
                else:
                    size = max(gained, min(GROWTH * count, int(seconds * count / took)))
                most = 2 * workers
            progress(parts.done / source.total if source.total else 0.0)
    finally:
        for future in waiting:
            future.cancel()


def _check_drawn(source: _Source, parts: SweepParts, at: int, end: int) -> None:
    """Check that an iterator gives the samples whose values are in the folder, from `at` up to `end`."""
    for begin, until, digest in parts.between(at, end):
        part = source.part(begin, until)
        if _size(part) != until - begin or identity(part, "the samples") != digest:
            raise InputError(
                f"folder: its values of samples {begin} to {until - 1} are of other samples than those of this iterator. Use "
                "another folder for these."
            )


def _task(function: Function, robot: Robot, part: Any, chosen: str) -> tuple[Array, float]:
    """One part, where it is executed: values, and how long they took [s]."""
    began = time.perf_counter()
    with backend(chosen), one_thread():
        return np.asarray(function(robot, part)), time.perf_counter() - began + 1e-9


def _result(future: "Future[Any]", begin: int, count: int, parts: SweepParts) -> Any:
    try:
        return future.result()
    except BrokenExecutor as error:
        where = f"those are in {str(parts.folder.path)!r}" if parts.folder else "folder= would have kept those"
        raise WorkerError(
            f"sweep: the executor has lost a worker ({error}) after {parts.done} samples; {where}. Call it again with "
            "another one."
        ) from error
    except Exception as error:
        error.add_note(f"sweep: in samples {begin} to {begin + count - 1}")
        raise
