"""Tournaments as one reader may see them, put into words for them; only published rounds. Nothing here changes any
data."""
