"""A budget of processor time for each usual test: `--budget SECONDS` fails the run and names the tests that take more.

Processor time of the test's process and of the processes that it started and waited for is counted, compilers among them. A
slower machine gets more: a test above the budget is judged by how long a fixed piece of work takes just then.
"""

import resource
from importlib import import_module
from time import process_time

import pytest

REFERENCE = 0.0055
"""Processor time of the fixed piece of work [s] on the machine for which the budget is stated (EPYC 9005, Python 3.11, idle)."""
HEAVY = ("casadi", "jax.numpy", "matplotlib.pyplot", "mujoco", "pinocchio", "scipy.optimize", "scipy.signal", "sympy")
"""Modules whose import would otherwise be counted for the first test that needs them."""
BEGAN = pytest.StashKey[float]()
TESTS = []
"""(processor time, name) of tests above the budget, in the process that prints the summary."""


def pytest_addoption(parser):
    parser.getgroup("budget").addoption(
        "--budget", type=float, metavar="SECONDS", help="fail if a test that is not slow takes more processor time"
    )


def pytest_configure(config):
    if config.getoption("--budget") and hasattr(config, "workerinput"):
        for name in HEAVY:
            import_module(name)


def spent():
    """Return the processor time of this process and of those it has waited for [s]."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(x.ru_utime + x.ru_stime for x in used)


def slowness():
    """Return how much longer than on the reference machine a fixed piece of work takes now, at least 1."""
    began, total = process_time(), 0.0
    for k in range(250_000):
        total += k * 0.5
    return max(1.0, (process_time() - began) / REFERENCE)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    item.stash[BEGAN] = spent()
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Note on the last report of a test what it took, if that is above the budget."""
    outcome = yield
    budget = item.config.getoption("--budget")
    if budget and call.when == "teardown" and not item.get_closest_marker("slow"):
        taken = spent() - item.stash[BEGAN]
        if taken > budget and taken > budget * slowness():
            outcome.get_result().user_properties.append(("over budget", taken))


def pytest_runtest_logreport(report):
    for name, taken in report.user_properties if report.when == "teardown" else ():
        if name == "over budget":
            TESTS.append((taken, report.nodeid))


def pytest_sessionfinish(session):
    if TESTS and not hasattr(session.config, "workerinput") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    if TESTS:
        terminalreporter.section(f"tests above {config.getoption('--budget')} s of processor time", red=True)
        for taken, name in sorted(TESTS, reverse=True):
            terminalreporter.write_line(f"{taken:5.1f} s {name}")
        terminalreporter.write_line("Make them lighter, have several tests share the result, or mark them slow.")
