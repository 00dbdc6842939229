"""What holds for all tests."""

import os

from hypothesis import settings

# What commands say is read in English, whoever runs the tests.
os.environ["LC_ALL"] = "C.UTF-8"

# Machines are noisy: how long an example takes is no property of the code.
settings.register_profile("fimbul", deadline=None)
settings.load_profile("fimbul")
