"""What a process does with a value that was sent to it; a module, so that a process that was spawned can import it."""

import jounce as jn


def echo(pair):
    """(whether two values that travelled are equal there, one of them on its way back)."""
    one, two = pair
    return one == two and hash(one) == hash(two), one


def evaluate(job):
    """A function on arrays there, natively if it was so here."""
    backend, function, arguments, more = job
    with jn.backend(backend):
        return function(*arguments, **more)


def cube(delta):
    """A spring's law."""
    return 500.0 * delta + 2e4 * delta**3


def root(torque):
    """Its inverse."""
    return jn.HardeningSpring(500.0, 2e4).rest(torque)
