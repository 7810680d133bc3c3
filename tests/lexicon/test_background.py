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

KILLS_ITS_PARENT = """
from lexicon.background import forked
forked("manage", "shell", "--no-imports", "--command", '''
import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)  # like a task that isn't done yet
os.kill(os.getppid(), signal.SIGKILL)
while True:
    signal.pause()
''').join()
"""


def test_a_part_stopped_while_being_forked_ends():
    command = [sys.executable, "-c", STOPPED_AT_ONCE]
    codes = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout.split()
    assert codes == [str(-signal.SIGTERM)] * 10


def test_a_part_whose_parent_was_killed_ends_even_during_a_task():
    command = [sys.executable, "-c", KILLS_ITS_PARENT]
    ended = subprocess.run(command, capture_output=True, check=False, timeout=300)  # until both close their output
    assert ended.returncode == -signal.SIGKILL
