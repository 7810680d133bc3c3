"""Word lists as files: building, reading and looking up. Which lists there are is known to the database, not here."""
