"""Pictures of the window's screens in all appearances: `python -m tests.gui.screenshots FOLDER`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from desktop_rag.domain.errors import EngineUnavailable
from desktop_rag.gui.app import install_language
from desktop_rag.gui.style.theme import Appearance, Theme
from desktop_rag.gui.views.command_palette import CommandPalette
from desktop_rag.gui.views.password_dialog import PasswordDialog
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.common import NoticeGiven
from desktop_rag.messages.library import LanguageModelStatus, QueueStatus, RootStatus
from tests.fakes.scripted_gui_engine import ScriptedGuiEngine, finished_answer, furnished, hit
from tests.gui.screens_of_states import STATES
from tests.gui.scripted_library import ScriptedLibrary, manual
from tests.gui.studio import Studio, kept_models

PDF = "/home/ana/Work/pump manual.pdf"
LONG = "A very long name of a folder that holds the quarterly reports of the northern region 2025"


def main(folder: Path, only: str = "") -> None:
    """Take all pictures, or those whose name begins with `only` (a screen, or `screen-look`)."""
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    install_language(application, "en")
    theme = Theme(application)
    for appearance in ("light", "dark", "contrast"):
        for name, screen in SCREENS.items():
            if f"{name}-{appearance}".startswith(only):
                theme.wear(Appearance(appearance))
                studio = screen(application, theme)
                studio.save(folder, f"{name}-{appearance}")
    for name, screen in SCREENS.items():
        if f"{name}-200".startswith(only):
            theme.wear(Appearance("light", 200))
            screen(application, theme).save(folder, f"{name}-200")
    theme.wear(Appearance("light"))
    install_language(application, "es")
    for name, screen in SCREENS.items():
        if f"{name}-es".startswith(only):
            screen(application, theme).save(folder, f"{name}-es")


def _first_start(application: QApplication, theme: Theme) -> Studio:
    return Studio(application, theme, ScriptedGuiEngine())


def _answer(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.ask("Where is the manual of the pump kept?")
    studio.ask()
    return studio


def _source(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.ask()
    studio.window.contents.flow.open_source(2)
    studio.settle(0.6)
    return studio


class PagedEngine(ScriptedGuiEngine):
    """Also has a document with pages."""

    library = ScriptedLibrary({PDF: manual(PDF)})

    def __call__(self, message: Message, reply: Reply) -> None:
        """Answer for the document, or as usual."""
        if getattr(message, "path", "") == PDF:
            self.library(message, reply)
        else:
            super().__call__(message, reply)


def _page(application: QApplication, theme: Theme) -> Studio:
    text = PagedEngine.library.documents[PDF].text
    line = text.splitlines()[114]
    found = [
        hit(1, PDF, line, page=12, heading=("The pump",), start=text.index(line)),
        *furnished().hits[1:],
    ]
    answer = "Hold the reset key for seven seconds [1]."
    studio = Studio(application, theme, PagedEngine(**vars(furnished(hits=found, answer=answer))))
    studio.ask("How long must the reset key be held?")
    studio.window.contents.flow.open_source(1)
    studio.settle(1.2)
    return studio


def _table(application: QApplication, theme: Theme) -> Studio:
    path = "/home/ana/Work/prices.xlsx"
    rows = [f"pump part {n} | {n * 3.5:.2f} | {n * 7} | shelf {n % 9}" for n in range(1, 60)]
    text = "Prices\n\nPart | Price | Stock | Place\n" + "\n".join(rows)
    at = text.index(rows[3])
    found = hit(1, path, rows[3], start=at)
    engine = furnished(hits=[found], answer="It costs 14.00 [1].")
    engine.texts[path] = text
    studio = Studio(application, theme, engine)
    studio.ask("What does pump part 4 cost?")
    studio.window.contents.flow.open_source(1)
    studio.settle(0.6)
    return studio


def _found(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.ask()
    studio.window.contents.flow.show_found()
    studio.settle()
    return studio


def _search(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.window.contents.flow.switch_mode()
    studio.window.contents.flow._panes.centre.question.set_text("reset pump")
    studio.settle(0.5)
    studio.window.contents.flow._panes.centre.search_view.focus_results()
    studio.settle(0.6)
    return studio


def _quality(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    contents = studio.window.contents
    contents.show_quality()
    page = contents._quality_page()
    page.suggest()
    studio.settle()
    page.changes._add_row()
    page.measure()
    studio.settle(0.6)
    return studio


def _ledger(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.window.contents.flow.show_ledger()
    studio.settle()
    return studio


def _not_found(application: QApplication, theme: Theme) -> Studio:
    text = "The indexed documents do not say who invented the telephone."
    studio = Studio(application, theme, furnished(answer=text, outcome="not_in_documents"))
    studio.ask("Who invented the telephone?")
    return studio


def _troubled(application: QApplication, theme: Theme) -> Studio:
    model = LanguageModelStatus("", "none")
    studio = Studio(application, theme, furnished(model=model, kind="extractive"))
    studio.ask()
    studio.engine.tell(
        NoticeGiven(
            "model", "No language model is chosen, so the best sentences are quoted.",
            "Choose one under Models.",
        )
    )  # fmt: skip
    state = studio.window.contents.flow._state
    state.notices._on_unavailable(
        EngineUnavailable(
            "The engine ended right after its start.",
            "Run `desktop-rag doctor`, or look into the log.",
        )
    )
    studio.settle()
    return studio


def _long_names(application: QApplication, theme: Theme) -> Studio:
    path = f"/home/ana/{LONG}/{LONG} (final version, corrected) 日本語 العربية.pdf"
    hits = [
        hit(n, path, "word " * 200, page=1200 + n, heading=(LONG, LONG, LONG)) for n in (1, 2, 3)
    ]
    roots = [RootStatus(f"/home/ana/{LONG}", "ready", 123456, 123456, attention=1234)]
    engine = furnished(hits=hits, roots=roots, answer=f"{'Donaudampfschiff' * 12} [1]. {LONG} [2].")
    engine.queue = QueueStatus(125, 1, 50000.0, 214, 99340, current=path)
    for number in range(1, 9):
        answer = finished_answer(LONG, "x", hits)
        engine.conversations[number] = _conversation(number, f"{number} {LONG}", answer)
    studio = Studio(application, theme, engine)
    studio.window.resize(1000, 700)
    studio.ask(f"{LONG}? " * 3)
    return studio


def _conversation(number: int, title: str, answer: object) -> object:
    from desktop_rag.messages.ask import Conversation, ConversationTurn

    return Conversation(number, title, (ConversationTurn(1, 0.0, title, answer),))  # type: ignore[arg-type]


def _models(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished(on_models=kept_models(theme)))
    studio.window.contents.show_models()
    studio.settle()
    return studio


def _settings(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished(on_models=kept_models(theme)))
    studio.window.contents.show_settings()
    studio.settle(1.0)
    studio.shown = studio.window.contents.dialogs["settings"]
    return studio


def _help(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.window.contents.show_help()
    studio.settle()
    studio.shown = studio.window.contents.dialogs["help"]
    return studio


def _palette(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.window.contents.show_palette()
    studio.settle()
    studio.shown = studio.window.findChild(CommandPalette)
    return studio


def _password(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    dialog = PasswordDialog(
        "/home/ana/Work/locked.pdf", "“locked.pdf” is protected by a password.", studio.window
    )
    dialog.show()
    studio.settle()
    studio.shown = dialog
    return studio


SCREENS: dict[str, Callable[[QApplication, Theme], Studio]] = {
    "first_start": _first_start,
    "answer": _answer,
    "source": _source,
    "page": _page,
    "table": _table,
    "found": _found,
    "search": _search,
    "ledger": _ledger,
    "quality": _quality,
    "not_found": _not_found,
    "troubled": _troubled,
    "long_names": _long_names,
    "models": _models,
    "settings": _settings,
    "help": _help,
    "palette": _palette,
    "password": _password,
    **STATES,
}


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
