"""The pages, a module a screen: each parses the request, calls one command or query, and answers. No rule is here."""
