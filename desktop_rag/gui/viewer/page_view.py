"""Pages below one another, drawn as they come into sight, with boxes over what was cited."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from desktop_rag.domain.place import Region
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.viewer.colours import ViewerColours, viewer_colours
from desktop_rag.gui.viewer.page_layout import PageLayout, Size, fitting_zoom
from desktop_rag.gui.viewer.pictures import PagePictures

_NEAREST, _FARTHEST = 0.1, 8.0  # pixels a point
_STEP = 1.2
_MOST_PIXELS = 4_000_000  # of one picture; larger ones are drawn enlarged
_LINE = 48
_SETTLE_MS = 60


@dataclass(frozen=True, slots=True)
class _Marks:
    cited: tuple[Region, ...] = ()
    found: tuple[Region, ...] = ()
    current: tuple[Region, ...] = ()


class PageView(QAbstractScrollArea):
    """The pages of one document at their true proportions.

    Only sizes are needed to begin: a document of thousands of pages stands at its cited page at
    once, and pictures are asked for the pages in sight and one before and after.
    """

    page_changed = Signal(int)
    zoom_changed = Signal(float)

    def __init__(self, link: EngineLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pageView")
        self.setAccessibleName(self.tr("Pages of the source"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._sizes: tuple[Size, ...] = ()
        self._layout = PageLayout((), 1.0)
        self._fits = True
        self._marks = _Marks()
        self._page = 1
        self._pictures = PagePictures(link, self)
        self._pictures.ready.connect(self._on_ready)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._want)

    def show_pages(self, path: str, sizes: tuple[Size, ...], page: int) -> None:
        """Show a document's pages, beginning at `page` (1-based). `sizes` in points."""
        self._sizes = sizes
        self._marks = _Marks()
        self._pictures.show(path)
        self._lay_out(self._wished_zoom())
        self.go_to_page(page)

    def clear(self) -> None:
        """Show nothing and forget all pictures."""
        self.show_pages("", (), 1)

    @property
    def page(self) -> int:
        """The page that is read now: the one under the upper third of the view."""
        return self._page

    @property
    def zoom(self) -> float:
        """Pixels a point."""
        return self._layout.zoom

    @property
    def pictures(self) -> PagePictures:
        """The pictures that are kept."""
        return self._pictures

    def picture_of_reading(self) -> QPixmap | None:
        """The picture of the page that is read; None until it has come."""
        return self._pictures.picture(self._page)

    def marked_pages(self) -> set[int]:
        """The pages that carry boxes of the passage."""
        return {region.page for region in self._marks.cited}

    def go_to_page(self, page: int) -> None:
        """Scroll to the top of a page."""
        if self._sizes:
            page = min(max(page, 1), len(self._sizes))
            self._scroll_to(self._layout.box(page).top - self._layout.gap / 2)

    def mark_cited(self, regions: tuple[Region, ...], *, scroll: bool = True) -> None:
        """Lay yellow boxes over the passage and bring its first one into sight."""
        self._marks = _Marks(self._on_pages(regions), self._marks.found, self._marks.current)
        if scroll and self._marks.cited:
            self._bring_into_sight(self._marks.cited[0])
        self.viewport().update()

    def mark_found(self, regions: tuple[Region, ...], current: tuple[Region, ...]) -> None:
        """Mark what was searched for; the current hit stands out and comes into sight."""
        self._marks = _Marks(self._marks.cited, self._on_pages(regions), self._on_pages(current))
        if self._marks.current:
            self._bring_into_sight(self._marks.current[0])
        self.viewport().update()

    def zoom_in(self) -> None:
        """Larger, around the middle of what is seen."""
        self._zoom_to(self.zoom * _STEP)

    def zoom_out(self) -> None:
        """Smaller, around the middle of what is seen."""
        self._zoom_to(self.zoom / _STEP)

    def fit_width(self) -> None:
        """Make pages as wide as the view, also when its size changes."""
        self._fits = True
        self._lay_out_around_middle(self._wished_zoom())

    # --- geometry -----------------------------------------------------------------------------

    def _on_pages(self, regions: tuple[Region, ...]) -> tuple[Region, ...]:
        return tuple(r for r in regions if 1 <= r.page <= len(self._sizes))

    def _wished_zoom(self) -> float:
        if self._fits:
            return min(fitting_zoom(self._sizes, self.viewport().width()), _FARTHEST)
        return self.zoom

    def _zoom_to(self, zoom: float) -> None:
        self._fits = False
        self._lay_out_around_middle(min(max(zoom, _NEAREST), _FARTHEST))

    def _lay_out_around_middle(self, zoom: float) -> None:
        middle = self.viewport().height() / 2
        page = self._layout.page_at(self._top() + middle)
        share = 0.0
        if self._sizes:
            box = self._layout.box(page)
            share = (self._top() + middle - box.top) / box.height
        self._lay_out(zoom)
        if self._sizes:
            box = self._layout.box(page)
            self._scroll_to(box.top + share * box.height - middle)

    def _lay_out(self, zoom: float) -> None:
        self._layout = PageLayout(self._sizes, zoom)
        view = self.viewport().size()
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, round(self._layout.height) - view.height()))
        vertical.setPageStep(view.height())
        vertical.setSingleStep(_LINE)
        overhang = round(self._layout.width + 2 * self._layout.gap) - view.width()
        horizontal.setRange(0, overhang if overhang > 1 else 0)
        horizontal.setPageStep(view.width())
        horizontal.setSingleStep(_LINE)
        horizontal.setValue(horizontal.maximum() // 2)
        self.zoom_changed.emit(zoom)
        self._after_scrolling()

    def _top(self) -> int:
        return self.verticalScrollBar().value()

    def _left(self) -> float:
        spare = self.viewport().width() - self._layout.width
        if spare >= 0:
            return spare / 2
        return self._layout.gap - self.horizontalScrollBar().value()

    def _scroll_to(self, top: float) -> None:
        self.verticalScrollBar().setValue(round(top))
        self._after_scrolling()

    def rectangle_of(self, region: Region) -> QRectF:
        """Where a box of the document lies in the view now."""
        box, zoom = self._layout.box(region.page), self.zoom
        x0, y0, x1, y1 = region.box
        corner = QPointF(self._left() + box.left + x0 * zoom, box.top + y0 * zoom - self._top())
        return QRectF(corner, QPointF(corner.x() + (x1 - x0) * zoom, corner.y() + (y1 - y0) * zoom))

    def _bring_into_sight(self, region: Region) -> None:
        rectangle = self.rectangle_of(region)
        view = self.viewport().height()
        if not (view * 0.1 <= rectangle.top() and rectangle.bottom() <= view * 0.75):
            self._scroll_to(self._top() + rectangle.top() - view / 4)
        horizontal = self.horizontalScrollBar()
        if not (0 <= rectangle.left() < self.viewport().width()):
            horizontal.setValue(horizontal.value() + round(rectangle.left()) - _LINE)

    # --- pictures -----------------------------------------------------------------------------

    def _in_sight(self) -> range:
        return self._layout.pages_between(self._top(), self._top() + self.viewport().height())

    def _after_scrolling(self) -> None:
        page = self._layout.page_at(self._top() + self.viewport().height() / 3)
        if page != self._page:
            self._page = page
            said = self.tr("Page {0} of {1}").format(page, self._layout.pages)
            self.setAccessibleDescription(said)
            self.page_changed.emit(page)
        self.viewport().update()
        if not self._settle.isActive():
            self._settle.start()

    def _want(self) -> None:
        seen = self._in_sight()
        if not self.isVisible() or not seen:
            self._pictures.want([])
            return
        order = [self._page, *(p for p in seen if p != self._page), seen[-1] + 1, seen[0] - 1]
        self._pictures.want([(p, self._scale(p)) for p in order if 1 <= p <= len(self._sizes)])

    def _scale(self, page: int) -> float:
        width, height = self._sizes[page - 1]
        sharpest = sqrt(_MOST_PIXELS / max(width * height, 1.0))
        return round(min(self.zoom * self.devicePixelRatioF(), sharpest), 3)

    def _on_ready(self, page: int) -> None:
        if page in self._in_sight():
            self.viewport().update()

    # --- events -------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the pages in sight: their picture or a white sheet, and the marks on them."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        colours = viewer_colours(self.palette())
        painter.fillRect(event.rect(), colours.desk)
        for page in self._in_sight():
            self._paint_page(painter, page)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        for region, colour in self._coloured_regions(colours):
            if region.page in self._in_sight():
                painter.fillRect(self.rectangle_of(region).adjusted(-2, -1, 2, 1), colour)

    def _coloured_regions(self, colours: ViewerColours) -> list[tuple[Region, QColor]]:
        """Each box once: two colours over one another would hide the words."""
        marks = self._marks
        coloured = dict.fromkeys(marks.cited, colours.marker)
        coloured.update(dict.fromkeys(marks.found, colours.found))
        coloured.update(dict.fromkeys(marks.current, colours.current_found))
        return list(coloured.items())

    def _paint_page(self, painter: QPainter, page: int) -> None:
        box = self._layout.box(page)
        target = QRectF(self._left() + box.left, box.top - self._top(), box.width, box.height)
        picture = self._pictures.picture(page)
        if picture is not None:
            painter.drawPixmap(target, picture, QRectF(picture.rect()))
            return
        painter.fillRect(target, Qt.GlobalColor.white)
        words = self._pictures.problem(page) or self.tr("Page {0}").format(page)
        painter.setPen(Qt.GlobalColor.darkGray)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(
            target.adjusted(24, 24, -24, -24), int(flags) | Qt.TextFlag.TextWordWrap, words
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is read in the middle."""
        super().resizeEvent(event)
        self._lay_out_around_middle(self._wished_zoom())

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Follow the scroll bars."""
        self._after_scrolling()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for pictures once there is somebody to see them."""
        super().showEvent(event)
        self._after_scrolling()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change between light and dark."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Ctrl held, zoom."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y() > 0:
                self.zoom_in()
            elif event.angleDelta().y() < 0:
                self.zoom_out()
            event.accept()
            return
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move and zoom by keyboard."""
        bar, key = self.verticalScrollBar(), event.key()
        held = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if held and key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_in()
        elif held and key == Qt.Key.Key_Minus:
            self.zoom_out()
        elif held and key == Qt.Key.Key_0:
            self.fit_width()
        elif key == Qt.Key.Key_Home:
            bar.setValue(0)
        elif key == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        elif key == Qt.Key.Key_Space:
            bar.setValue(bar.value() + bar.pageStep() - _LINE)
        else:
            super().keyPressEvent(event)
