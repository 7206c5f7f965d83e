"""Names of a robot file are data: none is in the C text that is compiled here (SECURITY.md)."""

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.build import library

EVIL = 'evil */ int evil; /* ??/ "'


@pytest.mark.parametrize("form", library.FORMS)
@pytest.mark.parametrize("function", [jn.rnea, jn.inverse_dynamics, jn.jacobian])
def test_no_name_is_compiled(form, function):
    links = [jn.Link("base"), jn.Link(EVIL, 1.0, (0.5, 0.0, 0.0))]
    robot = jn.Robot.build(EVIL, links, [jn.Joint(EVIL, "revolute", "base", EVIL)])
    more = {"link": EVIL} if function is jn.jacobian else {"wrench": (EVIL,)}
    kernel = jn.compile(function, robot, **more)
    assert "evil" not in library.FORMS[form](kernel.program)


def test_no_name_is_compiled_in_loops(monkeypatch):
    """As long robots run."""
    names = [f"{EVIL}{k}" for k in range(41)]
    joints = [jn.Joint(name, "revolute", above, name) for above, name in zip(["base", *names], names)]
    robot = jn.Robot.build(EVIL, [jn.Link("base"), *(jn.Link(name, 1.0, (0.5, 0.0, 0.0)) for name in names)], joints)
    sources = []
    build = library.build
    monkeypatch.setattr(library, "build", lambda source, *rest, **more: sources.append(source) or build(source, *rest, **more))
    monkeypatch.setattr(library, "recall", lambda recipe: None)
    jn.set_backend("native")
    jn.rnea(robot, *np.zeros((3, 41)))
    assert sources  # the loop and, once a process, the driver
    assert "evil" not in "".join(sources)
