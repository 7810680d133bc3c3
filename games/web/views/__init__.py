"""The pages, a module a screen: each parses what was asked, calls one command or query, and answers. No rule stands here."""
