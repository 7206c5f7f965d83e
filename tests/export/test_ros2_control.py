"""The template of a controller for ros2_control: it compiles without ROS, and commands the torque of the inverse dynamics."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

TEMPLATE = Path(__file__).parents[2] / "examples" / "ros2_control"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"]
TRY = """
#include <cstdio>
#include "arm_controller.hpp"
using namespace controller_interface;
int main()
{
  arm_controller::ArmController controller;
  double measured[2 * ARM_JOINTS], torque[ARM_JOINTS];
  for (double & x : measured) if (std::scanf("%lf", &x) != 1) return 2;
  for (const double & x : measured) controller.state_interfaces_.emplace_back(&x);
  for (double & x : torque) controller.command_interfaces_.emplace_back(&x);
  if (controller.on_init() != CallbackReturn::SUCCESS) return 3;
  if (controller.on_configure({}) != CallbackReturn::ERROR) return 4;  // without joints
  std::vector<double> goal(ARM_JOINTS);
  std::vector<std::string> joints;
  for (int i = 0; i < ARM_JOINTS; ++i) {
    goal[i] = 0.1 * (i + 1);
    joints.push_back("joint" + std::to_string(i));
  }
  auto & set = controller.get_node()->parameters;
  set["joints"] = joints, set["goal"] = goal, set["duration"] = 0.5;
  if (controller.on_configure({}) != CallbackReturn::SUCCESS) return 5;
  if (controller.command_interface_configuration().names.back() != joints.back() + "/effort") return 6;
  if (controller.state_interface_configuration().names.size() != 2 * ARM_JOINTS) return 7;
  if (controller.on_activate({}) != CallbackReturn::SUCCESS) return 8;
  for (int k = 0; k < 100; ++k) {
    if (controller.update({}, rclcpp::Duration(1e-3)) != return_type::OK) return 9;
    for (double x : torque) std::printf("%.17g ", x);
  }
  measured[0] = 0.0 / 0.0;
  return controller.update({}, rclcpp::Duration(1e-3)) == return_type::ERROR ? 0 : 10;
}
"""


@pytest.mark.skipif(not shutil.which("gcc") or not shutil.which("g++"), reason="no gcc or no g++")
@pytest.mark.parametrize("coupling", ["spong", "full"])
def test_the_template_without_ros(tmp_path, coupling):
    """Five rows of motion where joints are elastic, seven where the second rotor is carried along, under sanitizers."""
    robot = jn.load("planar_2r").with_drives(coupling=coupling)
    robot.save(tmp_path / "robot.toml")
    n, order = robot.n, robot.motion_order
    assert order == {"spong": 4, "full": 6}[coupling]

    def run(*command, text=None):
        done = subprocess.run(
            list(map(str, command)), cwd=tmp_path, capture_output=True, text=True, input=text, timeout=300, env=os.environ
        )
        assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stderr}"
        return done.stdout

    run(sys.executable, TEMPLATE / "kernels.py", "robot.toml", "arm")
    (tmp_path / "try.cpp").write_text(TRY)
    run("gcc", "-std=c99", *STRICT, "-c", "arm/arm_move.c", "arm/arm_inverse.c")
    include = [f"-DARM_JOINTS={n}", f"-I{TEMPLATE / 'stub'}", f"-I{TEMPLATE}", "-Iarm"]
    sources = [TEMPLATE / "arm_controller.cpp", "try.cpp", "arm_move.o", "arm_inverse.o"]
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover"]
    run("g++", "-std=c++17", *STRICT, *checks, *include, *sources, "-lm", "-o", "try")
    start, still = np.array([0.3, -0.2]), np.zeros(n)
    theta = jn.inverse_dynamics(robot, start, *[still] * order).theta[0]  # at rest: the motors are ahead of the links
    text = run("./try", text=" ".join(map(str, [*theta, *still])))
    torque = np.array(text.split(), dtype=float).reshape(100, n)
    path = jn.trajectory.rest_to_rest(start, [0.1, 0.2], 0.5, degree=2 * order + 1)
    plan = jn.inverse_dynamics(robot, *path(np.cumsum(np.full(100, 1e-3)), order))
    expected = plan.tau_m + 500.0 * (plan.theta[0] - theta) + 30.0 * plan.theta[1]
    assert_close(torque, expected, 1e-9)  # twenty rounds for where the links are
    wrong = subprocess.run(
        ["g++", "-std=c++17", f"-DARM_JOINTS={n + 1}", *map(str, include[1:]), "-fsyntax-only", str(sources[0])],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert wrong.returncode != 0
    assert "another number of joints" in wrong.stderr
