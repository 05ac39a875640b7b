"""Which reader takes a file: its name first, then its first bytes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from desktop_rag.ports.reading import Reader
from desktop_rag.reading.decoding import is_binary
from desktop_rag.reading.failures import not_text, unsupported

_UNREAD = {
    "an archive": ".zip .tar .gz .tgz .bz2 .tbz .xz .txz .7z .rar .zst .lz4 .jar .war .cab .deb "
    ".rpm .iso .dmg .whl .apk",
    "a video": ".mp4 .mkv .avi .mov .wmv .webm .flv .m4v .mpg .mpeg .3gp",
    "a sound file": ".mp3 .wav .flac .ogg .m4a .aac .wma .opus .aiff .mid .midi",
    "a program": ".exe .dll .so .dylib .bin .o .a .lib .class .pyc .wasm .msi .app .elf",
    "a font": ".ttf .otf .woff .woff2 .eot .pfb",
    "a database": ".db .sqlite .sqlite3 .mdb .accdb .dbf .parquet .feather .arrow .h5 .hdf5 .npy "
    ".npz .pkl .pickle .joblib",
    "a model file": ".gguf .safetensors .onnx .pt .pth .ckpt .tflite",
    "a picture": ".heic .ico .psd .raw .cr2 .nef .avif",
    "an Outlook file": ".msg .pst .ost",
    "a drawing or model": ".dwg .dxf .stl .blend .ai .eps .indd .sketch .fig .vsd .vsdx",
}
_OLD_OFFICE = {".doc": "docx", ".xls": "xlsx", ".ppt": "pptx", ".dot": "docx", ".xlsb": "xlsx"}
_KINDS = {suffix: kind for kind, suffixes in _UNREAD.items() for suffix in suffixes.split()}
_SIGNATURES = (
    (b"PK\x03\x04", "an archive"),
    (b"PK\x05\x06", "an archive"),
    (b"\x1f\x8b", "an archive"),
    (b"7z\xbc\xaf\x27\x1c", "an archive"),
    (b"Rar!", "an archive"),
    (b"BZh", "an archive"),
    (b"\xfd7zXZ", "an archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"SQLite format 3", "a database"),
    (b"GGUF", "a model file"),
    (b"\xd0\xcf\x11\xe0", "an old Office or Outlook file"),
    (b"ID3", "a sound file"),
    (b"OggS", "a sound file"),
    (b"fLaC", "a sound file"),
    (b"RIFF", "a sound or video file"),
)


def choose_reader(readers: Sequence[Reader], name: str, head: bytes) -> Reader:
    """The reader for a file called `name` that begins with `head` (up to 4096 bytes).

    A known suffix decides. Without one the readers look at the bytes, the last resort (text) last.
    Raises `UnsupportedFormat` for kinds that are known and not read, and `NotText` for unknown
    bytes."""
    base = PurePath(name).name
    suffix = PurePath(name.lower()).suffix
    if base.startswith("~$"):
        raise unsupported(base, "a lock file of an Office program")
    taken = next((reader for reader in readers if suffix in reader.suffixes), None)
    if taken is not None:
        return taken
    if suffix in _OLD_OFFICE and not head.startswith(b"{\\rtf"):
        remedy = f"Save it as {_OLD_OFFICE[suffix]} in the program it came from."
        raise unsupported(base, "a file in an old Office format", remedy)
    if suffix in _KINDS:
        raise unsupported(base, _KINDS[suffix])
    specific = [reader for reader in readers if reader.name != "text"]
    sniffed = next((reader for reader in specific if reader.sniff(head)), None)
    if sniffed is not None:
        return sniffed
    kind = next((kind for start, kind in _SIGNATURES if head.startswith(start)), "")
    if kind:
        raise unsupported(base, kind)
    text = next((reader for reader in readers if reader.name == "text"), None)
    if text is None or is_binary(head):
        raise not_text(base)
    return text
