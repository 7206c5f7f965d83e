#include "arm_controller.hpp"

#include <algorithm>
#include <cmath>

#include "arm_inverse.h"
#include "arm_move.h"
#include "pluginlib/class_list_macros.hpp"

namespace arm_controller
{

using controller_interface::CallbackReturn;
using controller_interface::InterfaceConfiguration;
using controller_interface::interface_configuration_type;
using controller_interface::return_type;

InterfaceConfiguration ArmController::command_interface_configuration() const
{
  InterfaceConfiguration wanted{interface_configuration_type::INDIVIDUAL, {}};
  for (const auto & joint : joints_) wanted.names.push_back(joint + "/effort");
  return wanted;
}

// Motors as the arm measures them, behind the gears: all positions, then all velocities.
InterfaceConfiguration ArmController::state_interface_configuration() const
{
  InterfaceConfiguration wanted{interface_configuration_type::INDIVIDUAL, {}};
  for (const char * what : {"/position", "/velocity"})
    for (const auto & joint : joints_) wanted.names.push_back(joint + what);
  return wanted;
}

CallbackReturn ArmController::on_init()
{
  joints_ = auto_declare<std::vector<std::string>>("joints", {});
  goal_ = auto_declare<std::vector<double>>("goal", {});
  duration_ = auto_declare<double>("duration", 2.0);
  stiffness_ = auto_declare<double>("stiffness", 500.0);
  damping_ = auto_declare<double>("damping", 30.0);
  return CallbackReturn::SUCCESS;
}

CallbackReturn ArmController::on_configure(const rclcpp_lifecycle::State &)
{
  joints_ = get_node()->get_parameter("joints").as_string_array();
  goal_ = get_node()->get_parameter("goal").as_double_array();
  duration_ = get_node()->get_parameter("duration").as_double();
  stiffness_ = get_node()->get_parameter("stiffness").as_double();
  damping_ = get_node()->get_parameter("damping").as_double();
  const bool good = joints_.size() == N && goal_.size() == N && duration_ > 0.0;
  return good ? CallbackReturn::SUCCESS : CallbackReturn::ERROR;
}

// The move begins where the arm rests: links hang from the motors by their deflection, which a few rounds find.
CallbackReturn ArmController::on_activate(const rclcpp_lifecycle::State &)
{
  motion_.fill(0.0);
  for (std::size_t i = 0; i < N; ++i) motion_[i] = state_interfaces_[i].get_value();
  for (int round = 0; round < 20; ++round) {
    arm_inverse(motion_.data(), torque_.data(), theta_.data());
    for (std::size_t i = 0; i < N; ++i) motion_[i] += state_interfaces_[i].get_value() - theta_[i];
  }
  std::copy_n(motion_.begin(), N, start_.begin());
  elapsed_ = 0.0;
  return CallbackReturn::SUCCESS;
}

return_type ArmController::update(const rclcpp::Time &, const rclcpp::Duration & period)
{
  elapsed_ += period.seconds();
  arm_move(&elapsed_, start_.data(), goal_.data(), &duration_, motion_.data());
  arm_inverse(motion_.data(), torque_.data(), theta_.data());
  for (std::size_t i = 0; i < N; ++i) {
    const double late = theta_[i] - state_interfaces_[i].get_value();
    const double slow = theta_[N + i] - state_interfaces_[N + i].get_value();
    torque_[i] += stiffness_ * late + damping_ * slow;
    if (!std::isfinite(torque_[i])) return return_type::ERROR;
  }
  for (std::size_t i = 0; i < N; ++i) command_interfaces_[i].set_value(torque_[i]);
  return return_type::OK;
}

}  // namespace arm_controller

PLUGINLIB_EXPORT_CLASS(arm_controller::ArmController, controller_interface::ControllerInterface)
