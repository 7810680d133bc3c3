"""`python -m lexicon.deploy.ports HOST:PORT…` checks that `make run` can listen on its ports, before it prepares
anything."""

import errno
import socket
import sys


def taken(address: str) -> str:
    """Return why nobody can listen on `host:port`, and what to do; "" if it is free."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_server((host.strip("[]"), int(port))).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return f"Cannot listen at {address}: {error.strerror}."
        return (
            f"Port {port} is in use by another program, or by a Lexicon that is still running. Stop it, or choose another port: "
            "make run PORT=8080"
        )
    return ""


if __name__ == "__main__":
    sys.exit("\n".join(filter(None, map(taken, sys.argv[1:]))) or 0)
