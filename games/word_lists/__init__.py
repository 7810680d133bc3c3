"""Word lists as files: reading and looking up. The database, not this room, knows which lists exist."""
