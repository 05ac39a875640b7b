"""Where the application keeps its files. Nothing is written anywhere else."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import platformdirs

_SOCKET_PATH_LIMIT = 100  # AF_UNIX allows 107 bytes on Linux, 103 on macOS


@dataclass(frozen=True, slots=True)
class AppPaths:
    """The application's own folders: settings, library by default, models, logs."""

    config: Path
    data: Path
    models: Path
    logs: Path

    @property
    def default_library(self) -> Path:
        """The library used when none is named."""
        return self.data / "library"

    @property
    def settings_file(self) -> Path:
        """The person's settings, TOML."""
        return self.config / "settings.toml"


def app_paths() -> AppPaths:
    """The folders for this user; `DESKTOP_RAG_HOME` moves all of them under one folder."""
    home = os.environ.get("DESKTOP_RAG_HOME")
    if home:
        base = Path(home).expanduser().absolute()
        return AppPaths(base / "config", base, base / "models", base / "logs")
    dirs = platformdirs.PlatformDirs("desktop-rag", appauthor=False)
    data = Path(dirs.user_data_dir)
    return AppPaths(Path(dirs.user_config_dir), data, data / "models", Path(dirs.user_log_dir))


def private_folder(path: Path) -> Path:
    """Make a folder that only this user can enter (0700) and return it."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    if os.name == "posix" and path.stat().st_uid == os.getuid():
        path.chmod(0o700)
    return path


@dataclass(frozen=True, slots=True)
class LibraryPaths:
    """The files of one library. All lie under `folder`."""

    folder: Path

    @property
    def database(self) -> Path:
        """SQLite: the only truth."""
        return self.folder / "library.sqlite3"

    @property
    def vectors(self) -> Path:
        """The folder that holds the Chroma stores, derived from SQLite."""
        return self.folder / "vectors"

    @property
    def lock(self) -> Path:
        """Locked by the one engine that owns the library."""
        return self.folder / "engine.lock"

    @property
    def address(self) -> Path:
        """JSON: socket, key and pid of the running engine; readable by the user only."""
        return self.folder / "engine.json"


def socket_address(name: str, near: Path) -> str:
    """A fresh address for a local socket: a pipe name on Windows, else a path inside `near` or,
    where that would be too long for the system, inside a private temporary folder."""
    unique = os.urandom(6).hex()
    if os.name == "nt":
        return rf"\\.\pipe\desktop-rag-{name}-{unique}"
    wanted = near / f"{name}-{unique}.sock"
    if len(os.fsencode(str(wanted))) <= _SOCKET_PATH_LIMIT:
        return str(wanted)
    short = Path(tempfile.gettempdir()) / f"desktop-rag-{os.getuid()}"
    return str(private_folder(short) / f"{name}-{unique}.sock")
