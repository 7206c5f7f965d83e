// A controller of ros2_control for an arm with elastic joints: reference -> inverse dynamics -> feedback, all in C made by jounce.
//
// kernels.py writes the three functions below. Humble and Jazzy; later versions want the answers of set_value and get_value looked at.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "controller_interface/controller_interface.hpp"

namespace arm_controller
{

constexpr std::size_t N = ARM_JOINTS;  // set by CMakeLists.txt
constexpr std::size_t ROWS = 5;        // position to snap
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
