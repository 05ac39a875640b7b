"""Readers of structured data: the file's own text, with a spoken form for every record."""
