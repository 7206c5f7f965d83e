"""Gains from poles, bandwidth and damping, and the conditions that gains must meet."""
