"""The server that the sandbox's processes are forked from. It has loaded the rules, so that a new process starts
quickly, and like them it ignores a signal to stop. It ends with its worker. Only that server imports this file."""

import signal

from notifications.incoming import preview, reports

FORKED_WITH = (preview, reports)

signal.signal(signal.SIGTERM, signal.SIG_IGN)
