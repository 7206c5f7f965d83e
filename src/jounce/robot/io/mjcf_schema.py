"""Schema of MJCF: elements and attributes that the reader uses, ignores or refuses.

The lists contain the names of MuJoCo 4.0 (`mj_printSchema`) and of older versions; a test compares the lists with the schema of
the installed MuJoCo.
"""

from jounce.robot.io.mjcf_attributes import ACTUATORS, ORIENTATIONS, Attributes, Classes, attributes_of
from jounce.robot.io.problems import Problems
from jounce.robot.io.xml import Element, is_zero
from jounce.robot.io.xml_schema import ignored, schema, unknown_names

PLACE = f"pos {' '.join(ORIENTATIONS)}"
SOLVER = "solref solimp solreflimit solimplimit solreffriction solimpfriction margin gap group user"
"""Attributes for softness and margins of constraints and for user data, without effect on the equations."""
FORCE = "actuatorfrcrange actuatorfrclimited"
JOINT = schema(
    "name class type pos axis ref springref stiffness damping armature frictionloss springdamper springyield range "
    f"limited align {FORCE} actuatorgravcomp {SOLVER}"
)
GEOM = schema(
    f"name class type size {PLACE} fromto mass density shellinertia mesh {SOLVER} rgba material hfield fitscale "
    "castshadow condim contype conaffinity priority friction solmix adhesion surfacevel fluidshape fluidcoef",
    ignored("plugin"),
)
SITE = schema(f"name class type size {PLACE} fromto group rgba material mesh user")
DRAWN = ignored("camera light")
BODY = schema(
    f"name childclass {PLACE} mocap gravcomp user simple sleep fuse",
    {
        "inertial": schema(f"mass diaginertia fullinertia {PLACE}"),
        "joint": JOINT,
        "freejoint": schema("name group align class user"),
        "geom": GEOM,
        "site": SITE,
        **DRAWN,
        **ignored("include composite flexcomp plugin frame replicate attach"),  # refused by `BodyTree`
    },
    recursive="body",
)
CONTROL = (
    "ctrlrange ctrllimited forcerange forcelimited actrange actlimited actdim actearly lengthrange inheritrange input "
    "interp nsample delay kp kv ki dampratio timeconst tausmooth dyntype gaintype biastype dynprm gainprm biasprm "
    "area diameter bias gain imax slewmax posrange velrange ffrange controller motorconst resistance inductance "
    "nominal saturation thermal force scale lmin lmax vmax fpmax fvmax range tauact taudeact"
)
"""Attributes of the map from an actuator's control to its force; ignored, since inverse dynamics ends at the force."""
ACTUATOR = schema(
    "name class joint jointinparent tendon site body slidersite cranksite cranklength refsite gear armature damping "
    f"lugre cogging plugin instance {CONTROL} group user",
    ignored("config"),
)
TENDON = schema(
    f"name class stiffness damping frictionloss armature springlength springyield range limited {FORCE} {SOLVER} rgba "
    "material width",
    ignored("site geom pulley joint"),
)
CONSTRAINT = schema(
    "name class active body1 body2 site1 site2 joint1 joint2 tendon1 tendon2 flex cell anchor relpose polycoef "
    "torquescale solref solimp"
)
DEFAULT = schema(
    "class",
    {
        "joint": JOINT,
        "geom": GEOM,
        "site": SITE,
        "tendon": TENDON,
        "equality": CONSTRAINT,
        **dict.fromkeys(ACTUATORS, ACTUATOR),
        **ignored("mesh texture material camera light pair skin"),
    },
    recursive="default",
)
FLAGS = schema(
    "actuation autoreset clampctrl constraint contact damper diagexact energy equality eulerdamp filterparent "
    "frictionloss fwdinv gravity invdiscrete ipc island limit midphase multiccd nativeccd override passive refsafe "
    "sensor sensornoise sleep speculative spring warmstart"
)
OPTION = schema(
    "actuatorgroupdisable apirate ccd_iterations ccd_tolerance collision cone density gravity impratio integrator "
    "iterations jacobian ls_iterations ls_tolerance magnetic mpr_iterations mpr_tolerance noslip_iterations "
    "noslip_tolerance o_friction o_margin o_solimp o_solref sdf_initpoints sdf_iterations sleep_tolerance solver "
    "timestep tolerance viscosity wind",
    {"flag": FLAGS},
)
COMPILER = schema(
    "alignfree angle assetdir autolimits balanceinertia boundinertia boundmass conflict convexhull coordinate "
    "discardvisual eulerseq exactmeshinertia fitaabb fusestatic inertiafromgeom inertiagrouprange meshdir passthrough "
    "savecanonical savecompiled saveinertial settotalmass strippath texturedir usethread",
    ignored("lengthrange"),
)
EQUALITIES = ("connect", "weld", "joint", "tendon", "flex", "flexvert", "flexstrain", "distance")
MJCF = schema(
    "model",
    {
        "compiler": COMPILER,
        "option": OPTION,
        "default": DEFAULT,
        "worldbody": BODY,
        "tendon": schema("", {"spatial": TENDON, "fixed": TENDON}),
        "equality": schema("", dict.fromkeys(EQUALITIES, CONSTRAINT)),
        "actuator": schema("", {**dict.fromkeys(ACTUATORS, ACTUATOR), "plugin": ACTUATOR}),
        **ignored("size statistic visual asset contact sensor custom keyframe"),
        **ignored("include deformable extension"),  # refused by `load_mjcf`
    },
)
SWITCHES = {
    "spring": ("stiffness",),
    "damper": ("damping",),
    "passive": ("stiffness", "damping"),
    "frictionloss": ("frictionloss",),
    "constraint": ("frictionloss",),
}
"""{flag of `<option>`: joint attributes of the forces that the value `disable` of this flag removes from the equations}."""
ACTING = ("armature", "damping", "lugre", "cogging")
"""Attributes of actuators that act on a joint even without control: inertia, damping, dry friction and cogging of a motor."""
ELSEWHERE = ("tendon", "site", "body", "slidersite", "jointinparent")
"""Attributes that make an actuator act elsewhere than on the coordinate of a joint."""


