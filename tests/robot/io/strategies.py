"""Robot files that are right, then damaged: in their structure, in their numbers.

A file is drawn as a tree of plain data first (`Tag` for XML, dicts for TOML), damaged there, and written out. Most of what comes
out is refused; a good part is not, and must then be a robot.
"""

import json
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

import jounce as jn
from jounce.spatial.geometry import Placement

SECRET = "jounce-secret-that-no-robot-file-may-reach"

PLAIN = ["0", "1", "-1", "0.5", "1e-3", "2.5e2", "+3.", ".25", "-0.0", "1e30", "1e-300", "5e-324", "0.1", "100", "1E0", " 7 "]
# fmt: off
HOSTILE = [
    "1e999", "-1e999", "1e31", "nan", "inf", "-inf", "1,5", "", " ", "1_0", "0x10", "1 2", "1e", "e1", ".", "+", "--1", "1d0",
    "١٢", "１", "½", "1\u00a0", "True", "None", "0.1.2", "1e+-3", "&#48;", "&lt;",
    "9" * 5000, "0." + "1" * 5000, "1e" + "9" * 400, "9" * 5000 + "x",
]
# fmt: on
NUMBERS = st.sampled_from(PLAIN) | st.sampled_from(HOSTILE)
NAMES = ["base", "a", "b", "c", "d", "e", "f"]
# fmt: off
ODD_NAMES = [
    "", " ", "base", "a", "zzz", "\t", "é", "名", "a b", "a.b", '"', "'", "]]>", "\u202e", "\u200b", "n" * 300, "&amp;", "-", "1",
]
# fmt: on
TYPES = ["revolute", "continuous", "prismatic", "fixed"]
ODD_TYPES = [*TYPES, "floating", "planar", "mimic", "", "Revolute", "none", "spherical"]


# ---------------------------------------------------------------- a robot


@dataclass
class Plan:
    """A tree of links, good enough to be a robot."""

    parents: list[int]
    """Index into the links so far, 0 being the base, for each further link."""
    types: list[str]
    masses: list[float]
    vectors: list[tuple[float, float, float]]
    driven: list[bool]


@st.composite
def plans(draw):
    n = draw(st.integers(1, len(NAMES) - 1))
    small = st.sampled_from([0.0, 0.0, 1.0, -0.5, 0.1, 1.5707963267948966, 3.0, 1e-9, 250.0])
    return Plan(
        parents=[draw(st.integers(0, i)) for i in range(n)],
        types=["revolute", *(draw(st.sampled_from(TYPES)) for _ in range(n - 1))],
        masses=[draw(st.sampled_from([0.0, 1.0, 2.5, 1e-6, 1e6])) for _ in range(n)],
        vectors=[(draw(small), draw(small), draw(small)) for _ in range(n)],
        driven=[draw(st.booleans()) for _ in range(n)],
    )


# ---------------------------------------------------------------- XML


@dataclass
class Tag:
    """An element; attributes as a list, so that one can stand there twice."""

    tag: str
    attributes: list[tuple[str, str]] = field(default_factory=list)
    children: list["Tag | str"] = field(default_factory=list)

    def __str__(self):
        inside = "".join(str(child) for child in self.children)
        pairs = "".join(f' {key}="{value}"' for key, value in self.attributes)
        return f"<{self.tag}{pairs}>{inside}</{self.tag}>" if inside else f"<{self.tag}{pairs}/>"

    def walk(self):
        """Itself and all below."""
        yield self
        for child in self.children:
            if isinstance(child, Tag):
                yield from child.walk()


