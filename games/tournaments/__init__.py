"""Tournaments that run for weeks, and ratings. They read finished games, and open new ones by commands.

`pairing`, `schedules`, `standings`, `advancing` and `skill` are pure; `snapshot` reads rows; `queries` reads for one reader,
`commands` writes; `admin` is the directors' dashboard, `web` the players' side."""