def check_names(root: Element, classes: Classes, problems: Problems) -> None:
    """Collect in `problems` errors for unsupported content that would change the equations, and notes about ignored content."""
    for flag in (flag for option in root.all("option") for flag in option.all("flag")):
        for name, forces in SWITCHES.items():
            off = [force for force in forces if flag.attributes.get(name) == "disable" and force in _stated(root)]
            if off:
                problems.add(
                    f"line {flag.line}: <flag> {name}='disable' is not supported; remove the {off[0]} of joints instead."
                )
    elsewhere = []
    for element in (child for group in root.all("actuator") for child in group.children):
        actuator = problems.attempt(lambda e=element: attributes_of(e, classes, tag="general"))  # type: ignore[misc]
        if actuator is None:
            continue
        _check_actuator(actuator, problems)
        where = [name for name in ELSEWHERE if name in actuator.values]
        if where or element.tag == "plugin":
            elsewhere.append(f"<{element.tag}> on a {where[0] if where else 'plugin'} (line {element.line})")
    if elsewhere:
        more = f", and {len(elsewhere) - 3} more" if len(elsewhere) > 3 else ""
        problems.notes.append(
            f"actuators that do not act on a joint have no effect here: {', '.join(elsewhere[:3])}{more}; every joint without a "
            "spring has a motor of its own."
        )
    problems.notes += unknown_names(root, MJCF)


def _stated(root: Element) -> set[str]:
    """Return the names of all attributes with a value other than zero in the elements <joint> of a file, defaults included."""
    stated: set[str] = set()
    waiting = [root]
    while waiting:
        element = waiting.pop()
        waiting += element.children
        if element.tag == "joint":
            stated |= {name for name, text in element.attributes.items() if not is_zero(text)}
    return stated


def _check_actuator(actuator: Attributes, problems: Problems) -> None:
    """Collect errors for the attributes `ACTING` of an actuator, which act on its joint even without control."""
    for name in ACTING:
        if any(problems.attempt(lambda n=name: actuator.several(n)) or ()):  # type: ignore[misc]
            problems.add(
                f"line {actuator.line}: <{actuator.tag[:60]}> {name} is not supported; state friction, damping and armature at "
                "the joint."
            )


def check_joint(joint: Attributes, what: str) -> list[str]:
    """Return messages about unsupported attributes of a joint that would change the equations; what: prefix of the messages."""
    wrong = []
    if any(joint.several("springyield")) and any(joint.several("stiffness")):
        wrong.append(f"{what}: springyield is not supported: springs here do not yield.")
    if joint.values.get("actuatorgravcomp", "false") == "true":
        wrong.append(f"{what}: actuatorgravcomp is not supported.")
    return wrong
