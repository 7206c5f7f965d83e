"""Visual shapes of the links of a URDF, read from mesh files and simplified for the viewer's page."""
