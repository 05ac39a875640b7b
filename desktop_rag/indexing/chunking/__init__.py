"""Cutting a document into chunks.

`layout` covers the text with spans, `borders` says where it may be cut, `cutting` chooses among
these by content, `overlapping` repeats a little of the chunk before, `drafting` says where each
chunk lies. The two modes put these together.
"""
