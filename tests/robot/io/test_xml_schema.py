"""Elements and attributes that readers do not know: each is used, listed as harmless, refused, or named in one warning."""

import math
import random
import re
import warnings

import numpy as np
import pytest

import jounce as jn
from jounce.errors import LoadError
from jounce.robot.io import mjcf_schema
from jounce.robot.io.urdf_schema import LOOPS
from jounce.robot.io.xml_schema import schema

URDF = """<robot name="arm"><link name="base"/>
<link name="l1"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>{inertial}</inertial>{link}</link>
<joint name="a" type="revolute"{attribute}><parent link="base"/><child link="l1"/><origin xyz="0 0 1"{origin}/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="9" velocity="1"{limit}/><dynamics damping="0.1"{dynamics}/>{joint}</joint>{robot}</robot>"""
PLACES = ("inertial", "link", "attribute", "origin", "limit", "dynamics", "joint", "robot")


def loaded(folder, text, name="arm.urdf", **options):
    """(robot, notes)."""
    file = folder / name
    file.write_text(text)
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        robot = jn.load(file, **options)
    return robot, [str(note.message) for note in notes]


def urdf(**places):
    return URDF.format(**{**dict.fromkeys(PLACES, ""), **places})


# ---------------------------------------------------------------- URDF

NOTED = {
    ("dynamics", ' spring_stiffness="30"'): "<dynamics> spring_stiffness (line 5)",
    ("dynamics", ' armature="0.1"'): "<dynamics> armature",
    ("limit", ' effort_lower="-3"'): "<limit> effort_lower",
    ("attribute", ' screw_pitch="0.1"'): "<joint> screw_pitch (line 4)",
    ("origin", ' wxyz="1 0 0 0"'): "<origin> wxyz",
    ("joint", '<compliance k="100"/>'): "<compliance> in <joint>",
    ("joint", '<drake:screw_thread_pitch value="1"/>'): "<drake:screw_thread_pitch> in <joint>",
    ("link", "<added_mass>3</added_mass>"): "<added_mass> in <link>",
    ("link", "<gravity>0</gravity>"): "<gravity> of 'l1'",
    ("inertial", '<gyroscopic value="3"/>'): "<gyroscopic> in <inertial>",
    ("robot", '<spring joint="a"/>'): "<spring> in <robot>",
    ("robot", '<frame name="tool" link="l1"/>'): "<frame> in <robot>",
    ("robot", '<gazebo reference="a"><springStiffness>3.5</springStiffness></gazebo>'): "<springStiffness> of 'a'",
    ("robot", '<gazebo reference="l1"><turnGravityOff>true</turnGravityOff></gazebo>'): "<turnGravityOff> of 'l1'",
    ("robot", '<gazebo><joint name="x" type="revolute"><parent>l1</parent><child>base</child></joint></gazebo>'): "<joint> (line",
    ("robot", '<ros2_control><transmission name="t"><joint name="a"/></transmission></ros2_control>'): "within <ros2_control>",
    ("dynamics", ' K="7000" D="1"'): "D, K, mu_coulomb, mu_viscous of <dynamics>",
}


@pytest.mark.parametrize(("place", "text"), NOTED)
def test_a_word_that_is_not_known_is_named_once(tmp_path, place, text):
    robot, notes = loaded(tmp_path, urdf(**{place: text}))
    assert len(notes) == 1
    assert NOTED[place, text] in notes[0]
    assert "effect" in notes[0]
    assert robot == jn.load(written(tmp_path, urdf()))


def written(folder, text):
    (folder / "plain.urdf").write_text(text)
    return folder / "plain.urdf"


HARMLESS = {
    "robot": '<material name="m"/><gazebo><static>false</static></gazebo><ros2_control name="c"><hardware/></ros2_control>'
    '<sensor name="s"/><mujoco><compiler/></mujoco>',
    "link": "<visual/><collision/><gravity>1</gravity>",
    "joint": '<calibration rising="0"/><safety_controller k_velocity="1" soft_lower_limit="-0.5"/>',
    "limit": ' deceleration="4"',
}


