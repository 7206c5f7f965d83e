// A controller of ros2_control for an arm with elastic joints: reference -> inverse dynamics -> feedback, all in C made by jounce.
//
// kernels.py writes the C and its sizes, arm_sizes.h. Humble and Jazzy; later versions want the answers of set_value and get_value looked at.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "arm_sizes.h"
#include "controller_interface/controller_interface.hpp"

namespace arm_controller
{

constexpr std::size_t N = ARM_KERNEL_JOINTS;
constexpr std::size_t ROWS = ARM_KERNEL_ROWS;  // position and as many derivatives as the motors need: robot.motion_order
static_assert(N == ARM_JOINTS, "kernels.py was run for a robot with another number of joints than CMake's ARM_JOINTS");
static_assert(ROWS >= 3, "inverse dynamics take position, velocity and acceleration at least");
using Vector = std::array<double, N>;

class ArmController : public controller_interface::ControllerInterface
{
public:
  controller_interface::InterfaceConfiguration command_interface_configuration() const override;
  controller_interface::InterfaceConfiguration state_interface_configuration() const override;
  controller_interface::CallbackReturn on_init() override;
  controller_interface::CallbackReturn on_configure(const rclcpp_lifecycle::State & previous) override;
  controller_interface::CallbackReturn on_activate(const rclcpp_lifecycle::State & previous) override;
  controller_interface::return_type update(const rclcpp::Time & time, const rclcpp::Duration & period) override;

private:
  // All numbers of one cycle are members: nothing is allocated in update.
  std::vector<std::string> joints_;
  std::vector<double> goal_;
  double duration_ = 0.0, stiffness_ = 0.0, damping_ = 0.0, elapsed_ = 0.0;
  Vector start_{}, torque_{};
  std::array<double, ROWS * N> motion_{};
  std::array<double, 3 * N> theta_{};
};

}  // namespace arm_controller
