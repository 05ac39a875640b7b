"""Rules that every library keeps, each with the way back when something broke it from outside.

What cannot be trusted is never guessed: its file waits to be read again."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_rag.stores.database import Database

_STATES = "'waiting', 'reading', 'indexed', 'partial', 'empty', 'skipped', 'failed', 'quarantined'"
_READ_AGAIN = (
    "UPDATE files SET state = 'waiting', document = NULL, content_hash = '', attempts = 0, "
    "interrupted = 0, changed = 0, code = '', reason = '', remedy = ''"
)
_INCOMPLETE = (
    "state = 'complete' AND (chunks <> (SELECT count(*) FROM chunks c WHERE c.document = "
    "documents.id) OR vectors <> (SELECT count(*) FROM pieces p JOIN chunks c ON c.id = p.chunk "
    "WHERE c.document = documents.id))"
)
_LOST_DOCUMENT = (
    "document IS NOT NULL AND document NOT IN (SELECT id FROM documents WHERE state = 'complete')"
)
_WRONG_STATE = (
    f"(state NOT IN ({_STATES}) OR (state IN ('indexed', 'partial') AND document IS NULL))"
)
_WRONG_HASH = (
    "document IS NOT NULL AND content_hash <> "
    "(SELECT content_hash FROM documents d WHERE d.id = files.document)"
)
_TWIN = (
    "(SELECT min(twin.id) FROM documents twin JOIN documents own ON own.id = {own} "
    "WHERE twin.state = 'complete' AND twin.content_hash = own.content_hash "
    "AND twin.strategy = own.strategy)"
)
_WRONG_LENGTH = (
    "length(vector) <> (SELECT length(most.vector) FROM vectors most "
    "WHERE most.embedder = vectors.embedder GROUP BY length(most.vector) "
    "ORDER BY count(*) DESC LIMIT 1)"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """`broken` counts what breaks the rule; `mend` brings it in order, in one transaction.
    `good` and `bad` say it, the latter with the count in front."""

    what: str
    broken: str
    mend: tuple[str, ...]
    good: str
    bad: str

    def count(self, database: Database) -> int:
        """How much breaks the rule."""
        with database.read() as connection:
            return int(connection.execute(self.broken).fetchone()[0])

    def apply(self, database: Database) -> None:
        """Mend it."""
        with database.write() as connection:
            connection.execute("PRAGMA defer_foreign_keys = ON")
            for statement in self.mend:
                connection.execute(statement)


# In this order: a later rule sees what an earlier one mended.
RULES: tuple[Rule, ...] = (
    Rule(
        "files of no folder",
        "SELECT count(*) FROM files WHERE root NOT IN (SELECT id FROM roots)",
        ("DELETE FROM files WHERE root NOT IN (SELECT id FROM roots)",),
        "Every file belongs to a folder.",
        "files belong to no folder",
    ),
    Rule(
        "parts of nothing",
        "SELECT (SELECT count(*) FROM chunks WHERE document NOT IN (SELECT id FROM documents)) "
        "+ (SELECT count(*) FROM regions WHERE document NOT IN (SELECT id FROM documents)) "
        "+ (SELECT count(*) FROM pieces WHERE chunk NOT IN (SELECT id FROM chunks)) "
        "+ (SELECT count(*) FROM vectors WHERE embedder NOT IN (SELECT id FROM embedders)) "
        "+ (SELECT count(*) FROM turns WHERE conversation NOT IN (SELECT id FROM conversations))",
        (
            "DELETE FROM regions WHERE document NOT IN (SELECT id FROM documents)",
            "DELETE FROM pieces WHERE chunk NOT IN (SELECT c.id FROM chunks c "
            "JOIN documents d ON d.id = c.document)",
            "DELETE FROM chunks WHERE document NOT IN (SELECT id FROM documents)",
            "DELETE FROM vectors WHERE embedder NOT IN (SELECT id FROM embedders)",
            "DELETE FROM turns WHERE conversation NOT IN (SELECT id FROM conversations)",
        ),
        "Every part belongs to something.",
        "parts belong to nothing",
    ),
    Rule(
        "passages",
        f"SELECT count(*) FROM documents WHERE {_INCOMPLETE}",
        (
            f"{_READ_AGAIN} WHERE document IN (SELECT id FROM documents WHERE {_INCOMPLETE})",
            f"UPDATE documents SET state = 'dropped' WHERE {_INCOMPLETE}",
        ),
        "Every document has all its passages.",
        "documents lack passages",
    ),
    Rule(
        "files and documents",
        f"SELECT count(*) FROM files WHERE {_LOST_DOCUMENT} OR {_WRONG_STATE} OR {_WRONG_HASH}",
        (f"{_READ_AGAIN} WHERE {_LOST_DOCUMENT} OR {_WRONG_STATE} OR {_WRONG_HASH}",),
        "Every file shows its own document.",
        "files do not show their document",
    ),
    Rule(
        "content twice",
        "SELECT count(*) FROM documents WHERE state = 'complete' "
        f"AND id <> {_TWIN.format(own='documents.id')}",
        (
            f"UPDATE files SET document = {_TWIN.format(own='files.document')} "
            "WHERE document IS NOT NULL",
        ),
        "No content is there twice.",
        "documents are there twice",
    ),
    Rule(
        "names of files",
        "SELECT (SELECT count(*) FROM files WHERE id NOT IN (SELECT rowid FROM file_names)) "
        "+ (SELECT count(*) FROM file_names WHERE rowid NOT IN (SELECT id FROM files))",
        (
            "DELETE FROM file_names",
            "INSERT INTO file_names(rowid, words) SELECT id, name_words(path) FROM files",
        ),
        "Every file is found by its name.",
        "names of files are missing or left over",
    ),
    Rule(
        "damaged vectors",
        f"SELECT count(*) FROM vectors WHERE {_WRONG_LENGTH}",
        (f"DELETE FROM vectors WHERE {_WRONG_LENGTH}",),
        "Every vector has its length.",
        "vectors are damaged",
    ),
)
