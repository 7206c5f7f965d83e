"""FROM AN EQUATION TO ITS VALUES: argument checks, kernel cache, evaluation by a backend, checks of outputs."""