def urdf(plan):
    """The plan as URDF."""
    root = Tag("robot", [("name", "fuzz")], [Tag("link", [("name", "base")])])
    for i, (parent, kind, mass, vector) in enumerate(zip(plan.parents, plan.types, plan.masses, plan.vectors)):
        name, joint, three = NAMES[i + 1], f"j{i}", " ".join(map(repr, vector))
        link = Tag("link", [("name", name)], [Tag("visual", [], [Tag("geometry")])])
        if mass:
            moments = [(f"i{key}", repr(0.01 * mass * (key[0] == key[1]))) for key in ("xx", "yy", "zz", "xy", "xz", "yz")]
            place = Tag("origin", [("xyz", three), ("rpy", three)])
            link.children.append(Tag("inertial", [], [place, Tag("mass", [("value", repr(mass))]), Tag("inertia", moments)]))
        ends = [Tag("parent", [("link", NAMES[parent])]), Tag("child", [("link", name)])]
        more = [Tag("origin", [("xyz", three), ("rpy", three)]), Tag("axis", [("xyz", "0 1 0.5")])]
        more.append(Tag("limit", [("lower", "-1.5"), ("upper", "2"), ("effort", "30"), ("velocity", "3"), ("jerk", "1e3")]))
        root.children += [link, Tag("joint", [("name", joint), ("type", kind)], ends + more)]
        if plan.driven[i]:
            stated = [Tag("mechanicalReduction", [], ["50"]), Tag("motorInertia", [], ["1e-4"])]
            actuator = Tag("actuator", [("name", "m")], stated)
            root.children.append(Tag("transmission", [("name", f"t{i}")], [Tag("joint", [("name", joint)]), actuator]))
    return root


SNIPPETS = [
    "<!-- a comment -->",
    "<![CDATA[ <joint> ]]>",
    "<?xml-stylesheet href='file:///etc/passwd'?>",
    "text & text",
    "&undefined;",
    "&amp;&#65;",
    "<mimic joint='j0'/>",
    "<xacro:include filename='x'/>",
    "<x:link xmlns:x='urn:x' name='base'/>",
    "<origin/>",
    "<axis xyz='0 0 0'/>",
    "<axis/>",
    "<transmission><joint name='nobody'/><mechanicalReduction>2</mechanicalReduction></transmission>",
    "<transmission><joint name='j0'/><mechanicalReduction>0</mechanicalReduction></transmission>",
    "<transmission><joint name='j0'/><joint name='j1'/><mechanicalReduction>2</mechanicalReduction></transmission>",
    "<motorInertia>-1</motorInertia>",
    "<mechanicalReduction><b/>1<b/>0</mechanicalReduction>",
    "<link name='stray'/>",
    "<joint/>",
    "<joint name='loop' type='revolute'><parent link='a'/><child link='a'/></joint>",
    "<joint name='again' type='fixed'><parent link='base'/><child link='a'/></joint>",
    "<gazebo><joint name='j0'/></gazebo>",
    "<a>" * 40,
    "<a>" * 120 + "</a>" * 120,
    "<!DOCTYPE late>",
]


@st.composite
def damaged_xml(draw):
    """A URDF tree with up to five things wrong."""
    root = urdf(draw(plans()))
    for _ in range(draw(st.integers(0, 5))):
        tags = list(root.walk())
        tag = tags[draw(st.integers(0, len(tags) - 1))]
        act = draw(st.integers(0, 9))
        if act == 0 and tag.children:  # lose a child
            tag.children.pop(draw(st.integers(0, len(tag.children) - 1)))
        elif act == 1 and tag.children:  # a child twice
            child = tag.children[draw(st.integers(0, len(tag.children) - 1))]
            tag.children.insert(draw(st.integers(0, len(tag.children))), child)
        elif act == 2 and tag.attributes:  # lose an attribute, or have it twice
            at = draw(st.integers(0, len(tag.attributes) - 1))
            tag.attributes[at : at + 1] = tag.attributes[at : at + 1] * draw(st.sampled_from([0, 2]))
        elif act == 3:
            tag.children.insert(draw(st.integers(0, len(tag.children))), draw(st.sampled_from(SNIPPETS)))
        elif act == 4:
            tag.tag = draw(st.sampled_from(["joint", "link", "robot", "Robot", "inertial", "parent", "child", "u:link", "é"]))
        elif act == 5 and tag.children:  # in another order
            tag.children[:] = draw(st.permutations(tag.children))
        elif tag.attributes:
            at = draw(st.integers(0, len(tag.attributes) - 1))
            tag.attributes[at] = (tag.attributes[at][0], draw(_attribute(*tag.attributes[at])))
    return root


