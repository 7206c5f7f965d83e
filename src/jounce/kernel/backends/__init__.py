"""Ways to evaluate an equation: on numbers as they are, natively, on CasADi's symbols, on tensors. Each is one file."""
