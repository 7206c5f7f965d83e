"""Files that nobody vouches for, given to a reader under limits of time and memory: a sound result, or one of our errors.

A format is one entry of a table {name: Format}; `attack` reads so many damaged files of one and says what was wrong.
"""

import resource
import signal
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from jounce.errors import JounceError
from support.mutations import ACTS, mutated

SECONDS = 20.0
"""Of the processor, for one file: a thousand times what most take."""
WAITING = 120.0
"""[s] on the clock, for one file: a reader that waits takes no time of the processor."""
MEMORY = 2**30
"""[bytes] that one file may add: sixteen times the memory that the readers' own limits lead to."""
LONGEST_MESSAGE = 6000
"""Characters."""


class Format(NamedTuple):
    """Something that is read: its file's ending, sound files of it, and what reads one."""

    ending: str
    seeds: list[bytes]
    read: Callable[[Path], None]
    """Reads a file; ends with a JounceError if it is refused, with an AssertionError if what came of it is not sound."""
    acts: Sequence[Callable] = ACTS
    """By which the seeds are damaged."""
    wrap: Callable[[bytes], bytes] = bytes
    """Makes a file of damaged contents: an archive around them, say, whose checksums are right."""


class TooLongError(BaseException):
    """A reader that does not end; no `except Exception` stops it."""


@contextmanager
def bounded():
    """Within limits of time and of memory: what goes beyond ends with TooLongError or MemoryError."""

    def stop(*_):
        raise TooLongError

    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else None
    before = {number: signal.signal(number, stop) for number in (signal.SIGPROF, signal.SIGALRM)}
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if pages is not None:
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, hard))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.setitimer(signal.ITIMER_REAL, WAITING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        for number, handler in before.items():
            signal.signal(number, handler)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def attempt(form, key, folder):
    """What is wrong with how the damaged file `key` is read; None if nothing is."""
    path = folder / f"mutated{form.ending}"
    path.write_bytes(form.wrap(mutated(form.seeds, key, form.acts)))
    try:
        with bounded():
            form.read(path)
    except JounceError as error:
        said = str(error)
        good = str(folder) in said and len(said) < LONGEST_MESSAGE
        return None if good else f"a message without place or end: {said[:300]!r}"
    except (Exception, TooLongError) as error:
        return f"{type(error).__name__}: {str(error)[:300]}"
    return None


def attack(formats, name, cases, folder):
    """Read the damaged files with these numbers, and fail with all that was wrong."""
    wrong = {}
    for case in cases:
        said = attempt(formats[name], f"{name}/{case}", folder)
        if said is not None:
            wrong[f"mutated(FORMATS[{name!r}].seeds, '{name}/{case}', FORMATS[{name!r}].acts)"] = said
    assert not wrong, "\n".join(f"{call}: {said}" for call, said in wrong.items())


def sound(form, folder):
    """How many of the seeds are read: else all that follows would test refusals only."""
    good = 0
    for seed in form.seeds:
        path = folder / f"seed{form.ending}"
        path.write_bytes(form.wrap(seed))
        try:
            form.read(path)
            good += 1
        except JounceError:
            pass
    return good