def _attribute(key, old):
    if key in ("xyz", "rpy"):
        return st.lists(NUMBERS, min_size=2, max_size=4).map(" ".join) | st.lists(NUMBERS, min_size=3, max_size=3).map(" ".join)
    if key == "link":
        return st.sampled_from(NAMES) | st.sampled_from(ODD_NAMES)
    if key == "type":
        return st.sampled_from(ODD_TYPES)
    if key == "name":
        return st.sampled_from(ODD_NAMES) | st.sampled_from(["j0", "j1", "stray", *NAMES])
    return NUMBERS


LAUGHS = "".join(f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in zip("abcdefgh", "bcdefghi"))
BOMB = f"<!DOCTYPE robot [<!ENTITY a 'ha'>{LAUGHS}]>"
"""A billion laughs: &i; is 10^8 times 'ha'."""
# fmt: off
DECLARED = [
    "utf-8", "utf-16", "utf-7", "latin-1", "iso-8859-1", "klingon", "unicode_escape", "idna", "hex", "rot13", "undefined",
    "us-ascii", "windows-1252", "cp037", "",
]
# fmt: on
PROLOGUES = [
    *("", "\ufeff", " ", "\n", "\0", "<!-- -->", "<?php ?>", '<?xml version="1.0"?>', '<?xml version="1.1"?>', "<?xml?>"),
    *(f'<?xml version="1.0" encoding="{name}"?>' for name in DECLARED),
    "<!DOCTYPE robot>",
    '<!DOCTYPE robot SYSTEM "FILE">',
    '<!DOCTYPE robot PUBLIC "-//X" "FILE" [<!ATTLIST link name CDATA "b">]>',
    '<!DOCTYPE robot [<!ENTITY x SYSTEM "FILE">]>',
    '<!DOCTYPE robot [<!ENTITY % x SYSTEM "FILE"> %x;]>',
    BOMB,
]
ENCODINGS = ["utf-8"] * 6 + ["utf-16", "utf-16-le", "utf-8-sig", "latin-1", "utf-32", "utf-7", "cp037"]


@st.composite
def urdf_files(draw, secret):
    """Bytes of a URDF file; `secret` is what its external entities point to."""
    root = draw(damaged_xml())
    prologue = draw(st.sampled_from(PROLOGUES)) if draw(st.integers(0, 4)) == 0 else ""
    text = prologue.replace("FILE", secret) + str(root)
    if prologue.startswith("<!DOCTYPE") and draw(st.booleans()):
        text = text.replace('"fuzz"', '"&x;&i;"')
    encoding = draw(st.sampled_from(ENCODINGS)) if prologue else "utf-8"
    return text.encode(encoding, "replace")


# ---------------------------------------------------------------- TOML


def toml(plan):
    """The plan as the data of our TOML."""
    file = {"name": "fuzz", "gravity": [0.0, 0.0, -9.81], "link": [], "joint": []}
    for i, (parent, kind, mass, vector) in enumerate(zip(plan.parents, plan.types, plan.masses, plan.vectors)):
        link = {"name": NAMES[i + 1], "mass": mass, "com": list(vector)}
        if mass:
            link["inertia"] = dict.fromkeys(("xx", "yy", "zz"), mass * 0.01)
        joint = {"name": f"j{i}", "type": kind, "parent": NAMES[parent], "child": NAMES[i + 1], "xyz": list(vector)}
        joint[("rpy", "rpy_deg", "axis")[i % 3]] = [0.5, *vector[1:]]
        if plan.driven[i] and kind != "fixed":
            joint |= {"drive": {"stiffness": 1e3, "rotor_inertia": 1e-4}} if i % 2 else {"spring": {"stiffness": 10.0}}
            joint["limits"] = {"position": [-1.0, 2.0], "velocity": 3.0}
        file["link"].append(link)
        file["joint"].append(joint)
    file["frame"] = [{"name": "flange", "link": NAMES[len(plan.parents)], "xyz": [0.0, 0.0, 0.1]}]
    file["tool"] = {"link": "flange", "outputs": ["x", "y", "z"]}
    return file