@pytest.mark.parametrize("place", HARMLESS)
def test_harmless_words_are_listed(tmp_path, place):
    robot, notes = loaded(tmp_path, urdf(**{place: HARMLESS[place]}))
    assert not notes
    assert robot == jn.load(written(tmp_path, urdf()))


@pytest.mark.parametrize("tag", LOOPS)
def test_loops_are_refused(tmp_path, tag):
    """A four-bar linkage is not a tree of three joints."""
    with pytest.raises(LoadError, match=f"line 6: <{tag}> closes a loop"):
        loaded(tmp_path, urdf(robot=f'\n<{tag} name="x"><link1 link="base"/><link2 link="l1"/></{tag}>'))


def test_many_words_make_one_short_note(tmp_path):
    text = "".join(f"<word{k}/>" for k in range(500)) + '<word1 a="1"/>' * 300
    _, notes = loaded(tmp_path, urdf(robot=text))
    assert len(notes) == 1
    assert len(notes[0]) < 1000
    assert "<word1> in <robot> (line 5 and 300 more)" in notes[0]
    assert "and 492 other words" in notes[0]


def test_drives_of_a_side_file_make_those_of_the_file_idle(tmp_path):
    (tmp_path / "side.toml").write_text("[default]\nstiffness = 7000.0\nrotor_inertia = 1e-4\n")
    assert not loaded(tmp_path, urdf(dynamics=' K="7000" D="1"'), drives=tmp_path / "side.toml")[1]


@pytest.mark.parametrize("zero", ["0", "0.0", "-0", "0e0", " 0 "])
def test_limits_of_zero_are_named(tmp_path, zero):
    text = urdf().replace('effort="9"', f'effort="{zero}"')
    robot, notes = loaded(tmp_path, text)
    assert "<limit> values of zero are read as no limit: joint 'a' effort." in notes[0]
    assert robot.limits.motor_torque[0] == math.inf


def test_quaternions_of_urdf_1_2(tmp_path):
    turned = loaded(tmp_path, urdf(origin=' quat_xyzw="0.7071 0 0 0.70711"'))[0]
    assert turned == loaded(tmp_path, urdf(origin=f' rpy="{math.pi / 2!r} 0 0"'))[0]
    general = loaded(tmp_path, urdf(origin=' quat_xyzw="0.1 0.2 0.3 0.9"'))[0].joints[0].placement.rotation
    assert abs(np.array(general) @ np.array(general).T - np.eye(3)).max() < 1e-15
    for wrong in ('quat_xyzw="0 0 0 0"', 'quat_xyzw="1 2 3"', 'quat_xyzw="1 0 0 0" rpy="0 0 0"'):
        with pytest.raises(LoadError, match="quat_xyzw"):
            loaded(tmp_path, urdf(origin=" " + wrong))


# ---------------------------------------------------------------- MJCF

MJCF = """<mujoco>{top}<compiler angle="radian" {compiler}/><option {option}>{flags}</option>
<worldbody><body name="b" {body}><joint name="j" damping="0.1" {joint}/><geom size="0.1" {geom}/>{inside}</body></worldbody>
<actuator><{kind} joint="j" gear="10" {actuator}/>{motors}</actuator></mujoco>"""
SPOTS = ("top", "compiler", "option", "flags", "body", "joint", "geom", "inside", "actuator", "motors")


def model(kind="motor", **spots):
    return MJCF.format(kind=kind, **{**dict.fromkeys(SPOTS, ""), **spots})


