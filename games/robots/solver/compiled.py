"""Arrays of numbers and a compiler for loops over them if numba is installed; otherwise lists and plain Python.

Compiled code uses only numbers, arrays, named tuples of arrays and loops, so that it means the same in both."""

import os
from collections.abc import Callable, MutableSequence
from hashlib import sha256
from pathlib import Path
from typing import ParamSpec, TypeAlias, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

Numbers: TypeAlias = MutableSequence[int]
Fractions: TypeAlias = MutableSequence[float]

try:
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        raise ImportError("plain Python is asked for")
    import numba
    import numpy
except ImportError:
    IS_COMPILED = False
else:
    IS_COMPILED = True
    numba.config.LOOP_VECTORIZE = numba.config.SLP_VECTORIZE = 0  # takes long to compile and gains nothing here
    # compiled code includes the functions it calls, but numba checks only its own file for changes
    _HERE = Path(__file__).parent
    _TEXTS = [path.read_bytes() for path in sorted(_HERE.glob("*.py"))]
    _DIGEST = sha256(b"".join(text for text in _TEXTS if b"@compiled" in text)).hexdigest()
    numba.config.CACHE_DIR = os.environ.get("NUMBA_CACHE_DIR") or str(_HERE / "__pycache__" / _DIGEST[:16])


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function when it is first called, and cache it in a file for other processes."""
    if not IS_COMPILED:
        return function
    made: Callable[P, R] = numba.njit(cache=True, _nrt=False, error_model="numpy")(function)
    return made


def numbers(length: int) -> Numbers:
    """Return an array of zeros, 64-bit signed."""
    if not IS_COMPILED:
        return [0] * length
    made: Numbers = numpy.zeros(length, numpy.int64)
    return made


def short_numbers(length: int) -> Numbers:
    """Return an array of zeros, 32-bit signed."""
    if not IS_COMPILED:
        return [0] * length
    made: Numbers = numpy.zeros(length, numpy.int32)
    return made


def small_numbers(length: int) -> Numbers:
    """Return an array of zeros, 8-bit signed."""
    if not IS_COMPILED:
        return [0] * length
    made: Numbers = numpy.zeros(length, numpy.int8)
    return made


def fractions(length: int) -> Fractions:
    """Return an array of floating-point zeros."""
    if not IS_COMPILED:
        return [0.0] * length
    made: Fractions = numpy.zeros(length, numpy.float64)
    return made


def characters(text: bytes) -> Numbers:
    """Return the bytes of a text, read-only."""
    if not IS_COMPILED:
        return list(text)
    made: Numbers = numpy.frombuffer(text, numpy.uint8)
    return made


@compiled
def draw(dice: Numbers, below: int) -> int:
    """Return a random integer from 0 to `below` - 1, with `below` under 2³²; `dice[0]` is the state, never 0."""
    state = dice[0]
    state ^= (state << 13) & 0xFFFFFFFF
    state ^= state >> 17
    state ^= (state << 5) & 0xFFFFFFFF
    dice[0] = state
    return (state * below) >> 32


@compiled
def chance(dice: Numbers) -> float:
    """Return a random number from 0 up to 1."""
    return draw(dice, 1 << 30) / 1073741824.0
