// As much of ROS 2 as the controller reads, to compile and try it without ROS. Names and signatures are those of ros2_control
// (Apache License 2.0, control.ros.org); nothing else is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace rclcpp
{
class Time
{
};
class Duration
{
public:
  explicit Duration(double seconds) : seconds_(seconds) {}
  double seconds() const { return seconds_; }

private:
  double seconds_;
};
class Parameter
{
public:
  using Value = std::variant<double, std::vector<double>, std::vector<std::string>>;
  explicit Parameter(Value value) : value_(std::move(value)) {}
  double as_double() const { return std::get<double>(value_); }
  std::vector<double> as_double_array() const { return std::get<std::vector<double>>(value_); }
  std::vector<std::string> as_string_array() const { return std::get<std::vector<std::string>>(value_); }

private:
  Value value_;
};
}  // namespace rclcpp

namespace rclcpp_lifecycle
{
class State
{
};
class LifecycleNode
{
public:
  rclcpp::Parameter get_parameter(const std::string & name) const { return rclcpp::Parameter(parameters.at(name)); }
  std::map<std::string, rclcpp::Parameter::Value> parameters;
};
}  // namespace rclcpp_lifecycle

namespace hardware_interface
{
class LoanedStateInterface
{
public:
  explicit LoanedStateInterface(const double * value) : value_(value) {}
  double get_value() const { return *value_; }

private:
  const double * value_;
};
class LoanedCommandInterface
{
public:
  explicit LoanedCommandInterface(double * value) : value_(value) {}
  void set_value(double value) { *value_ = value; }

private:
  double * value_;
};
}  // namespace hardware_interface

namespace controller_interface
{
enum class return_type : std::uint8_t { OK = 0, ERROR = 1 };
enum class CallbackReturn : std::uint8_t { SUCCESS = 97, FAILURE = 98, ERROR = 99 };
enum class interface_configuration_type : std::uint8_t { ALL = 0, INDIVIDUAL = 1, NONE = 2 };
struct InterfaceConfiguration
{
  interface_configuration_type type;
  std::vector<std::string> names;
};

class ControllerInterface
{
public:
  virtual ~ControllerInterface() = default;
  virtual InterfaceConfiguration command_interface_configuration() const = 0;
  virtual InterfaceConfiguration state_interface_configuration() const = 0;
  virtual CallbackReturn on_init() = 0;
  virtual CallbackReturn on_configure(const rclcpp_lifecycle::State &) { return CallbackReturn::SUCCESS; }
  virtual CallbackReturn on_activate(const rclcpp_lifecycle::State &) { return CallbackReturn::SUCCESS; }
  virtual return_type update(const rclcpp::Time & time, const rclcpp::Duration & period) = 0;
  std::shared_ptr<rclcpp_lifecycle::LifecycleNode> get_node() const { return node_; }

  // ROS lends these before activation; here the one who tries the controller does.
  std::vector<hardware_interface::LoanedCommandInterface> command_interfaces_;
  std::vector<hardware_interface::LoanedStateInterface> state_interfaces_;

protected:
  template<typename T>
  T auto_declare(const std::string & name, const T & value)
  {
    node_->parameters.emplace(name, value);
    return value;
  }

private:
  std::shared_ptr<rclcpp_lifecycle::LifecycleNode> node_ = std::make_shared<rclcpp_lifecycle::LifecycleNode>();
};
}  // namespace controller_interface