REFUSED = [
    ({"joint": 'stiffness="30" springyield="0.1"'}, "springyield"),
    ({"top": '<default><joint springyield="0.1 0.2"/></default>', "joint": 'stiffness="30"'}, "springyield"),
    ({"joint": 'actuatorgravcomp="true"'}, "actuatorgravcomp"),
    ({"joint": 'stiffness="30 2 1"'}, "stiffness"),
    ({"joint": 'damping="1 2"'.replace("damping", "frictionloss")}, "frictionloss"),
    ({"kind": "dcmotor", "actuator": 'lugre="1 2 3 4 5"'}, "<dcmotor> lugre"),
    ({"kind": "dcmotor", "actuator": 'cogging="0.1 7 0"'}, "<dcmotor> cogging"),
    ({"actuator": 'armature="0.1"'}, "<motor> armature"),
    ({"actuator": 'damping="0.1"'}, "<motor> damping"),
    ({"top": '<default><position damping="0.1"/></default>', "kind": "position"}, "<position> damping"),
    ({"flags": '<flag damper="disable"/>'}, "damper='disable'"),
    ({"flags": '<flag spring="disable"/>', "joint": 'stiffness="3"'}, "spring='disable'"),
    ({"flags": '<flag constraint="disable"/>', "joint": 'frictionloss="3"'}, "constraint='disable'"),
    ({"geom": 'type="box" mesh="m"'}, "fitted to a mesh"),
    ({"top": '<equality><connect body1="b" anchor="0 0 0"/></equality>'}, "equality"),
    ({"top": '<tendon><fixed stiffness="3"><joint joint="j" coef="1"/></fixed></tendon>'}, "tendon"),
    ({"body": 'gravcomp="1"'}, "gravcomp"),
]


@pytest.mark.parametrize(("spots", "says"), REFUSED, ids=lambda x: str(x)[:40])
def test_what_would_change_the_equations_is_refused(tmp_path, spots, says):
    with pytest.raises(LoadError, match=says):
        loaded(tmp_path, model(**spots), "arm.xml")


@pytest.mark.parametrize("zero", ["0", "0.0", "-0", "0e0", " 0 ", "0 0.0"])
def test_springs_and_friction_of_zero_are_none(tmp_path, zero):
    """A flag that switches off what is zero changes nothing, and a tendon that does nothing is no tendon."""
    flags = '<flag spring="disable" frictionloss="disable"/>'
    tendon = f'<tendon><fixed stiffness="{zero}" damping="{zero}"><joint joint="j" coef="1"/></fixed></tendon>'
    one = "" if " " in zero.strip() else f'stiffness="{zero}" frictionloss="{zero}"'
    robot, notes = loaded(tmp_path, model(joint=one, flags=flags, top=tendon), "arm.xml")
    assert robot == loaded(tmp_path, model(), "arm.xml")[0]
    assert not notes


NAMED = [
    ({"joint": 'wobble="3"'}, "<joint> wobble (line 2)"),
    ({"top": '<default><joint wobble="3"/></default>'}, "<joint> wobble"),
    ({"top": "<springs/>"}, "<springs> in <mujoco>"),
    ({"inside": '<rope stiffness="3"/>'}, "<rope> in <body>"),
    ({"option": 'drag="3"'}, "<option> drag"),
    ({"compiler": 'units="mm"'}, "<compiler> units"),
    ({"actuator": 'backlash="0.1"'}, "<motor> backlash"),
    ({"motors": '<hydraulic joint="j"/>'}, "<hydraulic> in <actuator>"),
    ({"motors": '<motor site="s"/>'}, "<motor> on a site (line 3)"),
    ({"motors": '<muscle tendon="t"/>'}, "<muscle> on a tendon"),
    ({"motors": '<motor joint="j" gear="1 2 0 0 0 0"/>'}, "numbers behind the first"),
    ({"top": '<tendon><fixed range="0 1"><joint joint="j" coef="1"/></fixed></tendon>'}, "range of tendons"),
    ({"actuator": 'forcerange="0 5"'}, "limit of one side"),
]


@pytest.mark.parametrize(("spots", "says"), NAMED, ids=lambda x: str(x)[:40])
def test_what_has_no_effect_is_named_once(tmp_path, spots, says):
    _, notes = loaded(tmp_path, model(**spots), "arm.xml")
    assert len(notes) == 1
    assert says in notes[0]


LIMITS = [
    ({"actuator": 'forcerange="-5 5"'}, 50.0),
    ({"actuator": 'forcerange="-5 4"'}, 40.0),
    ({"actuator": 'ctrlrange="-3 3" forcerange="-5 5"'}, 30.0),
    ({"kind": "position", "actuator": 'ctrlrange="-3 3" forcerange="-5 5"'}, 50.0),
    ({"actuator": 'forcerange="-5 5" forcelimited="false"'}, math.inf),
    ({"actuator": 'forcerange="-5 5"', "compiler": 'autolimits="false"'}, math.inf),
    ({"actuator": 'forcerange="-5 5" forcelimited="true"', "compiler": 'autolimits="false"'}, 50.0),
    ({"top": '<default><motor forcerange="-2 2"/></default>'}, 20.0),
    ({"joint": 'actuatorfrcrange="-7 7"'}, 7.0),
    ({"actuator": 'forcerange="-5 5"', "motors": '<motor joint="j" forcerange="-1 1"/>'}, 51.0),
]


