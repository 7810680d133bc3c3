"""Alphabets: the tiles of each language, and how they are written."""
