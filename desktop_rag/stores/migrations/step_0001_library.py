"""Schema 1: the whole library."""

from __future__ import annotations

from desktop_rag.stores.migrations.migration import Migration

_META = (
    """CREATE TABLE schema_migrations(
        version INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        applied REAL NOT NULL
    )""",
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
)

_FILES = (
    # `removing`: being forgotten, in batches; finished at the next start when it was interrupted
    """CREATE TABLE roots(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        path TEXT NOT NULL UNIQUE,
        watch INTEGER NOT NULL,
        mode TEXT NOT NULL,
        ignore TEXT NOT NULL,
        overrides TEXT NOT NULL,
        online INTEGER NOT NULL DEFAULT 1,
        removing INTEGER NOT NULL DEFAULT 0
    )""",
    # `state`: writing (invisible), complete, dropped (invisible, its chunks are being deleted)
    """CREATE TABLE documents(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        content_hash TEXT NOT NULL,
        strategy TEXT NOT NULL,
        state TEXT NOT NULL,
        media_type TEXT NOT NULL,
        kind TEXT NOT NULL DEFAULT 'document',
        title TEXT NOT NULL DEFAULT '',
        language TEXT NOT NULL DEFAULT '',
        pages INTEGER,
        pages_with_text INTEGER,
        pages_ocr INTEGER NOT NULL DEFAULT 0,
        partial INTEGER NOT NULL DEFAULT 0,
        notices TEXT NOT NULL DEFAULT '[]',
        extra TEXT NOT NULL DEFAULT '{}',
        chunks INTEGER NOT NULL DEFAULT 0,
        vectors INTEGER NOT NULL DEFAULT 0,
        characters INTEGER NOT NULL DEFAULT 0,
        created REAL NOT NULL
    )""",
    "CREATE INDEX documents_by_content ON documents(content_hash, strategy)",
    "CREATE INDEX documents_hidden ON documents(id) WHERE state <> 'complete'",
    # `changed`: the file changed on disk while it was being read
    """CREATE TABLE files(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        path TEXT NOT NULL UNIQUE,
        suffix TEXT NOT NULL,
        root INTEGER NOT NULL REFERENCES roots(id),
        state TEXT NOT NULL,
        code TEXT NOT NULL DEFAULT '',
        reason TEXT NOT NULL DEFAULT '',
        remedy TEXT NOT NULL DEFAULT '',
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        content_hash TEXT NOT NULL DEFAULT '',
        document INTEGER REFERENCES documents(id),
        mode TEXT NOT NULL DEFAULT '',
        attempts INTEGER NOT NULL DEFAULT 0,
        interrupted INTEGER NOT NULL DEFAULT 0,
        changed INTEGER NOT NULL DEFAULT 0,
        priority INTEGER NOT NULL DEFAULT 0,
        indexed REAL
    )""",
    """CREATE INDEX files_waiting ON files(priority DESC, interrupted, size, id)
        WHERE state = 'waiting'""",
    "CREATE INDEX files_by_root ON files(root, state)",
    "CREATE INDEX files_by_document ON files(document)",
)

_CHUNKS = (
    """CREATE TABLE chunks(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        document INTEGER NOT NULL REFERENCES documents(id),
        ordinal INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        language TEXT NOT NULL,
        details TEXT NOT NULL,
        text TEXT NOT NULL
    )""",
    "CREATE UNIQUE INDEX chunks_by_document ON chunks(document, ordinal)",
    "CREATE INDEX chunks_by_place ON chunks(document, first, last)",
    """CREATE TABLE regions(
        id INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents(id),
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        boxes BLOB NOT NULL
    )""",
    "CREATE INDEX regions_by_place ON regions(document, first, last)",
)

_VECTORS = (
    """CREATE TABLE pieces(
        chunk INTEGER NOT NULL REFERENCES chunks(id),
        piece INTEGER NOT NULL,
        text_hash BLOB NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY(chunk, piece)
    ) WITHOUT ROWID""",
    "CREATE INDEX pieces_by_text ON pieces(text_hash)",
    """CREATE TABLE embedders(
        id INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE
    )""",
    # `orphaned`: since when no piece refers to the vector's text
    """CREATE TABLE vectors(
        id INTEGER PRIMARY KEY,
        embedder INTEGER NOT NULL REFERENCES embedders(id),
        text_hash BLOB NOT NULL,
        orphaned REAL,
        vector BLOB NOT NULL
    )""",
    "CREATE UNIQUE INDEX vectors_by_text ON vectors(text_hash, embedder)",
    "CREATE INDEX vectors_orphaned ON vectors(orphaned) WHERE orphaned IS NOT NULL",
    # What the derived vector stores have yet to learn; each store keeps its own place in it.
    """CREATE TABLE outbox(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chunk INTEGER NOT NULL,
        pieces INTEGER NOT NULL
    )""",
    """CREATE TABLE vector_stores(
        fingerprint TEXT PRIMARY KEY,
        folder TEXT NOT NULL,
        applied INTEGER NOT NULL,
        deleted INTEGER NOT NULL DEFAULT 0
    )""",
)

# Both full-text tables hold tokens made by our own analysis; FTS5 only splits them at blanks.
_TOKENIZE = """tokenize = "ascii tokenchars '.+#/_-~^'" """
_WORDS = (
    f"CREATE VIRTUAL TABLE keyword USING fts5(breadcrumb, text, stems, content='', {_TOKENIZE})",
    "CREATE VIRTUAL TABLE keyword_vocabulary USING fts5vocab(keyword, row)",
    # FTS5 without content needs the very tokens back to delete a row
    "CREATE TABLE keyword_terms(chunk INTEGER PRIMARY KEY, terms BLOB NOT NULL)",
    f"CREATE VIRTUAL TABLE file_names USING fts5(words, {_TOKENIZE})",
    """CREATE TRIGGER file_named AFTER INSERT ON files BEGIN
        INSERT INTO file_names(rowid, words) VALUES (new.id, name_words(new.path));
    END""",
    """CREATE TRIGGER file_renamed AFTER UPDATE OF path ON files BEGIN
        UPDATE file_names SET words = name_words(new.path) WHERE rowid = new.id;
    END""",
    """CREATE TRIGGER file_forgotten AFTER DELETE ON files BEGIN
        DELETE FROM file_names WHERE rowid = old.id;
    END""",
)

_TALK = (
    """CREATE TABLE conversations(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        title TEXT NOT NULL,
        created REAL NOT NULL,
        updated REAL NOT NULL
    )""",
    """CREATE TABLE turns(
        conversation INTEGER NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        asked REAL NOT NULL,
        question TEXT NOT NULL,
        answer BLOB NOT NULL,
        PRIMARY KEY(conversation, number)
    )""",
    """CREATE TABLE traces(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        made REAL NOT NULL,
        kind TEXT NOT NULL,
        outcome TEXT NOT NULL,
        model TEXT NOT NULL,
        template TEXT NOT NULL,
        chunks TEXT NOT NULL,
        steps TEXT NOT NULL,
        text TEXT
    )""",
)

LIBRARY = Migration(1, "library", _META + _FILES + _CHUNKS + _VECTORS + _WORDS + _TALK)