@pytest.mark.parametrize(("spots", "torque"), LIMITS, ids=lambda x: str(x)[:40])
def test_force_limits_of_actuators_are_read(tmp_path, spots, torque):
    robot, notes = loaded(tmp_path, model(**spots), "arm.xml")
    assert not notes
    assert robot.limits.motor_torque.tolist() == [torque]


def test_every_word_of_mujoco_is_listed():
    """`mj_printSchema` says what an MJCF may have: each element and attribute is known here, wherever it stands."""
    mujoco = pytest.importorskip("mujoco")
    lines = mujoco.mj_printSchema(False, False).splitlines()
    missing = []
    stack = [(-1, schema("", {"mujoco": mjcf_schema.MJCF, "worldbody": mjcf_schema.BODY}))]
    known = None
    for line in lines:
        head = re.match(r"( *)([\w()]+) \([!?*R]\)\s*(.*)", line)
        if head is None:
            attributes = line.split()
        else:
            depth, tag, attributes = len(head[1]), head[2].replace("(world)", "world"), head[3].split()
            while stack[-1][0] >= depth:
                stack.pop()
            above = stack[-1][1]
            known = None if above is None else above.children.get(tag, False)
            if known is False:
                missing.append(f"<{tag}>")
                known = None
            stack.append((depth, known))
        if known is not None:
            missing += [f"<{tag}> {name}" for name in attributes if name not in known.attributes]
    assert not missing


# ---------------------------------------------------------------- many at random


def mutated(text, rng):
    """The file with words that nobody knows: new attributes and elements, others' names, in any place."""
    names = ["loop", "spring", "mimic", "stiffness", "damping", "joint", "x" * 200, "é", "a:b", "_", "equality", "plugin", "flag"]
    values = ["0", "1", "-1", "1e308", "nan", "", "true", "disable", "a b c", "1 2 3 4 5 6 7 8 9", "b", "j"]
    for _ in range(rng.randint(1, 6)):
        places = [m.end() for m in re.finditer(r"<[a-z]\w*", text)]
        at = rng.choice(places)
        if rng.random() < 0.5:
            name = rng.choice(names)
            if f" {name}=" not in text[at : text.index(">", at)]:
                text = f'{text[:at]} {name}="{rng.choice(values)}"{text[at:]}'
        else:
            at = rng.choice([m.end() for m in re.finditer(r"(?<!/)>", text)][:-1])
            name = rng.choice(names).replace("a:b", "b")
            text = f'{text[:at]}<{name} {rng.choice(names[3:6])}="{rng.choice(values)}"/>{text[at:]}'
    return text


def words_at_random(folder, case):
    """Read one mutated file; it is a robot with at most one note of bounded length, or refused with an error of ours."""
    rng = random.Random(case)
    kind = rng.choice(["urdf", "xml"])
    text = mutated(urdf() if kind == "urdf" else model(), rng)
    try:
        robot, notes = loaded(folder, text, f"mutated.{kind}")
    except jn.errors.JounceError as error:
        refusal = str(error)
    else:
        refusal = ""
    assert len(refusal) < 6000
    if refusal:
        return
    assert np.isfinite(robot.parameters).all()
    assert len(notes) <= 1
    assert all(len(note) < 6000 for note in notes)


CASES, CHUNKS = 4000, 10


@pytest.mark.parametrize("chunk", [pytest.param(k, marks=[pytest.mark.slow] * (k > 0)) for k in range(CHUNKS)])
def test_words_at_random(tmp_path, chunk):
    for case in range(chunk * CASES // CHUNKS, (chunk + 1) * CASES // CHUNKS):
        words_at_random(tmp_path, f"words/{case}")
