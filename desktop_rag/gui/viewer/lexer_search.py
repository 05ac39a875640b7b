"""Finding the lexer of a language, which imports a module, without holding up the window."""

from __future__ import annotations

import threading

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.util import ClassNotFound
from PySide6.QtCore import QObject, Signal


class LexerSearch(QObject):
    """One search on a thread that ends with it."""

    found = Signal(object, object)
    """This search and the `Lexer`, or None when there is no such language."""

    def __init__(self, language: str, file_name: str) -> None:
        super().__init__()
        self._language = language
        self._file_name = file_name

    def start(self) -> None:
        """Search in the background; emits `found`."""
        threading.Thread(target=self._search, name="lexer-search", daemon=True).start()

    def _search(self) -> None:
        self.found.emit(self, lexer_for(self._language, self._file_name))


def lexer_for(language: str, file_name: str) -> Lexer | None:
    """The lexer of a language, or else of a file name; None when pygments knows neither."""
    if language:
        try:
            return get_lexer_by_name(language)
        except ClassNotFound:
            pass  # the file's name may still tell
    try:
        return get_lexer_for_filename(file_name)
    except ClassNotFound:
        return None
