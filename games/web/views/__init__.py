"""The pages: each parses what was asked, calls one command or query, and answers. No rule of any game stands here."""
