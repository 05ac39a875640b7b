"""Schema 2: the words of the keyword index that may be misspelled in a question, each once."""

from __future__ import annotations

from desktop_rag.stores.migrations.migration import Migration

_TABLE = "CREATE TABLE words(id INTEGER PRIMARY KEY AUTOINCREMENT, word TEXT NOT NULL UNIQUE)"
_FILL = """INSERT INTO words(word) SELECT term FROM keyword_vocabulary
    WHERE length(term) BETWEEN 4 AND 30 AND term NOT GLOB '*[0-9~^]*'"""

WORDS = Migration(2, "words", (_TABLE, _FILL))
