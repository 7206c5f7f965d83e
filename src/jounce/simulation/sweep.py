"""Sweeps: a function evaluated on many samples of parameters, motions or seeds, by threads, processes or a cluster.

    samples -> parts, sized by their cost -> executor (one thread per part) -> values in the order of the samples

If the value of each sample depends on the sample alone, results are equal for every executor and every division into parts.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError, WorkerError
from jounce.kernel.arguments import check_robot
from jounce.kernel.backends.backend_selection import CORES, backend, get_backend, one_thread
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.simulation.function_identity import identity
from jounce.simulation.sweep_folder import SweepFolder, SweepParts
from jounce.simulation.sweep_result import Sweep
from jounce.terminal import Progress

Function = Callable[[Robot, Any], ArrayLike]
"""Function that a sweep evaluates: (robot, `count` samples) -> values (count, ...)."""
PROBE = 4
"""Number of samples in the first part of a sweep, whose duration measures the cost of a sample."""
OWN_SECONDS, SECONDS = 0.02, 0.25
"""Target duration of a part [s] on the default threads, where a task costs 50 us, and on other executors (5 ms on a cluster)."""
MOST_SEEDS = 10**15
"""Largest accepted number of seeds."""
GROWTH = 8
"""Largest ratio of the number of samples in a new part to the number of samples in a finished part."""
GAIN = 0.8
"""Parts grow beyond the target duration while their cost per sample is below this fraction of the least cost before."""


def sweep(
    function: Function,
    robot: Robot,
    samples: ArrayLike | Mapping[str, ArrayLike] | Iterator[object],
    executor: Executor | None = None,
    *,
    seed: int = 0,
    folder: str | Path | None = None,
) -> Sweep:
    """Evaluate a function on many samples, in parallel, and return the values with their statistics.

    Parameters
    ----------
    function : callable
        function(robot, part) receives k samples at once, stacked as they were passed, (k, ...), and returns an array (k, ...)
        whose row i depends on sample i alone. For seeds the function receives a list of k NumPy generators, generator i seeded by
        (seed, i). Public functions accept such parts as batches: `parameters=part`.
    robot : Robot
        First argument of the function.
    samples : dict, array, iterator or int
        {name: array (count, ...)}, an array (count, ...), an iterator over samples (each a dict of arrays or an array), or a
        number of seeds.
    executor : concurrent.futures.Executor, optional
        For example a process pool, or `Client.get_executor()` of dask; default: threads, one a processor. Within a part jounce
        uses one thread. Objects sent to other processes must be picklable: a function of a module, no lambda.
    seed : int
        Seed of the generators.
    folder : str or Path, optional
        Folder into which the values of each part are written; an interrupted sweep continues with the missing values. A folder
        is for one sweep: one function (its code and all that the code reads), one robot and one set of samples.

    Returns
    -------
    Sweep
        Values (count, ...) in the order of the samples, mean, quantiles, and the worst sample.

    Raises
    ------
    InputError
        If the samples have another form, if the folder is in use, damaged or of another sweep, or if `folder` is set and the
        function cannot be identified.
    WorkerError
        If the executor loses a worker.

    Notes
    -----
    A sweep that takes long shows its progress on stderr.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> q = np.random.default_rng(0).uniform(-1.0, 1.0, (100, 2))
    >>> jn.sweep(lambda robot, part: jn.gravity_torque(robot, part), robot, q).values.shape
    (100, 2)
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
    return Sweep(parts.values(count), samples if source.available else None)


def _folder(folder: Any, function: Function, robot: Robot, source: "_Source") -> SweepFolder:
    """Open the folder of a sweep, which digests of the function, the robot and the samples identify."""
    if not isinstance(folder, (str, Path)):
        raise InputError(f"folder: expected a path, got {short(folder)}.")
    title = {"format": "2", "function": identity(function, "the function"), "robot": identity(robot, "the robot")}
    return SweepFolder(Path(folder), title | {"samples": identity((source.digest, source.total), "the samples")})


def _executed(function: Function, robot: Robot, source: "_Source", parts: SweepParts, executor: Executor | None) -> int:
    """Evaluate all parts whose values are not stored yet, on threads if executor is None; return the number of samples."""
    is_ours = executor is None
    pool = ThreadPoolExecutor(CORES, "jounce-sweep") if executor is None else executor
    progress = Progress(f"sweeping {robot.name}", lines=True)
    try:
        return _run(function, robot, source, parts, pool, OWN_SECONDS if is_ours else SECONDS, progress)
    finally:
        progress.close()
        if is_ours:
            pool.shutdown(cancel_futures=True)


class _Source(NamedTuple):
    """Source of the samples of a sweep, which returns any range of samples in the form that the function receives."""

    between: Callable[[int, int], Any]
    """Function (begin, end) that returns samples `begin` to `end - 1`; fewer at the end of an iterator."""
    total: int | None
    """Number of samples; None for an iterator."""
    digest: Any = None
    """Data that identify the samples; None for an iterator, whose parts are identified one by one."""
    available: bool = False
    """True if `Sweep.samples` can hold the samples (arrays); False for iterators and seeds."""


