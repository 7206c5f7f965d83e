"""WHAT THE EQUATIONS READ: the tree, motors and springs, rotors, tool outputs, the linear model; which parameter goes where."""
