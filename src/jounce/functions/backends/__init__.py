"""Ways to evaluate an equation: on numbers as they are, natively, on CasADi's symbols. Each is one file."""
