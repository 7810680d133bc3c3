"""Tournaments that run for weeks, and ratings. They read finished games, and open new ones by commands.

`pairing`, `schedules`, `standings`, `advancing` and `skill` are pure; `commands` writes, `queries` reads, `admin` is the
directors' dashboard, `web` the players' side."""
