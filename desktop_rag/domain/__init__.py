"""What the application talks about: frozen values and pure functions, standard library only.

One offset unit everywhere: a character offset is an index into a Python string (a Unicode code
point) of the document's text in its display form.
"""
