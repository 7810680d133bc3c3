"""The pages, a module a screen. No rule stands here."""
