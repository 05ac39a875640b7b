"""One model: what it is, whether it fits, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from desktop_rag.gui.state.words import size_words
from desktop_rag.gui.style import tokens
from desktop_rag.gui.views import models_view_words as words
from desktop_rag.gui.widgets.buttons import label, push_button
from desktop_rag.messages.models import ModelLine, PullProgressed


class ModelRow(QFrame):
    """Shows a `ModelLine`, and a download while one runs."""

    download_wanted = Signal(str)
    cancel_wanted = Signal(str)
    use_wanted = Signal(str, str)
    """Role and name."""
    remove_wanted = Signal(str)
    try_wanted = Signal(str)

    def __init__(self, line: ModelLine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("honestCard")
        self._line = line
        self._pulling = False
        self._name = label("")
        self._state = label("", "muted")
        self._detail = label("", "small", wrap=True)
        self._purpose = label("", wrap=True)
        self._fits = label("", "small", wrap=True)
        self._problem = label("", wrap=True)
        self._speed = label("", "small", wrap=True)
        self._speed.hide()
        self._bar = QProgressBar()
        self._bar.setRange(0, 1000)
        self._bar.setTextVisible(False)
        self._done = label("", "small")
        self._use = push_button(self.tr("Use"))
        self._try = push_button(self.tr("Try it"), "plain")
        self._try.setToolTip(self.tr("Lets it write a few sentences and measures how fast it is."))
        self._download = push_button("")
        self._cancel = push_button(self.tr("Stop the download"))
        self._remove = push_button(self.tr("Remove…"), "plain")
        self._lay_out()
        self._connect()
        self.show_line(line)

    @property
    def line(self) -> ModelLine:
        """The model shown."""
        return self._line

    @property
    def progress(self) -> int:
        """How far the download is, in permille."""
        return self._bar.value()

    def show_line(self, line: ModelLine) -> None:
        """Show what is known now."""
        self._line = line
        offered = line.state == "offered"
        self._name.setText(words.name_words(line))
        self._state.setText("" if offered else words.state_words(line))
        self._detail.setText(words.detail_words(line))
        _show(self._purpose, line.purpose)
        _show(self._fits, words.fits_words(line.fits) if offered else "")
        _show(self._problem, line.problem)
        self._download.setText(self.tr("Download {0}").format(size_words(line.size_bytes)))
        self._download.setToolTip(self.tr("Uses the network: {0}").format(line.source or line.name))
        self._show_buttons()
        self.setAccessibleName(
            f"{words.name_words(line)}. {self._state.text()} {self._detail.text()}"
        )

    def begin_try(self) -> None:
        """A test drive was asked for."""
        self._try.setEnabled(False)
        _show(self._speed, self.tr("Loading it and letting it write…"))

    def end_try(self, said: str) -> None:
        """A test drive ended; `said` tells how."""
        self._try.setEnabled(True)
        _show(self._speed, said)

    def begin_download(self) -> None:
        """A download was asked for."""
        self._pulling = True
        self._bar.setRange(0, 0)
        self._done.setText(self.tr("Connecting…"))
        self._show_buttons()

    def show_download(self, progress: PullProgressed) -> None:
        """A download went on."""
        self._bar.setRange(0, 1000 if progress.total_bytes > 0 else 0)
        self._bar.setValue(words.permille(progress.done_bytes, progress.total_bytes))
        self._done.setText(words.progress_words(progress.done_bytes, progress.total_bytes))

    def end_download(self) -> None:
        """A download ended, well or not."""
        self._pulling = False
        self._show_buttons()

    def _show_buttons(self) -> None:
        line = self._line
        usable = line.state == "installed" and not line.in_use
        self._use.setVisible(usable)
        served = line.state == "served"
        kept = line.starter or (line.in_use and line.state == "installed")
        self._remove.setVisible(line.state != "offered" and not kept)
        self._try.setVisible(served or (line.role == "answer" and line.state == "installed"))
        self._download.setVisible(line.state == "offered" and not self._pulling)
        self._cancel.setVisible(self._pulling)
        self._bar.setVisible(self._pulling)
        self._done.setVisible(self._pulling)
        for button in (self._use, self._try, self._remove, self._download, self._cancel):
            button.setAccessibleName(f"{button.text()}: {words.name_words(line)}")

    def _connect(self) -> None:
        self._use.clicked.connect(lambda: self.use_wanted.emit(self._line.role, self._line.name))
        self._try.clicked.connect(lambda: self.try_wanted.emit(self._line.name))
        self._download.clicked.connect(lambda: self.download_wanted.emit(self._line.name))
        self._cancel.clicked.connect(lambda: self.cancel_wanted.emit(self._line.name))
        self._remove.clicked.connect(lambda: self.remove_wanted.emit(self._line.name))

    def _lay_out(self) -> None:
        font = self._name.font()
        font.setBold(True)
        self._name.setFont(font)
        head = QHBoxLayout()
        head.setSpacing(tokens.SPACE_S)
        head.addWidget(self._name)
        head.addWidget(self._state)
        head.addStretch(1)
        text = QVBoxLayout()
        text.setSpacing(tokens.SPACE_XS)
        text.addLayout(head)
        for part in (self._purpose, self._detail, self._fits, self._problem, self._speed):
            text.addWidget(part)
        text.addWidget(self._bar)
        text.addWidget(self._done)
        row = QHBoxLayout(self)
        row.setContentsMargins(tokens.SPACE_M, tokens.SPACE_M, tokens.SPACE_M, tokens.SPACE_M)
        row.setSpacing(tokens.SPACE_S)
        row.addLayout(text, 1)
        for button in (self._use, self._try, self._download, self._cancel, self._remove):
            row.addWidget(button)


def _show(part: QLabel, text: str) -> None:
    part.setText(text)
    part.setVisible(bool(text))
