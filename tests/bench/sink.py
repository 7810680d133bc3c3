"""A mail server that accepts everything, in its own process so that its cost isn't measured. It prints its port."""

import asyncio

from aiosmtpd.smtp import SMTP


class Takes:
    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:  # noqa: N802  aiosmtpd calls it so
        return "250 taken"


async def serve() -> None:
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(Takes()), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(serve())
