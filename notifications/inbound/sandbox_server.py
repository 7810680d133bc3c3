"""Loaded by the server that the sandbox's processes are forked from: it has read the rules, so that another process costs little,
and outlives a signal to stop, as they do. It ends with its worker. Nobody else imports this."""

import signal

from notifications.inbound import bodies, reading, reports

FORKED_WITH = (bodies, reading, reports)

signal.signal(signal.SIGTERM, signal.SIG_IGN)