def dh(plan):
    """The plan as a Denavit-Hartenberg table."""
    file = {"dh": "standard", "link": [], "joint": []}
    for i, (mass, (a, alpha, d)) in enumerate(zip(plan.masses, plan.vectors)):
        file["link"].append({"name": NAMES[i + 1], "mass": mass, "com": [a, 0.0, d]})
        file["joint"].append({"name": f"j{i}", "a": a, "alpha": alpha, "d": d, "theta_deg": 90})
    return file


# fmt: off
RAW = st.sampled_from([
    "nan", "inf", "-inf", "1e999", "0x" + "f" * 300, "9" * 400, "9" * 5000, "1_0", "0b1", "-0.0", "1e30", "5e-324", "+1", "1.",
    "01",
    "true", "false", "[]", "{}", '""', "[[]]", "[1, [2, [3]]]", "{ a.b.c = 1 }", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z",
    "'x'", '"""a\nb"""', "'''\n'''", '"\\u0000"', '"\\ud800"', '"\\U00110000"', '"\\x"', "a", "",
    "[nan, nan, nan]", "[1, 2, 3]", "[0, 0, 0]", "[1e30, 1e30, 1e30]", "[1e-200, 0, 0]", "[true, 1, 2]",
    '["x", "roll", "yaw"]', '["yaw"]', "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "[[1, 0, 0], [0, 1, 0], [0, 0, -1]]",
    "[[1, 0, 0], [0, 1, 0]]", "[" * 60 + "]" * 60, "[" * 5000, "{a=" * 5000, "{ " + "a." * 5000 + "a = 1 }",
])
KEYS = [
    "name", "type", "parent", "child", "xyz", "rpy", "rpy_deg", "rotation", "axis", "drive", "spring", "mass", "com", "inertia",
    "physical", "link", "outputs", "stiffness", "damping", "coupling", "gear_ratio", "rotor_inertia", "a", "alpha", "alpha_deg",
    "d", "theta", "theta_deg", "dh", "base", "gravity", "tool", "frame", "joint", "description", "stifness", "é", "a.a",
]
# fmt: on


class Raw(str):
    """Text that goes into the file as it is."""

    __slots__ = ()


def _tables(value):
    """Every table in it, itself included."""
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _tables(child)


