"""Motor torque of flexible arms tick by tick, in Python, in compiled code and as a C project."""
