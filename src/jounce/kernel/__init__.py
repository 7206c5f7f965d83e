"""FROM AN EQUATION TO ITS VALUES: arguments checked, kernel looked up, equation evaluated by a backend, outputs checked."""
