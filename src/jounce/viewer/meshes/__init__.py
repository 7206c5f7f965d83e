"""Visual shapes of a URDF's links, with few enough triangles for a page."""
