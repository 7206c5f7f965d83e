"""From text to something to call: the compiler, the files it leaves, and what is loaded of them."""
