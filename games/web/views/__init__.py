"""Views, one module per screen: each parses the request, calls one command or query, and answers. No rules here."""