def inline(value):
    """TOML of a value, on one line."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {inline(v)}" for key, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return repr(value)


def _key(key):
    return key if isinstance(key, Raw) or (key.isascii() and key.replace("_", "a").isalnum()) else json.dumps(key)


def write_toml(file):
    """TOML of a file: tables of tables in full, the rest on one line each."""
    flat = {key: value for key, value in file.items() if not (isinstance(value, list) and value and isinstance(value[0], dict))}
    lines = [f"{_key(key)} = {inline(value)}" for key, value in flat.items() if not isinstance(value, dict)]
    for key, value in file.items():
        if isinstance(value, dict):
            lines += [f"[{_key(key)}]", *(f"{_key(k)} = {inline(v)}" for k, v in value.items())]
        elif key not in flat:
            for entry in value:
                lines.append(f"[[{_key(key)}]]")
                lines += [f"{_key(k)} = {inline(v)}" for k, v in entry.items()] if isinstance(entry, dict) else [inline(entry)]
    return "\n".join(lines) + "\n"


@st.composite
def damaged_toml(draw, sound):
    """The data `sound`, with up to five things wrong."""
    for _ in range(draw(st.integers(0, 5))):
        tables = list(_tables(sound))
        table = tables[draw(st.integers(0, len(tables) - 1))]
        act = draw(st.integers(0, 7))
        keys = sorted(table)
        if act == 0 and keys:
            del table[draw(st.sampled_from(keys))]
        elif act == 1:
            table[draw(st.sampled_from(KEYS))] = draw(RAW.map(Raw))
        elif act == 2 and keys:
            table[Raw(draw(st.sampled_from([*keys, ".", "a.b", "", "=", '"\n"', "x" * 300])))] = 1
        elif act == 3 and keys:  # swap two values
            one, two = draw(st.sampled_from(keys)), draw(st.sampled_from(keys))
            table[one], table[two] = table[two], table[one]
        elif act == 4:
            lists = [value for value in table.values() if isinstance(value, list) and value]
            if lists:  # lose an entry, or have it twice
                chosen = lists[draw(st.integers(0, len(lists) - 1))]
                at = draw(st.integers(0, len(chosen) - 1))
                chosen[at : at + 1] = chosen[at : at + 1] * draw(st.sampled_from([0, 2]))
        elif keys:
            key = draw(st.sampled_from(keys))
            names = st.sampled_from(NAMES) | st.sampled_from(ODD_NAMES) | st.sampled_from(ODD_TYPES)
            table[key] = draw(names if isinstance(table[key], str) else RAW.map(Raw))
    return sound


@st.composite
def toml_files(draw):
    """Bytes of a TOML file."""
    sound = draw(st.sampled_from([toml, toml, toml, dh]))(draw(plans()))
    text = write_toml(draw(damaged_toml(sound)))
    if draw(st.integers(0, 9)) == 0:
        text = (
            draw(st.sampled_from(["\ufeff", "\0", "# \x7f\n", "[a]\n[a]\n", "[[link.name]]\n", "a.b.c = 1\n", "\r", "\x1f"]))
            + text
        )
        return text.encode(draw(st.sampled_from(ENCODINGS)), "replace")
    return text.encode()


@st.composite
def drive_files(draw):
    """Bytes of a side file with drives for the joints `one` and `two`."""
    drive = {"stiffness": 1e3, "damping": 1.0, "gear_ratio": -50, "rotor_inertia": 1e-4, "coupling": "full"}
    sound = {"default": dict(drive), "joint": {"one": dict(drive), "two": {"stiffness": Raw("inf"), "motor_torque": 9.0}}}
    return write_toml(draw(damaged_toml(sound))).encode()


# ---------------------------------------------------------------- sound ones

SOUND_URDF = plans().map(lambda plan: str(urdf(plan)).encode())
SOUND_TOML = plans().map(lambda plan: write_toml(toml(plan)).encode()) | plans().map(lambda plan: write_toml(dh(plan)).encode())


# ---------------------------------------------------------------- arguments

# fmt: off
JUNK = st.sampled_from([
    None, True, False, 0, -1, 3, 10**400, 0.0, 1.0, -2.5, float("nan"), float("inf"), -float("inf"), 1e31, 1j, b"", b"x", ...,
    "", "x", "base", "joint1", "link1", "revolute", "fixed", "full", "roll", "\ud800", "\0", "n" * 300, "0.5",
    (), [], {}, set(), {1, 2}, (1.0,), (0, 0, 1), [0.1, 0.2, 0.3], (1, 2, 3, 4), (0,) * 6, [None] * 3, ["a", "b"], [[1], [1, 2]],
    {"joint1": 1.0}, {"joint1": 1.0, "joint2": 2.0}, {"nobody": 1.0}, {1: 2}, {None: None}, {"a": {"b": {}}},
    np.array(1.0), np.zeros(0), np.zeros(3), np.zeros(6), np.eye(3), np.array([1.0, np.nan]), np.array(["x", "spong"]),
    np.array([None, 1]), np.float64(2.0), np.int64(1), np.bool_(True), np.datetime64("2020-01-01"), Fraction(1, 3),
    Decimal("1.5"), object, len, range(3), iter(()), jn.Drive(), jn.Spring(1.0), jn.Link("x"), jn.robot.Tool("base"), Placement(),
    Placement(None, None), Placement("abc", "abc"), Placement(np.eye(3), np.zeros(3)), Placement(np.ones((3, 3))),
])
"""Arguments nobody expects; some are right in some places."""
# fmt: on
