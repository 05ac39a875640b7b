"""The schema's history: numbered steps, each applied once, in order, in one transaction.

A step that has shipped is never changed; a change of the schema is a new step.
"""

from desktop_rag.stores.migrations.migration import Migration
from desktop_rag.stores.migrations.step_0001_library import LIBRARY
from desktop_rag.stores.migrations.step_0002_words import WORDS

MIGRATIONS: tuple[Migration, ...] = (LIBRARY, WORDS)

__all__ = ["MIGRATIONS", "Migration"]
