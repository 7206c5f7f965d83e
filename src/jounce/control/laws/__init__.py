"""Control laws, one file each: equations on component scalars, their declaration, the class."""
