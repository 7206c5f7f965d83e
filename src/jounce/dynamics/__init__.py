"""THE EQUATIONS at one instant, on any number. Each takes a `Tree` and one number per joint."""
