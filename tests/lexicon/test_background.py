"""The process from which the parts of a server are forked."""

import signal
import subprocess
import sys

STOPPED_AT_ONCE = """
import signal
from lexicon.background import forked
signal.signal(signal.SIGTERM, lambda *_: None)  # as in the process that starts the parts
for _ in range(10):
    part = forked("manage", "version")
    part.terminate()
    part.join()
    print(part.exitcode)
"""


def test_a_part_that_is_stopped_while_it_is_forked_ends():
    command = [sys.executable, "-c", STOPPED_AT_ONCE]
    codes = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout.split()
    assert codes == [str(-signal.SIGTERM)] * 10
