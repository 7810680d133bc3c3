"""Tournaments that run for weeks, and ratings. They read finished games, and open new ones through commands.

`pairing`, `schedules`, `standings`, `advancing` and `skill` are pure; `snapshot` reads rows; `queries` reads for one
reader, `commands` writes; `directing` and `admin` are for directors and staff, `web` for players."""
