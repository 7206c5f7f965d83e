"""Each known attack and each known mishap by name: refused with the right error, in the right words, in good time."""

import dataclasses
import os
import re
import time
from unittest.mock import MagicMock

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, LoadError, ModelError, UnphysicalError
from jounce.robot.io import file_access, xml
from jounce.robot.validation import per_joint
from jounce.spatial.geometry import Placement
from robot.io.strategies import BOMB, SECRET

BASE, LINK = '<link name="base"/>', '<link name="arm"/>'
HINGE = '<joint name="hinge" type="revolute"><parent link="base"/><child link="arm"/></joint>'
BODY = '<link name="arm"><inertial><mass value="{}"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'


def robot(*inside):
    return f'<robot name="r">{"".join(inside)}</robot>'


def hinge(name, parent, child, kind="revolute", inside=""):
    return f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{inside}</joint>'


SOUND = robot(BASE, LINK, HINGE)
SOUND_TOML = """
[[link]]
name = "arm"
mass = 1.0
[[joint]]
name = "hinge"
type = "revolute"
parent = "base"
child = "arm"
"""


def written(folder, name, data):
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_the_sound_ones_load(tmp_path):
    assert jn.load(written(tmp_path, "r.urdf", SOUND)).joint_names == ("hinge",)
    assert jn.load(written(tmp_path, "r.toml", SOUND_TOML)).joint_names == ("hinge",)


# ---------------------------------------------------------------- URDF

DEEP = "<a>" * 100_000
QUADRATIC = f"<!DOCTYPE robot [<!ENTITY a '{'ha' * 50_000}'>]>" + robot("&a;" * 50_000)
STYLESHEET = '<?xml-stylesheet href="file:///etc/passwd"?>'

