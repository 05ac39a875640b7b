"""Reading and showing picture files."""
