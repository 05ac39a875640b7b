"""The doctor's look at the library's stores, and how it mends them.

What is derived (keyword index, vector store) is made again from what it is derived from; the truth
itself is never guessed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.stores import keyword_writing
from desktop_rag.stores.database import Database
from desktop_rag.stores.dropping import purge_dropped
from desktop_rag.stores.mending import RULES, Rule
from desktop_rag.stores.vector_index import ChromaVectorIndex

FindingState = Literal["ok", "repaired", "warning", "broken"]
_BACKLOG = 10_000


@dataclass(frozen=True, slots=True)
class HealthFinding:
    """One thing that was looked at."""

    what: str
    state: FindingState
    text: str
    remedy: str = ""


def examine(
    database: Database, vector_index: ChromaVectorIndex | None, *, repair: bool
) -> list[HealthFinding]:
    """Look at everything; with `repair` mend what is derived or left over. `vector_index` is None
    while there is no embedder."""
    looks: list[tuple[str, Callable[[], HealthFinding]]] = [
        ("database", lambda: _database(database)),
        *((rule.what, partial(_rule, rule, database, repair)) for rule in RULES),
        ("references", lambda: _references(database)),
        ("left-over documents", lambda: _leftovers(database, repair)),
        ("keyword index", lambda: _keyword_index(database, repair)),
        ("vectors", lambda: _vectors(database, vector_index)),
        ("permissions", lambda: _permissions(database.path.parent, repair)),
    ]
    if vector_index is not None:
        looks.append(("vector store", lambda: _vector_store(vector_index, repair)))
        looks.append(("outbox", lambda: _outbox(database)))
    return [_looked(what, look) for what, look in looks]


def _looked(what: str, look: Callable[[], HealthFinding]) -> HealthFinding:
    try:
        return look()
    except DesktopRagError as error:
        return HealthFinding(what, "broken", error.message, error.remedy)


def _database(database: Database) -> HealthFinding:
    with database.read() as connection:
        problems = [row[0] for row in connection.execute("PRAGMA integrity_check(20)")]
    if problems == ["ok"]:
        return HealthFinding("database", "ok", "The library's database is sound.")
    return HealthFinding(
        "database",
        "broken",
        f"The library's database is damaged ({len(problems)} problems).",
        "Restore a backup, or move the library away and add your folders again.",
    )


def _references(database: Database) -> HealthFinding:
    with database.read() as connection:
        broken = len(connection.execute("PRAGMA foreign_key_check").fetchall())
    if not broken:
        return HealthFinding("references", "ok", "All rows of the database belong together.")
    return HealthFinding(
        "references",
        "broken",
        f"{broken} rows refer to something that is not there.",
        "Restore a backup, or remove the folders and add them again.",
    )


def _rule(rule: Rule, database: Database, repair: bool) -> HealthFinding:
    count = rule.count(database)
    if not count:
        return HealthFinding(rule.what, "ok", rule.good)
    if not repair:
        return HealthFinding(
            rule.what, "broken", f"{count} {rule.bad}.", "Run the doctor with repair."
        )
    rule.apply(database)
    return HealthFinding(rule.what, "repaired", f"{count} {rule.bad}; that was mended.")


def _leftovers(database: Database, repair: bool) -> HealthFinding:
    what = "left-over documents"
    orphans = (
        "state = 'dropped' OR (state = 'complete' "
        "AND NOT EXISTS (SELECT 1 FROM files f WHERE f.document = documents.id))"
    )
    with database.read() as connection:
        count = connection.execute(f"SELECT count(*) FROM documents WHERE {orphans}").fetchone()[0]
    if not count:
        return HealthFinding(what, "ok", "Every document belongs to a file.")
    if not repair:
        return HealthFinding(
            what, "warning", f"{count} documents belong to no file.", "Run the doctor with repair."
        )
    with database.write() as connection:
        connection.execute(f"UPDATE documents SET state = 'dropped' WHERE {orphans}")
    purge_dropped(database, 0.0)
    return HealthFinding(what, "repaired", f"{count} documents without a file were deleted.")


def _keyword_index(database: Database, repair: bool) -> HealthFinding:
    what = "keyword index"
    problem = _keyword_problem(database)
    if not problem:
        return HealthFinding(what, "ok", "The keyword index agrees with the passages.")
    if not repair:
        return HealthFinding(what, "broken", problem, "Run the doctor with repair.")
    with database.write() as connection:
        count = keyword_writing.make_again(connection)
    again = _keyword_problem(database)
    if again:
        return HealthFinding(what, "broken", again, "Restore a backup of the library.")
    return HealthFinding(what, "repaired", f"The keyword index was made again: {count} passages.")


def _keyword_problem(database: Database) -> str:
    try:
        with database.write() as connection:
            connection.execute("INSERT INTO keyword(keyword) VALUES ('integrity-check')")
    except DesktopRagError:
        return "The keyword index is damaged."
    with database.read() as connection:
        if keyword_writing.has_old_forms(connection):
            return "The keyword index was made by an older version."
        missing = keyword_writing.missing_words(connection)
        if missing:
            return f"{missing} words of the keyword index are not compared with misspelled ones."
        differing = connection.execute(
            "SELECT (SELECT count(*) FROM chunks WHERE id NOT IN "
            "  (SELECT id FROM keyword_docsize)) "
            "+ (SELECT count(*) FROM keyword_docsize WHERE id NOT IN (SELECT id FROM chunks)) "
            "+ (SELECT count(*) FROM chunks WHERE id NOT IN (SELECT chunk FROM keyword_terms)) "
            "+ (SELECT count(*) FROM keyword_terms WHERE chunk NOT IN (SELECT id FROM chunks))"
        ).fetchone()[0]
    return f"The keyword index differs from {differing} passages." if differing else ""


def _vectors(database: Database, vector_index: ChromaVectorIndex | None) -> HealthFinding:
    if vector_index is None:
        return HealthFinding("vectors", "warning", "There is no embedder to check vectors for.")
    with database.read() as connection:
        missing = connection.execute(
            "SELECT count(*) FROM pieces p JOIN chunks c ON c.id = p.chunk "
            "JOIN documents d ON d.id = c.document AND d.state = 'complete' "
            "WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.text_hash = p.text_hash "
            "AND v.embedder = (SELECT id FROM embedders WHERE fingerprint = ?))",
            (vector_index.fingerprint,),
        ).fetchone()[0]
    if not missing:
        return HealthFinding("vectors", "ok", "Every passage has its vectors.")
    return HealthFinding(
        "vectors",
        "warning",
        f"{missing} passages wait to be embedded.",
        "Leave the application running; they are embedded in the background.",
    )


def _vector_store(vector_index: ChromaVectorIndex, repair: bool) -> HealthFinding:
    what = "vector store"
    try:
        found = vector_index.check()
        problem = ", ".join(f"{difference.count} {difference.kind}" for difference in found)
    except DesktopRagError as error:
        problem = error.message
    if not problem:
        return HealthFinding(what, "ok", "The vector store agrees with the database.")
    if not repair:
        return HealthFinding(
            what,
            "broken",
            f"The vector store differs from the database: {problem}.",
            "Run the doctor with repair.",
        )
    vector_index.rebuild()
    return HealthFinding(
        what, "repaired", f"The vector store was built again from the database ({problem})."
    )


def _outbox(database: Database) -> HealthFinding:
    with database.read() as connection:
        waiting = connection.execute("SELECT count(*) FROM outbox").fetchone()[0]
    if waiting <= _BACKLOG:
        return HealthFinding("outbox", "ok", f"{waiting} changes wait for the vector store.")
    return HealthFinding(
        "outbox",
        "warning",
        f"{waiting} changes wait for the vector store.",
        "Leave the application running until they are taken over.",
    )


def _permissions(folder: Path, repair: bool) -> HealthFinding:
    what = "permissions"
    if os.name != "posix":
        return HealthFinding(what, "ok", "The system's own rules protect the library's folder.")
    open_paths = [path for path in _walk(folder) if _wider_than_private(path)]
    if not open_paths:
        return HealthFinding(what, "ok", "Only you can read the library.")
    if not repair:
        return HealthFinding(
            what,
            "warning",
            f"Others on this computer may read {len(open_paths)} files of the library.",
            "Run the doctor with repair.",
        )
    for path in open_paths:
        path.chmod(0o700 if path.is_dir() else 0o600)
    return HealthFinding(what, "repaired", f"{len(open_paths)} files were made private.")


def _walk(folder: Path) -> list[Path]:
    """The library's folder and its database files; what lies in private folders is private."""
    return [folder, *(path for path in folder.iterdir() if not path.is_socket())]


def _wider_than_private(path: Path) -> bool:
    return bool(stat.S_IMODE(path.stat().st_mode) & 0o077)
