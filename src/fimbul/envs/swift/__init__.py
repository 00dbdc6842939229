"""Games by number with their kernels at hand: the same courses, with masks and observations from the kernels.

The readable rules play on and stay the truth; a kernel plays the same actions beside them.  A test compares
the arrays with those that are made from views.
"""
