"""Reading and rendering PDF files through pypdfium2."""
