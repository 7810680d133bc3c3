"""Word lists as files: reading and looking up. Which lists there are is known to the database, not here."""
