"""How a file would be read and cut with the settings of its root: reader, chunker and strategy."""

from __future__ import annotations

import os
from typing import cast

from desktop_rag.domain.errors import FileForbidden, FileMissing
from desktop_rag.domain.source import Mode
from desktop_rag.engine.plugins import Parts
from desktop_rag.indexing.preparing import chosen_mode, strategy
from desktop_rag.ports.indexing import Enricher
from desktop_rag.ports.reading import Reader
from desktop_rag.reading.choosing import choose_reader
from desktop_rag.settings.indexing import IndexingSettings

HEAD_BYTES = 4096


class ReadingPlan:
    """The plan of one root. `mode` is auto, document or code."""

    def __init__(self, parts: Parts, settings: IndexingSettings, mode: str = "auto") -> None:
        self.settings = settings
        self.mode = cast(Mode, mode)
        self._parts = parts
        self._readers = list(parts.readers.values())
        self._by_suffix: dict[str, str | None] = {}

    @property
    def enrichers(self) -> list[Enricher]:
        """All enrichers, in the order they were registered."""
        return list(self._parts.enrichers.values())

    def reader_of(self, path: str) -> Reader:
        """The reader for a file. Raises `UnsupportedFormat`, `NotText`, or why it stays shut."""
        return choose_reader(self._readers, os.path.basename(path), read_head(path))

    def strategy_of(self, reader: Reader) -> str:
        """Reader, chunker and enrichers with their versions and the settings that matter."""
        mode = chosen_mode(self.mode, getattr(reader, "kind", "document"))
        return strategy(reader, self._parts.chunkers[mode], self.enrichers, self.settings)

    def expected(self, path: str) -> str | None:
        """The strategy by the file's suffix alone; None when the suffix does not say."""
        suffix = os.path.splitext(path)[1].lower()
        if suffix not in self._by_suffix:
            readers = [r for r in self._readers if suffix in r.suffixes]
            self._by_suffix[suffix] = (
                self.strategy_of(readers[0]) if suffix and len(readers) == 1 else None
            )
        return self._by_suffix[suffix]


def read_head(path: str) -> bytes:
    """The first bytes of a file. Raises `FileMissing` or `FileForbidden`."""
    try:
        with open(path, "rb") as file:
            return file.read(HEAD_BYTES)
    except FileNotFoundError as error:
        raise FileMissing("The file is gone.", "Nothing to do.", detail=str(error)) from error
    except OSError as error:
        raise FileForbidden(
            "The system does not let this file be read.",
            "Give yourself the right to read it, then press retry.",
            detail=str(error),
        ) from error
