"""Pictures of pages: asked from the engine when they are wanted, kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage, QPixmap

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.viewer.picture_decoding import PictureDecoding
from desktop_rag.messages import Message
from desktop_rag.messages.viewer import PageImage, RenderPage

ROOM = 64_000_000
"""Bytes of pictures that are kept."""

_AT_ONCE = 2
_SAME = 0.01  # scales closer than this give the same picture


@dataclass(frozen=True, slots=True)
class _Picture:
    scale: float
    pixmap: QPixmap

    @property
    def size_bytes(self) -> int:
        return self.pixmap.width() * self.pixmap.height() * 4


@dataclass(frozen=True, slots=True)
class _Asked:
    request: int
    scale: float


class PagePictures(QObject):
    """The pictures of one document's pages.

    `want` says what is needed now, most urgent first; requests that nobody wants any more are
    dropped, so that a fast scroll through a long document never queues up.
    """

    ready = Signal(int)
    """A page has a new picture, or a sentence saying why it has none."""

    def __init__(self, link: EngineLink, parent: QObject | None = None, room: int = ROOM) -> None:
        super().__init__(parent)
        self._link = link
        self._room = room
        self._path = ""
        self._kept: OrderedDict[int, _Picture] = OrderedDict()
        self._problems: dict[int, str] = {}
        self._asked: dict[int, _Asked] = {}
        self._wanted: list[tuple[int, float]] = []
        self._decoding: set[PictureDecoding] = set()
        link.connected.connect(self._ask_again)

    def show(self, path: str) -> None:
        """Begin with another document; empty for none."""
        self.want([])
        self._path = path
        self._kept.clear()
        self._problems.clear()

    def want(self, pages: list[tuple[int, float]]) -> None:
        """The pages needed now with their scale (pixels a point), most urgent first."""
        self._wanted = pages
        for page, asked in list(self._asked.items()):
            if not any(page == p and abs(asked.scale - s) < _SAME for p, s in pages):
                self._link.drop(self._asked.pop(page).request)
        self._ask_next()

    def picture(self, page: int) -> QPixmap | None:
        """The best picture there is of a page, perhaps of another scale."""
        kept = self._kept.get(page)
        return kept.pixmap if kept else None

    def problem(self, page: int) -> str:
        """Why there is no picture of a page; empty while there is hope."""
        return self._problems.get(page, "")

    @property
    def kept_bytes(self) -> int:
        """Memory of the pictures that are kept."""
        return sum(kept.size_bytes for kept in self._kept.values())

    def _ask_next(self) -> None:
        for page, scale in self._wanted:
            if len(self._asked) + len(self._decoding) >= _AT_ONCE:
                return
            if page not in self._problems and not self._coming_or_here(page, scale):
                self._ask(page, scale)

    def _coming_or_here(self, page: int, scale: float) -> bool:
        kept = self._kept.get(page)
        if kept is not None and abs(kept.scale - scale) < _SAME:
            self._kept.move_to_end(page)
            return True
        return page in self._asked or any(
            one.page == page and one.path == self._path for one in self._decoding
        )

    def _ask(self, page: int, scale: float) -> None:
        path = self._path

        def done(reply: Message) -> None:
            if isinstance(reply, PageImage) and path == self._path:
                self._asked.pop(page, None)
                self._decode(page, scale, reply.png)

        def failed(error: DesktopRagError) -> None:
            if path == self._path and page in self._asked:
                del self._asked[page]
                self._refuse(page, error)

        request = self._link.request(RenderPage(path, page, scale), done, failed, owner=self)
        self._asked[page] = _Asked(request, scale)

    def _refuse(self, page: int, error: DesktopRagError) -> None:
        if error.code in {"engine_gone", "stopped"}:
            return  # asked again when the engine is back, or when the page is wanted again
        self._problems[page] = f"{error.message} {error.remedy}".strip()
        self.ready.emit(page)
        self._ask_next()

    def _ask_again(self) -> None:
        self._ask_next()

    def _decode(self, page: int, scale: float, png: bytes) -> None:
        decoding = PictureDecoding(self._path, page, scale, png)
        decoding.done.connect(self._keep)
        self._decoding.add(decoding)
        decoding.start()

    def _keep(self, decoding: PictureDecoding, image: QImage) -> None:
        self._decoding.discard(decoding)
        if decoding.path == self._path:
            self._take(decoding, image)
        self._ask_next()

    def _take(self, decoding: PictureDecoding, image: QImage) -> None:
        page = decoding.page
        if image.isNull():
            self._problems[page] = self.tr("This page could not be drawn.")
        else:
            self._kept[page] = _Picture(decoding.scale, QPixmap.fromImage(image))
            self._kept.move_to_end(page)
            self._make_room()
        self.ready.emit(page)

    def _make_room(self) -> None:
        needed = {page for page, _ in self._wanted}
        for page in [page for page in self._kept if page not in needed]:
            if self.kept_bytes <= self._room:
                return
            del self._kept[page]
