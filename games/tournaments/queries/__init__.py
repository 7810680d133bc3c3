"""Tournaments as one reader may see them: published rounds alone, worded for them. Nothing here changes anything."""
