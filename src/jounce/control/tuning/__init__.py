"""Tuning of control laws: gains from poles, bandwidth and damping, and stability conditions on gains."""
