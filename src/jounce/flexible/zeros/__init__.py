"""Zeros of flexible arms: at one pose, at poses at rest along a path, and where a zero crosses into the right half plane."""
