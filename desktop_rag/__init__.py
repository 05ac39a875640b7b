"""Desktop RAG: an offline desktop application that finds and answers from your own documents."""

__version__ = "0.1.0"
