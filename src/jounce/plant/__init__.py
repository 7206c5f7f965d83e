"""THE PLANT, a robot in the form that the equations read: tree of bodies, joints, motors, springs, transmission, tool outputs."""
