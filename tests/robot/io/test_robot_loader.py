"""Loading by name and by file: which reader, which drives, and what is said of a file that is not there."""

import pytest

import jounce as jn
from jounce.errors import InputError, LoadError
from jounce.robot import Tool, drive_sets
from support.urdf_texts import TWO, joint, urdf


def test_library_and_drive_sets_are_sorted():
    assert list(jn.library()) == sorted(jn.library())
    names = [drives.name for drives in drive_sets()]
    assert names == sorted(names)
    assert all(drives.description for drives in drive_sets())


def test_paths_of_any_kind(tmp_path):
    file = urdf(tmp_path, TWO + joint("ab", "a", "b"))
    assert jn.load(str(file)) == jn.load(file)
    upper = file.rename(tmp_path / "ARM.URDF")
    assert jn.load(upper).n == 1


def test_the_tool_of_a_call_goes_first(tmp_path):
    file = urdf(tmp_path, TWO + joint("ab", "a", "b"))
    assert jn.load(file, tool="b").tool == Tool("b")
    tool = Tool("b", outputs=("x",))
    assert jn.load(file, tool=tool).tool == tool
    with pytest.raises(InputError, match="no link or frame 'c'"):
        jn.load(file, tool="c")


@pytest.mark.parametrize(
    ("name", "more", "error", "words"),
    [
        ("kuka_lvr", {}, LoadError, "no robot 'kuka_lvr' in the library.*Did you mean 'kuka_lwr'"),
        ("arm.obj", {}, LoadError, "arm.obj: expected a file ending in .urdf, .xml .MJCF. or .toml"),
        ("missing.urdf", {}, LoadError, "missing.urdf: no such file. Robots of the library: "),
        (5, {}, InputError, "robot: expected the name of a robot in the library, or a path; got 5"),
        ("x" * 5000, {}, LoadError, "robot: expected .* got 5000 characters"),
        ("planar_2r", {"physical": "no"}, InputError, "physical: expected True or False, got 'no'"),
        ("planar_2r", {"exact": 1}, InputError, "exact: expected True or False, got 1"),
        ("planar_2r", {"floating_base": ""}, InputError, "floating_base: expected True, False or the name"),
        ("planar_2r", {"drives": "pamda"}, LoadError, "no drives 'pamda' come with jounce.*Did you mean 'panda'"),
        ("planar_2r", {"drives": "missing.toml"}, LoadError, "There is no drives file of that name"),
        ("planar_2r", {"drives": 5}, InputError, "drives: expected the name of drives"),
    ],
)
def test_refused(name, more, error, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=words):
        jn.load(name, **more)


@pytest.mark.parametrize("ending", [".urdf", ".toml", ".xml"])
def test_a_folder_is_no_file(tmp_path, ending):
    folder = tmp_path / f"a{ending}"
    folder.mkdir()
    with pytest.raises(LoadError, match="not a file, but a directory or a device"):
        jn.load(folder)


def test_errors_begin_with_the_file(tmp_path):
    file = tmp_path / "a.toml"
    file.write_text("[[joint]]\n")
    with pytest.raises(LoadError) as refused:
        jn.load(file)
    assert str(refused.value).startswith(f"{file}: ")
