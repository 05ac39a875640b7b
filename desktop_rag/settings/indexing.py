"""How documents are read and cut."""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

_FIELD = re.compile(r"\{[^{}]+\}")


class IndexingSettings(BaseModel):
    """Reading and processing."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Reading and indexing")

    chunk_target: int = Field(
        1500,
        ge=200,
        le=8000,
        title="Chunk size wanted",
        description="Characters a chunk should have. A natural block of this size stays whole.",
    )
    chunk_maximum: int = Field(
        2200,
        ge=300,
        le=12000,
        title="Chunk size at most",
        description="No chunk is longer than this many characters.",
    )
    chunk_overlap: int = Field(
        200,
        ge=0,
        le=2000,
        title="Overlap",
        description="Characters taken over from the end of the chunk before.",
    )
    breadcrumbs: bool = Field(
        True,
        title="Breadcrumbs",
        description="Put the headings above a passage before it when its meaning is embedded.",
    )
    late_chunking: bool = Field(
        False,
        title="Late chunking",
        description="In place of breadcrumbs: embed a document as a whole and take the meaning of "
        "each passage out of it. Needs an embedder that sees 1024 tokens or more at a time; a "
        "changed document is embedded again as a whole.",
    )
    flatten_data: bool = Field(
        True,
        title="Flatten data",
        description="Turn JSON, YAML, CSV and tables into sentences before embedding them.",
    )
    template: str = Field(
        "",
        max_length=2000,
        title="Template for data",
        description="Your own wording for the records of JSON, CSV and the like, with the names of "
        "their fields in braces: {name} costs {price.amount}. Records without these fields, and "
        "all when it is empty, are told in general words.",
    )
    ocr: bool = Field(
        True,
        title="Recognise text in scans",
        description="Read pictures and scanned pages that hold no text of their own.",
    )
    use_gitignore: bool = Field(
        True,
        title="Follow .gitignore",
        description="Leave out what the .gitignore files inside a folder name.",
    )
    hidden_files: bool = Field(
        False,
        title="Hidden files",
        description="Index files and folders whose name starts with a dot.",
    )
    fetch_online: bool = Field(
        False,
        title="Files only online",
        description="Read files of cloud drives that are not on this machine: downloads them.",
    )
    ignore: tuple[str, ...] = Field(
        (
            "node_modules/",
            "__pycache__/",
            ".venv/",
            "venv/",
            "build/",
            "dist/",
            "target/",
            ".git/",
            "~$*",
            "*.tmp",
            "*.swp",
            "*.part",
            "*.crdownload",
            ".DS_Store",
            "Thumbs.db",
            "*.pyc",
            "*.min.js",
            "*.min.css",
            "package-lock.json",
        ),
        title="Leave out",
        description="Patterns in .gitignore syntax that are left out of every folder.",
    )
    secrets: tuple[str, ...] = Field(
        (
            ".env",
            ".env.*",
            "*.env",
            "id_rsa*",
            "id_dsa*",
            "id_ecdsa*",
            "id_ed25519*",
            "*.pem",
            "*.key",
            "*.p12",
            "*.pfx",
            "*.kdbx",
            ".netrc",
            ".pgpass",
        ),
        title="Secrets",
        description="Files that usually hold passwords or keys: listed as skipped, never read.",
    )
    file_seconds: int = Field(
        120,
        ge=5,
        le=3600,
        title="Longest silence (s)",
        description="A file is given up when nothing comes of reading it for so many seconds.",
    )
    file_memory_mb: int = Field(
        2000,
        ge=200,
        le=32000,
        title="Memory per file (MB)",
        description="A file whose reading needs more memory is given up.",
    )
    readers: int = Field(
        1,
        ge=1,
        le=16,
        title="Files read at once",
        description="Reader processes. One is enough on two cores.",
    )
    settle_ms: int = Field(
        600,
        ge=50,
        le=60000,
        title="Settle time (ms)",
        description="How long a file must stay unchanged before it is read.",
    )

    @field_validator("template")
    @classmethod
    def _names_a_field(cls, template: str) -> str:
        if template.strip() and not _FIELD.search(template):
            raise ValueError("a template names fields in braces, such as {name} costs {price}")
        return template.strip()

    @model_validator(mode="after")
    def _sizes_agree(self) -> IndexingSettings:
        if self.chunk_maximum < self.chunk_target:
            raise ValueError("chunk_maximum must not be smaller than chunk_target")
        if self.chunk_overlap >= self.chunk_target:
            raise ValueError("chunk_overlap must be smaller than chunk_target")
        return self
