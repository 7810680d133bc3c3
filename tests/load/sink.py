"""A mail server that accepts everything. It writes a line for each email to FOLDER/log, and the reply address of the newest email of
each player and game to a file of its own, where scripts find it.

    python -m tests.load.sink PORT FOLDER"""

import asyncio
import json
import re
import sys
import time
from email import message_from_bytes, policy
from pathlib import Path

from aiosmtpd.smtp import SMTP

GAME = re.compile(rb"/games/(\d+)/")


class Keeps:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._folder = folder
        self._log = (folder / "log").open("a", buffering=1)

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:  # noqa: N802  aiosmtpd calls it so
        mail = message_from_bytes(envelope.content, policy=policy.default)  # type: ignore[attr-defined]
        body = mail.get_body(("plain",))  # type: ignore[attr-defined]
        text = body.get_content() if body else ""
        game = GAME.search(text.encode())
        self._log.write(json.dumps([time.time(), mail["To"], mail["Message-ID"], mail["Subject"]]) + "\n")
        if game and mail["Reply-To"]:
            (self._folder / f"{mail['To']} {game[1].decode()}").write_text(str(mail["Reply-To"]))
        return "250 taken"


async def serve(port: int, folder: Path) -> None:
    keeps = Keeps(folder)
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(keeps), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2])))
