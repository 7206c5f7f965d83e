"""The page: the same text for the same plan, names that hurt, and nothing from elsewhere."""

import re
from dataclasses import replace

import jounce as jn
from support.pages import PATH, PLAN, ROBOT, T, unpacked


def test_two():
    rigid = jn.feedforward(ROBOT.with_rigid_joints(), PATH, T)
    view = jn.view(PLAN, rigid, labels=["elastic", "rigid"], exaggeration=20)
    said, _ = unpacked(view.to_html())
    assert [run["label"] for run in said["runs"]] == ["elastic", "rigid"]
    assert said["exaggeration"] == 20.0
    assert view.title == "planar_2r: elastic, rigid"
    assert [run["label"] for run in unpacked(jn.view(PLAN, rigid).to_html())[0]["runs"]] == ["planned 1", "planned 2"]


def test_the_same_page_twice():
    assert jn.view(PLAN).to_html() == jn.view(PLAN).to_html()


def test_names_that_hurt():
    evil = "</script><script>alert(1)</script><!--"
    robot = replace(ROBOT, name=evil)
    page = jn.view(jn.feedforward(robot, PATH, T), labels=[evil]).to_html()
    assert "alert(1)</script>" not in page
    said, _ = unpacked(page)
    assert said["robots"][0]["name"] == said["runs"][0]["label"] == evil


def test_nothing_is_asked_for():
    """The policy forbids it, and no address is in the page but in the licences and the names that XML goes by."""
    page = jn.view(PLAN).to_html()
    assert "default-src 'none'" in page
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", page)
