"""The solver is tested in plain Python: the same code, and nothing to compile. `test_compiled` compares the two."""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"
