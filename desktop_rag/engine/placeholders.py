"""Files that are only online: a cloud drive shows them, but reading one downloads it."""

from __future__ import annotations

import os
from pathlib import Path

_WINDOWS_RECALLED = 0x1000 | 0x40000 | 0x400000  # offline, recall on open, recall on data access
_MACOS_DATALESS = 0x40000000
_HAS_ATTRIBUTES = hasattr(os.stat_result, "st_file_attributes")
_HAS_FLAGS = hasattr(os.stat_result, "st_flags")
_MORE_THAN_INLINE = 4096  # bytes; some file systems keep smaller files beside their names
_MOUNTS = Path("/proc/self/mountinfo")
# They say nothing of blocks, and read over the network in any case.
_REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "fuse.sshfs", "fuse.rclone"})


def looks_online_only(status: os.stat_result) -> bool:
    """Does the system say that the content is not on this machine?"""
    if _HAS_ATTRIBUTES and getattr(status, "st_file_attributes", 0) & _WINDOWS_RECALLED:
        return True
    if _HAS_FLAGS and getattr(status, "st_flags", 0) & _MACOS_DATALESS:
        return True
    return status.st_size >= _MORE_THAN_INLINE and getattr(status, "st_blocks", 1) == 0


def blocks_are_told(folder: str) -> bool:
    """False on network file systems that give no number of blocks."""
    return _file_system(os.path.realpath(folder)) not in _REMOTE


def _file_system(folder: str) -> str:
    """The type of the innermost mount that holds a folder; nothing where the system has no list."""
    try:
        lines = _MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    longest, kind = "", ""
    for line in lines:
        fields, _, rest = line.partition(" - ")
        point = fields.split()[4].encode().decode("unicode_escape")
        inside = folder == point or folder.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(longest):
            longest, kind = point, rest.split()[0]
    return kind
