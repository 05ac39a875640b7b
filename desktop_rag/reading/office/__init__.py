"""Readers of office files: zip archives of XML, and RTF."""
