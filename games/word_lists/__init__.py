"""Word lists as files: reading them and looking words up. The database knows which lists exist."""