HOSTILE_URDF = {
    "empty file": ("", "no element found"),
    "blanks": (" \n\n", "no element found"),
    "truncated": (SOUND[:60], "not well-formed XML.*line 1"),
    "not XML": ("solid teapot", "not well-formed XML.*line 1, column 0"),
    "two roots": (SOUND + SOUND, "not well-formed XML: junk after document element"),
    "NUL byte": (SOUND.replace("hinge", "hi\0nge"), "not well-formed XML"),
    "NUL reference": (SOUND.replace("hinge", "hi&#0;nge"), "invalid character number"),
    "lone surrogate": (SOUND.encode().replace(b"hinge", b"hi\xed\xa0\x80nge"), "not well-formed XML"),
    "surrogate reference": (SOUND.replace("hinge", "hi&#xD800;nge"), "invalid character number"),
    "attribute twice": (SOUND.replace('<link name="arm"', '<link name="arm" name="leg"'), "duplicate attribute: line 1"),
    "100,000 deep": (DEEP, "line 1: elements are nested more than 100 deep"),
    "billion laughs": (BOMB + robot("&i;"), "line 1: a document type .* is refused"),
    "quadratic blowup": (QUADRATIC, "line 1: a document type .* is refused"),
    "external entity": ('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + robot("&x;"), "line 1: a document type"),
    "parameter entity": ('<!DOCTYPE r [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]>' + SOUND, "line 1: a document type"),
    "external subset": ('\n<!DOCTYPE r SYSTEM "file:///etc/passwd">' + SOUND, "line 2: a document type"),
    "bare document type": ("<!DOCTYPE robot>" + SOUND, "document type .* is refused, as it can define entities.*remove it"),
    "undefined entity": (robot("&x;"), "undefined entity: line 1"),
    "utf-7": ('<?xml version="1.0" encoding="utf-7"?>' + SOUND, "line 1: encoding 'utf-7' is not one of.*Save the file as UTF-8"),
    "unknown encoding": ('<?xml version="1.0" encoding="klingon"?>' + SOUND, "line 1: encoding 'klingon'"),
    "not a text encoding": ('<?xml version="1.0" encoding="unicode_escape"?>' + SOUND, "line 1: encoding 'unicode_escape'"),
    "multi-byte encoding": ('<?xml version="1.0" encoding="shift_jis"?>' + SOUND, "line 1: encoding 'shift_jis'"),
    "utf-16 in name only": ('<?xml version="1.0" encoding="utf-16"?>' + SOUND, "not well-formed XML: .*incorrect"),
    "utf-32": (SOUND.encode("utf-32"), "not well-formed XML"),
    "latin-1 without saying so": (SOUND.replace("hinge", "Gelenkstück").encode("latin-1"), "not well-formed XML"),
    "another root": ("<sdf/>", "the root element is <sdf>, expected <robot>"),
    "root in a namespace": (f'<u:robot xmlns:u="urn:u">{BASE}</u:robot>', "the root element is <u:robot>"),
    "xacro": (robot(BASE, "<xacro:include/>"), "line 1: <xacro:include> is a xacro macro; expand"),
    "nothing in it": (robot(), "robot 'r' has no links"),
    "no joint": (robot(BASE), "no moving joint"),
    "fixed joints only": (robot(BASE, LINK, hinge("h", "base", "arm", "fixed")), "no moving joint"),
    "link without name": (robot(BASE, "\n<link/>"), "line 2: <link> needs the attribute 'name'"),
    "empty name": (robot(BASE, '\n<link name=" "/>'), "line 2: <link> name: expected a name of printable characters, got ' '"),
    "unprintable name": (robot('<link name="a&#x202e;b"/>'), "line 1: <link> name: expected a name of printable"),
    "name of 1 MB": (robot(f'<link name="{"n" * 10**6}"/>'), "line 1: <link> name: expected at most 200 characters, got 1000000"),
    "two links of a name": (robot(BASE, LINK, LINK, HINGE), "named 'arm': every link needs a name"),
    "two joints of a name": (robot(BASE, LINK, '<link name="b"/>', HINGE, hinge("hinge", "arm", "b")), "named 'hinge'"),
    "moved twice": (robot(BASE, LINK, HINGE, hinge("h2", "base", "arm")), "'arm' is moved by two joints, 'hinge' and 'h2'"),
    "two bases": (robot(BASE, LINK, HINGE, '<link name="lost"/>'), r"several base links \(base, lost\)"),
    "cycle": (robot(BASE, LINK, HINGE, hinge("back", "arm", "base")), "every link is moved by a joint"),
    "cycle aside": (
        robot(BASE, LINK, '<link name="b"/>', hinge("1", "arm", "b"), hinge("2", "b", "arm")),
        "joint '1' belongs to a cycle",
    ),
    "self loop": (robot(BASE, LINK, hinge("1", "arm", "arm")), "joint '1' belongs to a cycle"),
    "fixed cycle": (
        robot(BASE, LINK, '<link name="b"/>', hinge("1", "arm", "b", "fixed"), hinge("2", "b", "arm", "fixed")),
        "joint '1' belongs to a cycle",
    ),
    "unknown link": (robot(BASE, LINK, hinge("h", "base", "amr")), "joint 'h': no link 'amr'. Did you mean 'arm'"),
    "no parent": (robot(BASE, LINK, '<joint name="h" type="fixed"/>'), "<joint name='h'> needs a <parent>"),
    "two parents": (robot(BASE, LINK, hinge("h", "base", "arm", inside='\n<parent link="arm"/>')), "line 2: a second <parent>"),
    "no type": (robot(BASE, '<joint name="h"/>'), "<joint name='h'> needs the attribute 'type'"),
    "unknown type": (
        robot(BASE, LINK, hinge("h", "base", "arm", "hinge")),
        "line 1: joint 'h' is of type 'hinge'; supported are rev",
    ),
    "screw": (robot(BASE, LINK, hinge("h", "base", "arm", "screw")), "joint 'h' is of type 'screw'; supported are revolute"),
    "mimic": (
        robot(BASE, LINK, hinge("h", "base", "arm", inside="<mimic joint='x'/>")),
        "joint 'h' mimics 'x', and there is no such joint",
    ),
    "no axis at all": (
        robot(BASE, LINK, hinge("h", "base", "arm", inside='<axis xyz="0 0 0"/>')),
        "joint 'h', axis.*no direction",
    ),
    "two numbers": (
        robot(BASE, LINK, hinge("h", "base", "arm", inside='<axis xyz="0 0"/>')),
        "line 1: <axis> xyz: expected three",
    ),
    "commas": (robot(BASE, LINK, hinge("h", "base", "arm", inside='<axis xyz="0,0,1"/>')), "<axis> xyz: expected three.*'0,0,1'"),
    "no mass": (robot(BASE, BODY.replace('<mass value="{}"/>', "")), "<inertial> needs a <mass>"),
    "gear of ratio 0": (
        robot(
            BASE, LINK, HINGE, "<transmission><joint name='hinge'/><mechanicalReduction>0</mechanicalReduction></transmission>"
        ),
        "line 1: <transmission> of joint 'hinge': gear_ratio",
    ),
}


@pytest.mark.parametrize("case", HOSTILE_URDF)
def test_hostile_urdf(tmp_path, case):
    data, words = HOSTILE_URDF[case]
    path = written(tmp_path, "arm.urdf", data)
    start = time.process_time()
    with pytest.raises(LoadError, match=f"(?s)^{re.escape(str(path))}: .*{words}"):
        jn.load(path)
    assert time.process_time() - start < 3.0


NOT_NUMBERS = [
    "1e999",
    "-1e999",
    "1e31",
    "nan",
    "NaN",
    "inf",
    "Infinity",
    "1,5",
    "",
    " ",
    "1_0",
    "0x10",
    "١٢",
    "１",
    "1 kg",
    "--1",
    "1e",
]
NOT_NUMBERS += ["9" * 5000, "1e" + "9" * 5000]


@pytest.mark.parametrize("text", NOT_NUMBERS, ids=lambda text: repr(text[:12]))
def test_not_a_number_in_urdf(tmp_path, text):
    path = written(tmp_path, "arm.urdf", robot(BASE, "\n", BODY.format(text), HINGE))
    with pytest.raises(LoadError, match="line 2: <mass> value: expected a finite number such as 0.25, got"):
        jn.load(path)


@pytest.mark.parametrize(("text", "mass"), [("1.", 1.0), (".5", 0.5), ("+2e0", 2.0), (" 3\n", 3.0), ("0." + "1" * 5000, 1 / 9)])
def test_odd_numbers_in_urdf(tmp_path, text, mass):
    assert jn.load(written(tmp_path, "arm.urdf", robot(BASE, BODY.format(text), HINGE))).links[0].mass == mass


HARMLESS = {
    "comments, instructions, character data": "<!-- x --><?pi x?>" + robot(BASE, LINK, HINGE, "<![CDATA[<link/>]]>", STYLESHEET),
    "a default namespace": SOUND.replace("<robot", '<robot xmlns="urn:x" xmlns:gazebo="urn:y"'),
    "utf-16": SOUND.encode("utf-16"),
    "utf-16, declared": ('<?xml version="1.0" encoding="UTF-16"?>' + SOUND).encode("utf-16"),
    "utf-8 with a byte order mark": SOUND.encode("utf-8-sig"),
    "latin-1, declared": ('<?xml version="1.0" encoding="ISO-8859-1"?>' + SOUND.replace("arm", "Stück")).encode("latin-1"),
    "windows-1252, declared": ('<?xml version="1.0" encoding="windows-1252"?>' + SOUND.replace("arm", "€")).encode("cp1252"),
}


@pytest.mark.parametrize("case", HARMLESS)
def test_harmless_urdf(tmp_path, case):
    assert jn.load(written(tmp_path, "arm.urdf", HARMLESS[case])).joint_names == ("hinge",)


def test_external_entities_are_not_read(tmp_path):
    secret = written(tmp_path, "secret.txt", SECRET)
    for system in (secret.as_uri(), str(secret), "secret.txt"):
        path = written(tmp_path, "arm.urdf", f'<!DOCTYPE robot [<!ENTITY x SYSTEM "{system}">]><robot name="&x;">{BASE}</robot>')
        with pytest.raises(LoadError) as caught:
            jn.load(path)
        assert SECRET not in str(caught.value)


# ---------------------------------------------------------------- TOML

FRAME = '[[frame]]\nname = "f"\nlink = "arm"\n'
HOSTILE_TOML = {
    "empty file": ("", "robot 'arm' has no links"),
    "truncated": (SOUND_TOML[:20], "not valid TOML: Unterminated string"),
    "not TOML": ("<robot/>", "not valid TOML: .*line 1"),
    "utf-16": (SOUND_TOML.encode("utf-16"), "not UTF-8 text: .* at byte 0"),
    "latin-1": (SOUND_TOML.replace("hinge", "Stück").encode("latin-1"), "not UTF-8 text: .* at byte"),
    "NUL byte": (SOUND_TOML.replace("hinge", "hi\0nge"), "not valid TOML: Illegal character"),
    "lone surrogate": (SOUND_TOML.encode().replace(b"hinge", b"\xed\xa0\x80"), "not UTF-8 text"),
    "surrogate escaped": (SOUND_TOML.replace("hinge", "\\ud800"), "not valid TOML: .*Unicode scalar"),
    "arrays 100,000 deep": ("x = " + "[" * 100_000, "not valid TOML: nested too deep"),
    "tables 100,000 deep": ("x = " + "{ a = " * 100_000, "not valid TOML: nested too deep"),
    "a key of 100,000 parts": ("a." * 100_000 + "a = 1", "a key has more than 16 parts"),
    "a heading of 100,000 parts": ("[" + "a." * 100_000 + "a]\n" + "b = 1\n", "a key has more than 16 parts"),
    "a key of quoted parts": ("x" + ' . "="' * 50_000 + " = 1", "a key has more than 16 parts"),
    "a table where a number stands": (
        SOUND_TOML.replace("mass = 1.0", "mass = { a.a.a.a.a = 1 }"),
        "link 'arm', mass.*expected a number",
    ),
    "hexadecimal of 100,000 digits": (SOUND_TOML.replace("1.0", "0x" + "f" * 100_000), "more than 1000 characters"),
    "fraction of 14 MiB": (SOUND_TOML.replace("1.0", "0." + "1" * (14 * 2**20)), "more than 1000 characters"),
    "whole number of 5,000 digits": (SOUND_TOML.replace("1.0", "9" * 5000), "more than 1000 characters"),
    "whole number of 400 digits": (
        SOUND_TOML.replace("1.0", "9" * 400),
        "link 'arm', mass .*expected a finite number, 1e.30 at most",
    ),
    "1e999": (SOUND_TOML.replace("1.0", "1e999"), "link 'arm', mass .*finite.*got inf"),
    "nan": (SOUND_TOML.replace("1.0", "nan"), "link 'arm', mass .*finite.*got nan"),
    "1,5": (SOUND_TOML.replace("1.0", "1,5"), "not valid TOML: .*line 4"),
    "text for a number": (SOUND_TOML.replace("1.0", '"1.0"'), "link 'arm', mass .*expected a number, got '1.0'"),
    "truth for a number": (SOUND_TOML.replace("1.0", "true"), "link 'arm', mass .*expected a number, got True"),
    "date for a number": (SOUND_TOML.replace("1.0", "1979-05-27"), "link 'arm', mass .*expected a number, got datetime"),
    "key twice": (
        SOUND_TOML.replace("mass = 1.0", "mass = 1.0\nmass = 2.0"),
        "not valid TOML: Cannot overwrite a value .*line 5",
    ),
    "misspelt key": (SOUND_TOML.replace("mass", "mas"), "link 'arm': unknown key 'mas'. Did you mean 'mass'"),
    "key of 1 MB": ('"' + "k" * 10**6 + '" = 1', "the file: unknown key 'k+...k+'. Known: name"),
    "table for tables": ("[link]\nname = 'arm'", r"link: expected tables, \[\[link\]\], got dict"),
    "numbers for tables": ("link = [1, 2]", r"\[\[link\]\] 1: expected a table, got int"),
    "no name": ("[[link]]\nmass = 1", r'\[\[link\]\]: needs name = "..."'),
    "number for a name": ("[[link]]\nname = 1", r'\[\[link\]\]: needs name = "...", got int'),
    "empty name": ("[[link]]\nname = ''", r"\[\[link\]\]: name: expected a name of printable characters, got ''"),
    "unprintable name": ('[[link]]\nname = "a\\u0000b"', r"\[\[link\]\]: name: expected a name of printable"),
    "unknown tool link": (SOUND_TOML + '[tool]\nlink = "amr"', "no link or frame 'amr'. Did you mean 'arm'"),
    "unknown frame link": (SOUND_TOML + FRAME.replace("arm", "leg"), "frame 'f': no link 'leg'"),
    "two frames of a name": (SOUND_TOML + FRAME + FRAME, "named 'f'"),
    "base that moves": (
        'base = "arm"\n' + SOUND_TOML + '[[link]]\nname = "base"',
        "base = 'arm', but that link is moved by a joint.*'base'",
    ),
    "base of nobody": ('base = "world"\n' + SOUND_TOML, "joint 'hinge': no link 'base'"),
    "turned twice": (SOUND_TOML + "rpy = [0, 0, 0]\nrpy_deg = [0, 0, 0]", "joint 'hinge': rpy and rpy_deg exclude each other"),
    "mirrored": (SOUND_TOML + "rotation = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]", "joint 'hinge': its rotation is not one"),
    "ragged rotation": (SOUND_TOML + "rotation = [[1, 0, 0], [0, 1], [0, 0, 1]]", "joint 'hinge', rotation: expected 3 numbers"),
    "spring and drive": (SOUND_TOML + "spring = { stiffness = 1 }\ndrive = {}", "joint 'hinge': a joint has a drive or a spring"),
    "spring without stiffness": (SOUND_TOML + "spring = {}", "joint 'hinge', spring: needs stiffness"),
    "rigid spring": (SOUND_TOML + "spring = { stiffness = inf }", "stiffness of a spring: expected a finite number"),
    "coupling of lists": (SOUND_TOML + "drive = { coupling = [] }", r"joint 'hinge', drive: coupling: expected one of.*got \[\]"),
    "empty table of Denavit-Hartenberg": ('dh = "standard"', "the table has no rows"),
    "unknown convention": (
        'dh = "craig"\n[[link]]\nname="l"\n[[joint]]\nname="j"',
        "convention: expected standard or modified, got 'craig'",
    ),
    "one link too few": ('dh = "standard"\n[[joint]]\nname = "j"', "as many links as joints are needed, got 0 and 1"),
}


@pytest.mark.parametrize("case", HOSTILE_TOML)
def test_hostile_toml(tmp_path, case):
    data, words = HOSTILE_TOML[case]
    path = written(tmp_path, "arm.toml", data)
    start = time.process_time()
    with pytest.raises(LoadError, match=f"(?s)^{re.escape(str(path))}: .*{words}") as caught:
        jn.load(path)
    assert time.process_time() - start < 3.0
    assert len(str(caught.value)) < 1000


def test_harmless_toml(tmp_path):
    dots = '# a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r\ndescription = """a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r"""\n'
    for text in (
        dots + SOUND_TOML,
        "\ufeff" + SOUND_TOML,
        SOUND_TOML.replace("\n", "\r\n"),
        SOUND_TOML.replace('"base"', '"world"'),
    ):
        more = '[[link]]\nname = "world"' if "world" in text else ""
        assert jn.load(written(tmp_path, "arm.toml", text + more)).joint_names == ("hinge",)


HOSTILE_DRIVES = {
    "no TOML": ("[default", "not valid TOML"),
    "unknown joint": ("[joint.hing]\nstiffness = 1", r"\[joint\]: unknown key 'hing'. Did you mean 'hinge'"),
    "unknown key": ("[joint.hinge]\nstifness = 1", r"\[joint.hinge\]: unknown key 'stifness'. Did you mean 'stiffness'"),
    "number for a table": ("joint = 1", "joint: expected a table, got int"),
    "negative": ("[default]\nstiffness = -1", "joint 'hinge', drive: stiffness: expected more than zero"),
    "nan": ("[default]\ndamping = nan", "joint 'hinge', drive: damping: expected a finite number"),
    "text": ("[default]\ngear_ratio = 'x'", "joint 'hinge', drive: gear_ratio: expected a number, got 'x'"),
}


@pytest.mark.parametrize("case", HOSTILE_DRIVES)
def test_hostile_drives(tmp_path, case):
    data, words = HOSTILE_DRIVES[case]
    arm, path = written(tmp_path, "arm.toml", SOUND_TOML), written(tmp_path, "arm.drives.toml", data)
    with pytest.raises(LoadError, match=f"^{re.escape(str(path))}: .*{words}"):
        jn.load(arm, drives=path)


# ---------------------------------------------------------------- paths


def test_paths_that_are_no_file(tmp_path):
    (tmp_path / "folder.urdf").mkdir()
    arm = written(tmp_path, "arm.toml", SOUND_TOML)
    cases = {
        tmp_path / "folder.urdf": "not a file, but a directory or a device",
        tmp_path / "none.urdf": "no such file",
        tmp_path / "none" / "arm.toml": "no such file",
        arm / "arm.toml": "no such file",
        "a\0b.urdf": "no such file",
        "\ud800.toml": "no such file",
        "n" * 5000 + ".urdf": "got 5005 characters",
        "arm.step": "expected a file ending in .urdf, .xml .MJCF. or .toml",
        "arm": "no robot 'arm' in the library",
        "": "no robot ''",
    }
    for path, words in cases.items():
        with pytest.raises(LoadError, match=words):
            jn.load(path)
        if str(path).endswith((".urdf", ".toml")):
            with pytest.raises(LoadError, match=words):
                jn.load(arm, drives=path)
    with pytest.raises(LoadError, match="no drives 'n+...n+' come with jounce"):
        jn.load(arm, drives="n" * 300)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(LoadError, match="pipe.toml: not a file"):
        jn.load(tmp_path / "pipe.toml")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_file_without_permission(tmp_path):
    path = written(tmp_path, "arm.urdf", SOUND)
    path.chmod(0)
    with pytest.raises(LoadError, match=r"arm.urdf: cannot be read \(Permission denied\)"):
        jn.load(path)


def test_file_that_fails_to_open(tmp_path, monkeypatch):
    """As above, for those who may read everything."""
    path = written(tmp_path, "arm.urdf", SOUND)

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(LoadError, match=r"arm.urdf: cannot be read \(Permission denied\)"):
        jn.load(path)
    monkeypatch.setattr(type(path), "stat", refuse)
    with pytest.raises(LoadError, match=r"arm.urdf: cannot be read \(Permission denied\)"):
        jn.load(path)


def test_file_that_is_too_large(tmp_path):
    for name in ("arm.urdf", "arm.toml"):
        path = written(tmp_path, name, b" " * (file_access.LARGEST_FILE + 1))
        with pytest.raises(LoadError, match="larger than 16 MiB"):
            jn.load(path)


def test_load_of_anything_else():
    for junk in (None, 5, b"arm.urdf", ["arm.urdf"], jn.load("planar_2r")):
        with pytest.raises(InputError, match="robot: expected the name of a robot in the library, or a path; got"):
            jn.load(junk)
    with pytest.raises(InputError, match="drives: expected the name of drives that come with jounce, or the path of a TOML file"):
        jn.load("planar_2r", drives={"joint1": jn.Drive()})
    with pytest.raises(InputError, match="physical: expected True or False, got 'no'"):
        jn.load("planar_2r", physical="no")


# ---------------------------------------------------------------- time


def chain(n, kind):
    links = [f'<link name="l{i}"/>' for i in range(n + 2)]
    joints = [hinge(f"j{i}", f"l{i}", f"l{i + 1}", kind) for i in range(n)]
    return robot(*links, *joints, hinge("last", f"l{n}", f"l{n + 1}"))


SLOW = {
    "chain of 5,000 joints": (".urdf", lambda: chain(5000, "revolute"), None),
    "chain of 15,000 fixed joints": (".urdf", lambda: chain(15_000, "fixed"), None),
    "a misspelt link among 5,000": (".urdf", lambda: chain(5000, "fixed").replace('"l77"', '"l77777777"', 1), "no link 'l77'"),
    "a number of a million digits": (".urdf", lambda: robot(BODY.format("1" * 10**6 + "x")), "line 1: <mass> value"),
    "text in 300,000 pieces": (".urdf", lambda: robot(BASE, LINK, HINGE, "a<b/>" * 300_000), None),
    "a million quotes": (".toml", lambda: '"""' + '\n\\"""' * 1_000_000, "not valid TOML"),
    "a million dots": (".toml", lambda: 'x = "' + "a." * 1_000_000 + '"', "unknown key 'x'"),
    "a million words": (".toml", lambda: "a" * 1_000_000 + " " * 1_000_000 + ".", "more than 1000 characters"),
}


@pytest.mark.filterwarnings("ignore:(?s).*no effect")  # elements named <b>
@pytest.mark.parametrize("case", SLOW)
def test_time_is_linear(tmp_path, case):
    """Each of these took minutes, or would have, in time that grows with the square of the size."""
    ending, text, words = SLOW[case]
    path = written(tmp_path, f"slow{ending}", text())
    start = time.process_time()  # of this process alone, however busy the machine is
    if words is None:
        jn.load(path)
    else:
        with pytest.raises(LoadError, match=words):
            jn.load(path)
    assert time.process_time() - start < 10.0


def test_elements_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(xml, "MOST", 1000)
    with pytest.raises(LoadError, match="line 2: more than 1000 elements are no robot"):
        jn.load(written(tmp_path, "arm.urdf", robot("\n", "<a/>" * 1000)))


def test_saving_and_printing_5000_joints(tmp_path):
    arm = jn.load(written(tmp_path, "arm.urdf", chain(5000, "prismatic")))
    start = time.process_time()
    assert str(arm).count("prismatic") == 5000
    arm.save(tmp_path / "arm.toml")
    assert jn.load(tmp_path / "arm.toml") == arm
    assert time.process_time() - start < 20.0


# ---------------------------------------------------------------- saving


def test_saving_where_nothing_can_be_saved(tmp_path):
    arm = jn.load("planar_2r")
    (tmp_path / "folder.toml").mkdir()
    taken = written(tmp_path, "taken", "")
    for path, words in {
        tmp_path / "none" / "arm.toml": "cannot be saved there .No such file or directory",
        tmp_path / "folder.toml": "cannot be saved there",
        taken / "arm.toml": "cannot be saved there .Not a directory",
        tmp_path / ("n" * 300 + ".toml"): "cannot be saved there .File name too long",
        tmp_path / "a\0b.toml": "cannot be saved",
        tmp_path / "arm.urdf": "saved as TOML",
        tmp_path / "arm": "saved as TOML",
    }.items():
        with pytest.raises(InputError, match=words):
            arm.save(path)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder.toml", "taken"]
    arm.save(tmp_path / ("n" * 250 + ".toml"))  # as long as a name can be


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_saving_into_a_read_only_folder(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match=r"cannot be saved there \(Permission denied\)"):
        jn.load("planar_2r").save(tmp_path / "arm.toml")


FAILURES = [PermissionError(13, "Permission denied"), OSError(28, "No space left on device"), KeyboardInterrupt("Ctrl-C")]


@pytest.mark.parametrize("step", ["open_temporary", "write", "replace"])
@pytest.mark.parametrize("error", FAILURES, ids=str)
def test_saving_that_fails_midway_keeps_the_old_file(tmp_path, monkeypatch, step, error):
    old = written(tmp_path, "arm.toml", SOUND_TOML)

    def fail(*_):
        raise error

    def full(path):
        new, opened = beside(path)
        opened.close()
        broken = MagicMock(write=fail)
        broken.__exit__.return_value = False
        return new, broken

    beside = file_access.open_temporary
    if step == "write":
        monkeypatch.setattr(file_access, "open_temporary", full)
    else:
        monkeypatch.setattr(file_access if step == "open_temporary" else file_access.os, step, fail)
    with pytest.raises((InputError, KeyboardInterrupt), match=error.args[-1]):
        jn.load("planar_2r").save(old)
    monkeypatch.undo()
    assert old.read_text() == SOUND_TOML
    assert [entry.name for entry in tmp_path.iterdir()] == ["arm.toml"]


def test_saving_what_no_file_can_hold(tmp_path):
    arm = jn.load("planar_2r")
    with pytest.raises(InputError, match="cannot be saved .*surrogates not allowed"):
        dataclasses.replace(arm, description="\ud800").save(tmp_path / "arm.toml")
    with pytest.raises(InputError, match="no file above 16 MiB can be loaded"):
        dataclasses.replace(arm, description="x" * file_access.LARGEST_FILE).save(tmp_path / "arm.toml")
    assert not list(tmp_path.iterdir())
    odd = dataclasses.replace(arm, description='\0\x1f\x7f\x85\u2028\ufeff"\\\r\n\t\'\'\'"""\U0010ffff')
    odd.save(tmp_path / "arm.toml")
    assert jn.load(tmp_path / "arm.toml") == odd


def test_saved_robots_keep_their_order(tmp_path):
    """Level by level is an order as good as branch by branch."""
    links = [jn.Link(name, 1.0) for name in "abcd"]
    joints = [jn.Joint(f"{parent}{child}", "revolute", parent, child) for parent, child in ("0a", "0b", "ac", "bd")]
    tree = jn.Robot("tree", links, joints, base="0")
    tree.save(tmp_path / "tree.toml")
    assert jn.load(tmp_path / "tree.toml") == tree
    text = (tmp_path / "tree.toml").read_text()
    path = written(tmp_path, "no_tool.toml", text[: text.index("[tool]")])
    assert jn.load(path).tool.link == "d"


# ---------------------------------------------------------------- arguments

BAD_CALLS = {
    "array for a stiffness": (lambda: jn.Drive(stiffness=np.array([1.0, 2.0])), "stiffness: expected a number, got array"),
    "array for a coupling": (lambda: jn.Drive(coupling=np.array(["spong", "full"])), "coupling: expected one of"),
    "array for a type": (lambda: jn.Joint("j", np.array(["a", "b"]), "a", "b"), "joint 'j': expected a type of"),
    "no placement": (lambda: jn.Joint("j", "fixed", "a", "b", None), "joint 'j': expected a Placement.*got None"),
    "placement without rows": (lambda: jn.Joint("j", "fixed", "a", "b", Placement(None)), "joint 'j', rotation: expected 3 rows"),
    "placement of two rows": (lambda: jn.robot.Tool("a", Placement(np.eye(3)[:2])), "tool, rotation: expected 3 rows"),
    "number for a drive": (
        lambda: jn.Joint("j", "revolute", "a", "b", drive=1e3),
        "joint 'j': expected a Drive or None, got 1000.0",
    ),
    "spring for a drive": (
        lambda: jn.Joint("j", "revolute", "a", "b", drive=jn.Spring(1.0)),
        "expected a Drive or None, got Spring",
    ),
    "text for a flag": (lambda: jn.Link("l", physical="no"), "link 'l', physical: expected True or False, got 'no'"),
    "array for a flag": (lambda: jn.Link("l", physical=np.ones(2)), "link 'l', physical: expected True or False"),
    "frame on nothing": (lambda: jn.robot.Frame("f", None), "frame 'f', link: expected a name"),
    "number of outputs": (lambda: jn.robot.Tool("a", outputs=3), "tool outputs: expected names.*got 3"),
    "outputs of lists": (lambda: jn.robot.Tool("a", outputs=[["x"]]), "tool outputs: expected names"),
    "nested a thousand deep": (lambda: jn.Link("l", deep(1000)), "link 'l', mass .*expected a number, got"),
    "name of 201 characters": (lambda: jn.Link("l" * 201), "link name: expected at most 200 characters, got 201"),
    "names for links": (lambda: jn.Robot.build("r", ["a", "b"], []), "links: expected a list of Link, got 'a' in it"),
    "no joints": (lambda: jn.Robot.build("r", [jn.Link("a")], None), "joints: expected a list of Joint, got None"),
    "generator of links": (lambda: jn.Robot.build("r", (jn.Link(x) for x in "ab"), []), "links: expected a list of Link"),
    "table without rows": (lambda: jn.Robot.from_dh([], [], [], []), "the table has no rows"),
    "table of arrays without rows": (lambda: jn.Robot.from_dh(np.zeros(0)), "the table has no rows"),
    "drives of nobody": (
        lambda: jn.Robot.from_dh([1, 2], drives={"joint3": jn.Drive()}),
        "drives: no joint 'joint3' here. Did you mean",
    ),
    "list of drives": (lambda: jn.Robot.from_dh([1, 2], drives=[jn.Drive()]), "drives: expected {joint name: Drive}"),
    "one name for all": (lambda: jn.Robot.from_dh([1, 2], joint_names="ab"), "joint_names: expected a list of names, got 'ab'"),
    "too few names": (lambda: jn.Robot.from_dh([1, 2], link_names=["a"]), "2 rows, but 1 link names"),
    "no convention": (lambda: jn.Robot.from_dh([1, 2], convention=None), "convention: expected standard or modified, got None"),
    "unknown joint": (
        lambda: jn.load("planar_2r").with_drives(stiffness={"j": 1}, rotor_inertia=0),
        "stiffness: no joint 'j' here",
    ),
}


ARM = jn.load("planar_2r")
BAD_CALLS |= {
    "list for a link": (lambda: ARM.with_payload(1.0, link=["link1"]), r"link: expected a name or an index, got \['link1'\]"),
    "list for a tip": (lambda: ARM.subchain([]), "link: expected a name or an index"),
    "tool nowhere": (lambda: ARM.with_tool("link2", xyz=None), r"tool, xyz \[m\]: expected 3 numbers, got None"),
    "tool that is none": (
        lambda: dataclasses.replace(ARM, tool="link2"),
        "robot 'planar_2r', tool: expected a Tool, got 'link2'",
    ),
    "no links": (lambda: dataclasses.replace(ARM, links=None), "robot 'planar_2r', links: expected a list of Link, got None"),
    "number for a text": (lambda: dataclasses.replace(ARM, source=5), "robot 'planar_2r', source: expected text, got 5"),
    "number for a base": (lambda: dataclasses.replace(ARM, base=5), "robot 'planar_2r', base: expected a name"),
    "number for a path": (lambda: ARM.save(5), "path: expected the name of a file, got 5"),
}


def deep(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("case", BAD_CALLS)
def test_bad_calls(case):
    call, words = BAD_CALLS[case]
    with pytest.raises((ModelError, InputError), match=words):
        call()


def test_one_output_is_a_name():
    assert ARM.with_tool("link2", outputs="yaw").tool.outputs == ("yaw",)


def test_tables_take_arrays_and_names():
    arm = jn.Robot.from_dh(np.array(0.5), mass=np.ones(2), com=np.array([-0.1, 0, 0]), inertia=np.zeros((2, 6)))
    assert arm.links[1].com == pytest.approx((0.4, 0.0, 0.0))
    named = jn.Robot.from_dh(a={"p": 0.5, "q": 0.4}, joint_names=["p", "q"])
    assert named.joint_names == ("p", "q")


def test_links_on_the_base_may_be_anything(tmp_path):
    """However long the row of fixed joints; but not behind a moving one, and not in a cycle."""
    impossible = BODY.format(0).replace('"arm"', '"{}"')
    links = BASE + "".join(impossible.format(f"l{i}") for i in range(3))
    fixed = [hinge("0", "base", "l0", "fixed"), hinge("1", "l0", "l1", "fixed"), hinge("2", "l1", "l2", "fixed")]
    tip = '<link name="tip"/>' + hinge("t", "l2", "tip")
    assert jn.load(written(tmp_path, "a.urdf", robot(links, *reversed(fixed), tip))).n == 1
    moving = [hinge("0", "base", "l0", "fixed"), hinge("1", "l0", "l1"), hinge("2", "l1", "l2", "fixed")]
    with pytest.raises(UnphysicalError, match="link 'l1': it has inertia but no mass"):
        jn.load(written(tmp_path, "a.urdf", robot(links, *moving, tip)))


@pytest.mark.parametrize("name", ["k" * 100_000, "k" * 100_000 + ".urdf", "k/" * 50_000 + "a.toml"])
def test_long_names_are_not_repeated(name):
    arm = jn.load("planar_2r")
    for use in (jn.load, lambda path: jn.load("planar_2r", path)):
        with pytest.raises(LoadError) as caught:
            use(name)
        assert len(str(caught.value)) < 1000
    with pytest.raises(InputError) as caught:
        arm.save(name)
    assert len(str(caught.value)) < 1000


def test_names_of_many_joints_are_not_repeated():
    names = [f"joint{i}" for i in range(5000)]
    for values in ([1.0], {"joint0": 1.0}):
        with pytest.raises(jn.errors.ModelError, match=r"joint2, .*, \.\.\.") as caught:
            per_joint(values, names, "stiffness")
        assert len(str(caught.value)) < 1000
