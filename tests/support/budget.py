"""A budget of processor time for each usual test: `--budget SECONDS` fails the run and names the tests that take more.

Processor time of the test's process and of the processes that it started and waited for is counted, compilers among them, but
not fixtures of a wider scope than the function. A test above the budget runs a second time, when results and compiled code that
it shares with others are there, and is judged by that run. A slower machine gets more: how long a fixed piece of work takes just
then says how much.
"""

import resource
from importlib import import_module
from time import process_time

import pytest
from _pytest.runner import runtestprotocol

REFERENCE = 0.0055
"""Processor time of the fixed piece of work [s] on the machine for which the budget is stated (EPYC 9005, Python 3.11, idle)."""
HEAVY = ("casadi", "jax.numpy", "matplotlib.pyplot", "mujoco", "pinocchio", "scipy.optimize", "scipy.signal", "sympy")
"""Modules whose import would otherwise be counted for the first test that needs them."""
SHARED = [0.0]
"""Processor time of set-up of shared fixtures in this process [s]."""
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
def pytest_fixture_setup(fixturedef):
    """Count what a fixture that several tests share takes, but for fixtures that it needs, which are set up before it."""
    began = spent()
    yield
    if fixturedef.scope != "function":
        SHARED[0] += spent() - began


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Run a test, and a second time if it is above the budget; note on the last report what it took if it still is."""
    budget = item.config.getoption("--budget")
    if not budget or item.get_closest_marker("slow"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for _ in range(2):
        began, shared = spent(), SHARED[0]
        if hasattr(item, "_request"):
            item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        taken = spent() - began - (SHARED[0] - shared)
        if taken <= budget or taken <= budget * slowness() or any(report.failed for report in reports):
            break
    else:
        reports[-1].user_properties.append(("over budget", taken))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


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
