"""Control laws, one module for each law or family of laws.

A law with equations of its own has them on scalars, with their declaration as a kernel, next to its class; the other laws
(`FeedforwardPD`, `FeedforwardPID`, `RigidComputedTorque`, `TimeVaryingLQR`) only have a class."""
