"""What benchmarks/winters.py is made of: players, watching, exact odds, drawing, and the fifteen answers."""
