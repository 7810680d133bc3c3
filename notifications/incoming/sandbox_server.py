"""Loaded by the server from which the sandbox's processes are forked: it has loaded the rules, so that a new process costs
little, and like them it ignores a signal to stop. It ends with its worker. Nobody else imports this."""

import signal

from notifications.incoming import bodies, reading, reports

FORKED_WITH = (bodies, reading, reports)

signal.signal(signal.SIGTERM, signal.SIG_IGN)
