"""The folders of the library, and the ways to add more."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListView, QMenu, QMessageBox, QVBoxLayout, QWidget

from desktop_rag.gui.state import words
from desktop_rag.gui.state.library import LibraryState
from desktop_rag.gui.state.root_list import RootListModel
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.views.template_dialog import TemplateDialog
from desktop_rag.gui.widgets.buttons import IconButton, label, push_button
from desktop_rag.gui.widgets.root_delegate import RootDelegate
from desktop_rag.messages.library import RootStatus


class LibraryView(QWidget):
    """A list of roots with state and progress. Enter or a double click opens a root's ledger."""

    add_folder_wanted = Signal()
    add_files_wanted = Signal()
    ledger_wanted = Signal(str, str)
    """Path to list (empty: all), and the state to list (empty: all)."""
    ask_in = Signal(str)
    """Path to ask in."""

    def __init__(self, library: LibraryState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("libraryView")
        self.setAccessibleName(self.tr("Library"))
        self._library = library
        self._model = RootListModel(library, self)
        self._list = QListView()
        self._list.setObjectName("rootList")
        self._list.setAccessibleName(self.tr("Folders"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(RootDelegate(theme, self._list))
        self._list.setMouseTracking(True)
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.activated.connect(self._open)
        self._empty = label(self.tr("No folders yet. Drop some here."), "small", wrap=True)
        self._attention = push_button("", "link")
        self._attention.clicked.connect(lambda: self.ledger_wanted.emit("", "attention"))
        self._all = push_button(self.tr("All files…"), "link")
        self._all.clicked.connect(lambda: self.ledger_wanted.emit("", ""))
        self._lay_out(theme)
        library.changed.connect(self._show)
        self._show()

    def _lay_out(self, theme: Theme) -> None:
        folder = IconButton(theme, "folder_add", self.tr("Add a folder (Ctrl+Shift+O)"))
        folder.clicked.connect(self.add_folder_wanted)
        files = IconButton(theme, "file_add", self.tr("Add files (Ctrl+O)"))
        files.clicked.connect(self.add_files_wanted)
        head = QHBoxLayout()
        head.setSpacing(0)
        head.addWidget(label(self.tr("Library"), "section"), 1)
        head.addWidget(files)
        head.addWidget(folder)
        column = QVBoxLayout(self)
        column.setContentsMargins(tokens.SPACE_M, tokens.SPACE_S, tokens.SPACE_S, tokens.SPACE_S)
        column.setSpacing(tokens.SPACE_XS)
        column.addLayout(head)
        column.addWidget(self._empty)
        column.addWidget(self._list, 1)
        for link in (self._attention, self._all):
            column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)

    def _show(self) -> None:
        attention = self._library.attention()
        self._attention.setVisible(attention > 0)
        self._attention.setText(self.tr("⚠ %Ln need(s) attention", "", attention))
        self._empty.setVisible(self._library.known and not self._library.roots)
        self._all.setVisible(bool(self._library.roots))

    def _open(self, index: QModelIndex) -> None:
        self.ledger_wanted.emit(self._model.root(index.row()).path, "")

    def _show_menu(self, at: QPoint) -> None:
        index = self._list.indexAt(at)
        if not index.isValid():
            return
        root = self._model.root(index.row())
        path = root.path
        menu = QMenu(self)
        menu.addAction(self.tr("Ask in here"), lambda: self.ask_in.emit(path))
        menu.addAction(self.tr("Show its files"), lambda: self.ledger_wanted.emit(path, ""))
        menu.addAction(self.tr("Wording of its data…"), lambda: self._word(root))
        menu.addSeparator()
        menu.addAction(self.tr("Remove from the library…"), lambda: self._remove(root))
        menu.exec(self._list.viewport().mapToGlobal(at))
        menu.deleteLater()

    def _word(self, root: RootStatus) -> None:
        dialog = TemplateDialog(root.path, root.template, self)
        dialog.wanted.connect(self._library.set_template)
        dialog.open()

    def _remove(self, root: RootStatus) -> None:
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Remove from the library"))
        name = words.file_name(root.path)
        box.setText(self.tr("Remove “{name}” from the library?").format(name=name))
        box.setInformativeText(self.tr("The files themselves stay where they are, untouched."))
        remove = box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)

        def decided() -> None:
            if box.clickedButton() is remove:
                self._library.remove(root.path)

        box.finished.connect(decided)
        box.open()
