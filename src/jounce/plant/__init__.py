"""THE PLANT as the equations read it: tree, motors, springs, rotors, transmission, tool outputs, linear model, parameters."""
