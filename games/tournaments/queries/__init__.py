"""Tournaments as one reader may see them, in their words; only published rounds. Nothing here changes anything."""