def _source(samples: Any, seed: int) -> _Source:
    """Return the source for `samples`: a number of seeds, an array, a dict of arrays or an iterator; else raise InputError."""
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
        return _Source(lambda a, b: {name: x[a:b] for name, x in arrays.items()}, count, arrays, available=True)
    if isinstance(samples, Iterator):
        return _Source(_drawn(samples), None)
    array = _array(samples, "samples")
    return _Source(lambda a, b: array[a:b], len(array), array, available=True)


def _array(values: Any, name: str) -> Array:
    """Return `values` as an array (count, ...) of numbers, or raise InputError; name: of the values, for the message."""
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise InputError(f"{name}: expected an array (count, ...), {error}.") from None
    if array.ndim == 0 or array.dtype.kind not in "biuf":
        raise InputError(f"{name}: expected an array (count, ...) of numbers, a dict of them, an iterator or a number of seeds.")
    return array


def _drawn(samples: Iterator[Any]) -> Callable[[int, int], Any]:
    """Return a function (begin, end) that draws the samples of these indices from an iterator; calls must be in order."""
    at = 0

    def between(begin: int, end: int) -> Any:
        """Draw samples `begin` to `end - 1` and return them stacked; fewer at the end of the iterator."""
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

    return between


def _size(samples: Any) -> int:
    """Return the number of samples of a batch."""
    return len(next(iter(samples.values()))) if isinstance(samples, Mapping) else len(samples)


def _run(
    function: Function, robot: Robot, source: _Source, parts: SweepParts, executor: Executor, seconds: float, progress: Progress
) -> int:
    """Submit all parts without values to the executor and store their values; return the number of samples.

    At most two parts per worker wait in the executor. seconds: target duration of a part [s].
    """
    workers = int(getattr(executor, "_max_workers", 0) or CORES)
    waiting: dict[Future[Any], tuple[int, int, str]] = {}
    at, size, most_waiting, ended, least_cost, best_size = 0, PROBE, 1, False, np.inf, 1
    try:
        while True:
            while not ended and len(waiting) < most_waiting:
                begin, end = parts.gap(at, size, workers)
                if source.total is None:
                    _check_drawn(source, parts, at, begin)
                batch = source.between(begin, end) if end > begin else []
                count = _size(batch)
                ended, at = count < end - begin or count == 0, begin + count
                if count:
                    samples = identity(batch, "the samples") if source.total is None and parts.folder else ""
                    try:
                        future = executor.submit(_task, function, robot, batch, get_backend())
                    except BrokenExecutor as error:  # a worker died since the last result
                        raise _lost_worker(error, parts) from error
                    waiting[future] = begin, count, samples
            if not waiting:
                return at
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                begin, count, samples = waiting.pop(future)
                values, seconds_taken = _result(future, begin, count, parts)
                parts.add(begin, count, values, samples)
                if seconds_taken < GAIN * least_cost * count:  # a sample costs less in a larger part
                    least_cost, best_size, size = seconds_taken / count, max(best_size, count), GROWTH * count
                else:
                    size = max(best_size, min(GROWTH * count, int(seconds * count / seconds_taken)))
                most_waiting = 2 * workers
            progress(parts.done / source.total if source.total else 0.0)
    finally:
        for future in waiting:
            future.cancel()


def _check_drawn(source: _Source, parts: SweepParts, at: int, end: int) -> None:
    """Draw samples `at` to `end - 1`; raise InputError if these are not the samples whose values the folder contains."""
    for begin, until, digest in parts.between(at, end):
        samples = source.between(begin, until)
        if _size(samples) != until - begin or identity(samples, "the samples") != digest:
            raise InputError(
                f"folder: its values of samples {begin} to {until - 1} are of other samples than those of this iterator. Use "
                "another folder for these."
            )


def _task(function: Function, robot: Robot, batch: Any, chosen: str) -> tuple[Array, float]:
    """Evaluate one batch of samples in a worker with the backend `chosen`; return the values and the duration [s]."""
    began = time.perf_counter()
    with backend(chosen), one_thread():
        return np.asarray(function(robot, batch)), time.perf_counter() - began + 1e-9


def _lost_worker(error: BrokenExecutor, parts: SweepParts) -> WorkerError:
    """Return the WorkerError for an executor that has lost a worker; the message states how many samples have values."""
    where = f"those are in {str(parts.folder.path)!r}" if parts.folder else "folder= would have kept those"
    return WorkerError(
        f"sweep: the executor has lost a worker ({error}) after {parts.done} samples; {where}. Call it again with another one."
    )


def _result(future: "Future[Any]", begin: int, count: int, parts: SweepParts) -> Any:
    """Return the result of the part of `count` samples from `begin` on; add this range to an error of the function."""
    try:
        return future.result()
    except BrokenExecutor as error:
        raise _lost_worker(error, parts) from error
    except Exception as error:
        error.add_note(f"sweep: in samples {begin} to {begin + count - 1}")
        raise
