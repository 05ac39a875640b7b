"""SHA-256 of large files, computed once and remembered as long as the file is untouched."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import threading
from pathlib import Path

from desktop_rag.domain.errors import ModelBroken

_LOG = logging.getLogger(__name__)
_BLOCK = 1 << 20


class FileHashes:
    """Hashes by path and stamp (size, time of change in ns), kept in the JSON file `memory`.

    A memory that is missing, damaged or cannot be written only costs time: the file is hashed
    again. Safe from several threads.
    """

    def __init__(self, memory: Path) -> None:
        self._memory = memory
        self._guard = threading.Lock()

    def sha256(self, path: Path) -> str:
        """Lower-case hex digest of the file's bytes. Raises `ModelBroken` if it can't be read."""
        try:
            stat = path.stat()
            stamp = f"{stat.st_size}-{stat.st_mtime_ns}"
            with self._guard:
                known = self._load()
                found = known.get(str(path))
                if found and found[0] == stamp:
                    return found[1]
                digest = _digest(path)
                known[str(path)] = (stamp, digest)
                self._save(known)
                return digest
        except OSError as error:
            raise ModelBroken(
                f"The model file {path.name} cannot be read.",
                "Check that the file is there and that you may read it.",
                detail=str(error),
            ) from error

    def forget(self) -> None:
        """Hash every file anew when it is asked for."""
        with self._guard:
            self._save({})

    def _load(self) -> dict[str, tuple[str, str]]:
        try:
            data = json.loads(self._memory.read_text(encoding="utf-8"))
            return {str(path): (str(stamp), str(digest)) for path, (stamp, digest) in data.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, AttributeError) as error:
            _LOG.warning("remembered hashes are not used: %s", error)
            return {}

    def _save(self, known: dict[str, tuple[str, str]]) -> None:
        fresh = self._memory.with_name(f"{self._memory.name}.{os.getpid()}.new")
        try:
            self._memory.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps(known, indent=1), encoding="utf-8")
            fresh.replace(self._memory)
        except OSError as error:
            _LOG.warning("hashes are not remembered: %s", error)


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
