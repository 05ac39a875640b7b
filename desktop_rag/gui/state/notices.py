"""What the person should know now: at most one calm sentence a subject."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.messages.common import NoticeGiven

_OF_WINDOW = "window."
_ENGINE = "window.engine"
_REQUEST = "window.request"


class NoticeBoard(QObject):
    """Notices by their key, oldest first; those of the engine and those of the window itself."""

    changed = Signal()

    def __init__(self, link: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notices: dict[str, NoticeGiven] = {}
        link.notice.connect(self.post)
        link.connected.connect(self._on_connected)
        link.disconnected.connect(self._on_disconnected)
        link.unavailable.connect(self._on_unavailable)
        link.request_failed.connect(self.post_error)

    def notices(self) -> tuple[NoticeGiven, ...]:
        """What holds now."""
        return tuple(self._notices.values())

    def engine_is_away(self) -> bool:
        """True while there is a notice that the engine could not be reached."""
        found = self._notices.get(_ENGINE)
        return found is not None and found.severity == "error"

    def post(self, notice: NoticeGiven) -> None:
        """Show a notice, replace the one with its key, or take that back when it has no text."""
        if notice.text:
            self._notices[notice.key] = notice
        elif self._notices.pop(notice.key, None) is None:
            return
        self.changed.emit()

    def post_error(self, error: DesktopRagError) -> None:
        """Show why something the person asked for did not work."""
        self.post(NoticeGiven(_REQUEST, error.message, error.remedy, "warning"))

    def dismiss(self, key: str) -> None:
        """The person has read it."""
        self.post(NoticeGiven(key, ""))

    def _on_connected(self) -> None:
        self.dismiss(_ENGINE)

    def _on_disconnected(self, sentence: str) -> None:
        self._forget_engine()
        self.post(NoticeGiven(_ENGINE, sentence, "", "warning"))

    def _on_unavailable(self, error: DesktopRagError) -> None:
        self._forget_engine()
        self.post(NoticeGiven(_ENGINE, error.message, error.remedy, "error"))

    def _forget_engine(self) -> None:
        """What the engine said is not known to hold any more; the next one says what does."""
        self._notices = {k: n for k, n in self._notices.items() if k.startswith(_OF_WINDOW)}
