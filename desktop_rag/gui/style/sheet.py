"""The one style sheet, filled in from the tokens."""

from __future__ import annotations

from string import Template

from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.tokens import Colours
from desktop_rag.host.resources import resource

_LEAST_LINE = 20
_SHEET = Template("""
* { outline: none; }
QWidget { color: $text; }
QMainWindow, QDialog, #mainWindow { background: $window; }
#leftPane, #rightPane { background: $window; }
#centrePane, #centrePane QStackedWidget, QScrollArea#cards, #cardList { background: $surface; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 8px; }

QLabel[role="title"] { font-size: ${title}pt; font-weight: 600; }
QLabel[role="section"] { font-size: ${small}pt; font-weight: 600; color: $muted; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="small"] { font-size: ${small}pt; color: $muted; }

QPushButton, QToolButton, QComboBox {
  background: $surface; border: 1px solid $border; border-radius: ${radius}px;
  padding: 5px 12px; min-height: ${line}px;
}
QToolButton { padding: 4px 8px; }
QPushButton:hover, QToolButton:hover, QComboBox:hover {
  border-color: $control; background: $raised;
}
QPushButton:pressed, QToolButton:pressed { background: $accent_soft; }
QPushButton:focus, QToolButton:focus, QComboBox:focus {
  border: 2px solid $accent; padding: 4px 11px;
}
QToolButton:focus { padding: 3px 7px; }
QPushButton:disabled, QToolButton:disabled { color: $off; border-color: $groove; }
QPushButton[role="primary"], QToolButton[role="primary"] {
  background: $accent; color: $on_accent; border-color: $accent; font-weight: 600;
}
QPushButton[role="primary"]:focus, QToolButton[role="primary"]:focus { border: 2px solid $text; }
QPushButton[role="primary"]:disabled, QToolButton[role="primary"]:disabled {
  background: $raised; border-color: $groove; color: $off;
}
QPushButton[role="plain"], QToolButton[role="plain"] {
  background: transparent; border-color: transparent;
}
QPushButton[role="plain"]:hover, QToolButton[role="plain"]:hover { background: $accent_soft; }
QPushButton[role="plain"]:focus, QToolButton[role="plain"]:focus { border: 2px solid $accent; }
QPushButton[role="link"] {
  background: transparent; border: 1px solid transparent; color: $accent; text-align: left;
  padding: 2px 4px; min-height: 16px;
}
QPushButton[role="link"]:hover { text-decoration: underline; }
QPushButton[role="link"]:focus { border: 2px solid $accent; padding: 1px 3px; }
QToolButton[role="chip"] {
  border-radius: 12px; padding: 2px 10px; font-size: ${small}pt; min-height: 18px;
}
QToolButton[role="chip"]:focus { padding: 1px 9px; }
QToolButton[role="chip"][active="true"] {
  background: $accent_soft; color: $on_accent_soft; border-color: $accent; font-weight: 600;
}
ViewerBar QToolButton { padding: 4px; }
ViewerBar QToolButton:focus { padding: 3px; }
QToolButton::menu-indicator { image: none; width: 0; }
QComboBox { padding-right: 28px; border-color: $control; }
QAbstractSpinBox QLineEdit {
  border: none; background: transparent; padding: 0; min-height: 0;
}
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow, QAbstractSpinBox::down-arrow { image: url("$down"); }
QAbstractSpinBox::up-arrow { image: url("$up"); }
QComboBox::down-arrow { width: ${arrow}px; height: ${arrow}px; }
QAbstractSpinBox::up-arrow, QAbstractSpinBox::down-arrow { width: ${step}px; height: ${step}px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
  border: none; background: transparent; width: 22px; subcontrol-origin: border;
}
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {
  background: $accent_soft;
}
QComboBox QAbstractItemView {
  background: $raised; border: 1px solid $control; selection-background-color: $accent_soft;
  selection-color: $on_accent_soft;
}

QLineEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox {
  background: $surface; border: 1px solid $control; border-radius: ${radius}px; padding: 5px 8px;
  selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit { min-height: ${line}px; }
QSpinBox, QDoubleSpinBox { padding: 3px 8px; min-height: ${line}px; }
QLineEdit, QPlainTextEdit { placeholder-text-color: $muted; }
QLineEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus {
  border: 2px solid $accent; padding: 4px 7px;
}
QSpinBox:focus, QDoubleSpinBox:focus { padding: 2px 7px; }
QCheckBox { border: 2px solid transparent; border-radius: 4px; padding: 2px; }
QCheckBox:focus { border-color: $accent; }
QCheckBox::indicator {
  width: ${arrow}px; height: ${arrow}px; background: $surface; border: 1px solid $control;
  border-radius: 3px;
}
QCheckBox::indicator:checked { border: 2px solid $accent; image: url("$tick"); }
#questionFrame { background: $surface; border: 1px solid $control; border-radius: 10px; }
#questionFrame[active="true"] { border: 2px solid $accent; }
#questionFrame[drop="true"] { border: 2px dashed $accent; background: $accent_soft; }
#askInput, #askInput:focus { background: transparent; border: none; padding: 0; }

QTextBrowser { background: $surface; border: none; selection-background-color: $accent;
  selection-color: $on_accent; }
QListView, QTreeView, QTableView, QListWidget {
  background: transparent; border: 2px solid transparent; selection-background-color: $accent_soft;
  selection-color: $on_accent_soft; alternate-background-color: $raised;
}
#conversationList::item { padding-left: 4px; border-radius: 4px; }
#conversationList::item:hover:!selected { background: $raised; }
#conversationList::item:selected { background: $accent_soft; color: $on_accent_soft; }
#paletteList::item, #settingsGroups::item { padding: 6px 8px; border-radius: 4px; }
#paletteList::item:selected, #settingsGroups::item:selected {
  background: $accent_soft; color: $on_accent_soft;
}
#settingsGroups::item:hover:!selected { background: $raised; }
#ledgerTable, #paletteList, #questionTable, #tableView { background: $surface; }
QListView:focus, QTreeView:focus, QTableView:focus {
  border: 2px solid $accent; border-radius: 4px;
}
QTextBrowser:focus { border: none; }
QHeaderView::section {
  background: $raised; color: $muted; border: none; border-bottom: 1px solid $border;
  padding: 6px 8px;
  font-size: ${small}pt; font-weight: 600;
}
QTableView { gridline-color: $border; }
QTableView::item { padding: 0 5px; }
#searchResults, #searchResults:focus { border: none; border-top: 2px solid transparent; }
#searchResults:focus { border-top: 2px solid $accent; border-radius: 0; }
#evidenceTabs > QTabBar::tab { padding: 11px 8px; }
#evidenceTabs > QTabBar::tab:selected { font-weight: 400; }

QTabBar { qproperty-drawBase: 0; }
QTabBar::tab {
  background: transparent; color: $muted; padding: 6px 14px; border: 1px solid transparent;
  border-bottom: 2px solid transparent;
}
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; font-weight: 600; }
QTabBar::tab:hover:!selected { color: $text; }
QTabBar::tab:focus { border: 2px solid $accent; border-radius: 4px; padding: 5px 13px; }
#modeSwitch::tab { border-radius: ${radius}px; border: 1px solid transparent; padding: 5px 16px; }
#modeSwitch::tab:selected {
  background: $accent_soft; color: $on_accent_soft; border: 1px solid $accent;
}
#modeSwitch[away="true"]::tab:selected {
  background: transparent; color: $muted; border-color: transparent; font-weight: 400;
}
#modeSwitch::tab:focus, #modeSwitch[away="true"]::tab:focus {
  border: 2px solid $accent; padding: 4px 15px;
}
QTabWidget::pane { border: none; border-top: 1px solid $border; }

QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $accent; }

#activityBar { background: $raised; border-top: 1px solid $border; }
#activityBar QPushButton, #activityBar QToolButton {
  font-size: ${small}pt; min-height: 16px; padding: 1px 6px;
}
#activityBar QLabel { font-size: ${small}pt; color: $muted; }
#notice { background: $accent_soft; border-radius: ${radius}px; }
#notice QLabel { color: $on_accent_soft; background: transparent; }
#notice[severity="warning"], #notice[severity="error"] { background: $evidence_soft; }
#notice[severity="warning"] QLabel, #notice[severity="error"] QLabel { color: $on_evidence_soft; }
#notice[severity="warning"] QPushButton, #notice[severity="error"] QPushButton {
  color: $on_evidence_soft;
  text-decoration: underline; }

#dropZone { background: $raised; border: 2px dashed $control; border-radius: 12px; }
#dropZone[drop="true"] { background: $accent_soft; border-color: $accent; }
#honestCard { background: $raised; border: 1px solid $border; border-radius: ${radius}px; }
#dropOverlay { background: $accent_soft; border: 3px dashed $accent; border-radius: 12px; }
#dropOverlay QLabel { color: $on_accent_soft; background: transparent; }

SourceCard { background: $surface; border: 1px solid $border; border-radius: ${radius}px; }
SourceCard:hover { border-color: $control; background: $raised; }
SourceCard:focus, SourceCard[current="true"] { border: 2px solid $accent; }
SourceCard QLabel { background: transparent; }
QLabel#badge {
  background: $accent_soft; color: $on_accent_soft; border-radius: 4px; padding: 1px 5px;
  font-weight: 700; font-size: ${small}pt; }
QLabel#badge[used="false"] { background: transparent; color: $muted; border: 1px solid $control; }
QLabel#passage { color: $text; font-size: ${small}pt; }
#hoverCard { background: $raised; border: 1px solid $control; border-radius: ${radius}px; }

QMenu { background: $raised; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: $accent_soft; color: $on_accent_soft; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }

QProgressBar {
  background: $groove; border: none; border-radius: 3px; max-height: 6px; text-align: center;
}
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle {
  background: $control; border-radius: 4px; margin: 2px; min-height: 24px; min-width: 24px;
}
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QScrollArea { border: none; background: transparent; }
QFrame#line { background: $border; max-height: 1px; min-height: 1px; border: none; }
#paletteBox { background: $raised; border: 1px solid $control; border-radius: 10px; }
""")


def style_sheet(colours: Colours, points: float) -> str:
    """The sheet for an appearance; `points` is the size of body text."""
    bright = "_bright" if colours is tokens.CONTRAST else ""
    return _SHEET.substitute(
        tokens.by_name(colours),
        radius=tokens.RADIUS,
        down=resource("icons", f"chevron{bright}.svg").as_posix(),
        tick=resource("icons", "tick.svg").as_posix(),
        up=resource("icons", f"chevron_up{bright}.svg").as_posix(),
        arrow=round(points * 1.3),
        step=round(points * 1.1),
        line=max(_LEAST_LINE, round(points * 1.7)),
        small=f"{points * tokens.TYPE_SMALL:.1f}",
        title=f"{points * tokens.TYPE_TITLE:.1f}",
    )
