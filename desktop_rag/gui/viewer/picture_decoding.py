"""PNG bytes become a picture without holding up the window."""

from __future__ import annotations

import threading

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, Signal
from PySide6.QtGui import QImageReader


class PictureDecoding(QObject):
    """One page's picture on its way, decoded on a thread that ends with it.

    `QImageReader.read` lets other threads run meanwhile; `QImage.fromData` would not.
    """

    done = Signal(object, object)
    """This decoding and its `QImage`, a null one when the bytes are no picture."""

    def __init__(self, path: str, page: int, scale: float, png: bytes) -> None:
        super().__init__()
        self.path = path
        self.page = page
        self.scale = scale
        self._png = png

    def start(self) -> None:
        """Decode in the background; emits `done`."""
        threading.Thread(target=self._decode, name="page-picture", daemon=True).start()

    def _decode(self) -> None:
        device = QBuffer()
        device.setData(QByteArray(self._png))
        device.open(QIODevice.OpenModeFlag.ReadOnly)
        self.done.emit(self, QImageReader(device, QByteArray(b"png")).read())
