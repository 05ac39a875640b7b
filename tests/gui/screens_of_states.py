"""What the window looks like when something is going on, is wrong, or is not there yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from desktop_rag.domain.answer import Source
from desktop_rag.domain.errors import DesktopRagError
from desktop_rag.domain.source import FileEntry
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.views.help_dialog import HelpDialog
from desktop_rag.gui.views.model_server_dialog import ModelServerDialog
from desktop_rag.gui.views.models_view import ModelsView
from desktop_rag.gui.views.template_dialog import TemplateDialog
from desktop_rag.gui.widgets.hover_card import HoverCard
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.ask import Ask
from desktop_rag.messages.common import NoticeGiven
from desktop_rag.messages.library import LanguageModelStatus, QueueStatus, RootStatus
from desktop_rag.messages.viewer import OpenSource, SourceOpened
from tests.fakes.scripted_gui_engine import ScriptedGuiEngine, furnished, hit
from tests.gui.scripted_models import GIB, LARGE, ScriptedModels
from tests.gui.studio import Studio, kept_models

MAIL = (
    "From: Ana Ruiz <ana@example.org>\nTo: Workshop <workshop@example.org>\n"
    "Date: Mon, 3 Mar 2025 09:12:00 +0100\nSubject: Pump P-200 in hall 2\n\n"
    "Good morning,\n\nthe pump in hall 2 stopped twice with E-17. I drained the line and it runs\n"
    "again. Please order a new intake filter.\n\nAna\n"
)
CODE = '''"""Resetting the pump."""

from time import sleep

HOLD_S = 5


def reset(pump: Pump, seconds: int = HOLD_S) -> bool:
    """Hold the reset key until the light blinks."""
    pump.hold("reset", seconds=seconds)
    while not pump.light.blinks:  # at most a minute
        sleep(0.1)
    return pump.state == "ready"
'''


def _quiet(application: QApplication, theme: Theme) -> Studio:
    roots = [RootStatus("/home/ana/Notes", "ready", 48, 48)]
    files = [FileEntry(f"/home/ana/Notes/{n}.md", "/home/ana/Notes", "indexed") for n in range(48)]
    return Studio(application, theme, furnished(roots=roots, files=files, queue=QueueStatus()))


def _streaming(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished(pause_s=0.1))
    studio.window.contents.flow.ask("How do I reset the pump?")
    studio.settle(1.2)
    return studio


def _failed(application: QApplication, theme: Theme) -> Studio:
    def fail(message: Ask, reply: Reply) -> None:
        raise DesktopRagError("The language model stopped while it wrote.", "Ask again.")

    studio = Studio(application, theme, furnished(on_ask=fail))
    studio.ask()
    return studio


def _limited(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.window.contents.flow.ask_about("/home/ana/Work/manual.pdf")
    studio.settle()
    return studio


def _nothing_found(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.window.contents.flow.switch_mode()
    studio.window.contents.panes.centre.question.set_text("zeppelin")
    studio.settle(0.8)
    return studio


def _cited(application: QApplication, theme: Theme, path: str, text: str, passage: str) -> Studio:
    start = text.index(passage)
    lines = (text.count("\n", 0, start) + 1, text.count("\n", 0, start + len(passage)) + 1)
    found = hit(1, path, passage, lines=lines, start=start)
    engine = furnished(hits=[found], answer="So it is said [1].")
    engine.texts[path] = text
    studio = Studio(application, theme, engine)
    studio.ask()
    studio.window.contents.flow.open_source(1)
    studio.settle(0.8)
    return studio


def _code(application: QApplication, theme: Theme) -> Studio:
    passage = CODE[CODE.index("def reset") : CODE.index("    while")].rstrip()
    return _cited(application, theme, "/home/ana/Work/pump.py", CODE, passage)


def _mail(application: QApplication, theme: Theme) -> Studio:
    passage = "the pump in hall 2 stopped twice with E-17."
    return _cited(application, theme, "/home/ana/Mail/pump.eml", MAIL, passage)


def _finding(application: QApplication, theme: Theme) -> Studio:
    studio = _mail(application, theme)
    studio.window.contents.panes.evidence.find_in_source()
    studio.settle()
    return studio


@dataclass
class ChangedFiles(ScriptedGuiEngine):
    """Says of every source that something happened to it since."""

    state: str = "changed"
    note: str = ""

    def __call__(self, message: Message, reply: Reply) -> None:
        """Answer for sources, or as usual."""
        if isinstance(message, OpenSource):
            view = "missing" if self.state == "missing" else "text"
            chars = len(self.texts.get(message.path, ""))
            reply.finish(SourceOpened(message.path, view, self.state, chars=chars, note=self.note))
        else:
            super().__call__(message, reply)


def _happened(application: QApplication, theme: Theme, state: str, note: str) -> Studio:
    engine = ChangedFiles(**vars(furnished()), state=state, note=note)
    studio = Studio(application, theme, engine)
    studio.ask()
    studio.window.contents.flow.open_source(1)
    studio.settle(0.8)
    return studio


def _changed(application: QApplication, theme: Theme) -> Studio:
    note = "The file changed after it was cited: the passage is shown as it was cited."
    return _happened(application, theme, "changed", note)


def _gone(application: QApplication, theme: Theme) -> Studio:
    note = "The file is not there any more: the passage is shown as it was cited."
    return _happened(application, theme, "missing", note)


def _hovered(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.ask()
    card = studio.window.findChild(HoverCard)
    assert card is not None
    mark = studio.window.contents.panes.centre.ask_view.mapToGlobal(QPoint(240, 60))
    card.show_source(Source(1, studio.engine.hits[0]), mark)
    studio.settle()
    return studio


def _dragged(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.window.contents.overlay.cover()
    studio.settle()
    return studio


def _dead(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.ask()
    studio.link._line._attach = _wait_for_ever
    studio.engine.die()
    studio.settle(0.8)
    return studio


def _wait_for_ever() -> object:
    raise DesktopRagError("The engine did not come up in time.", "Try again in a moment.")


def _troubles(application: QApplication, theme: Theme) -> Studio:
    roots = [
        RootStatus("/media/ana/USB stick", "offline", 1200, 1200),
        RootStatus("/home/ana/Notes", "paused", 48, 20),
        RootStatus("/home/ana/Work/manual.pdf", "ready", 1, 1, is_file=True),
    ]
    model = LanguageModelStatus("Small 3B", "loading")
    queue = QueueStatus(28, 0, None, 20, 48, paused=True)
    studio = Studio(application, theme, furnished(roots=roots, model=model, queue=queue))
    studio.engine.tell(
        NoticeGiven(
            "disk", "There is no room left on the disk of the library.",
            "Free some space; indexing then goes on by itself.", "error",
        )
    )  # fmt: skip
    studio.engine.tell(
        NoticeGiven(
            "embedder", "The new embedder multilingual learns the library: 4200 passages to go. "
            "Search by meaning goes on with the old one.",
            "To call it off, choose all-MiniLM-L6-v2 again under Models.",
        )
    )  # fmt: skip
    studio.settle()
    return studio


def _download(application: QApplication, theme: Theme) -> Studio:
    models = kept_models(theme)
    models.steps = [(3 * GIB, LARGE)]
    studio = Studio(application, theme, _pulling(models))
    studio.window.contents.show_models()
    studio.settle()
    view = studio.window.findChild(ModelsView)
    assert view is not None
    view.download("Middle 7B")
    studio.settle()
    bar = view._scroll.verticalScrollBar()
    bar.setValue(bar.maximum())
    studio.settle()
    return studio


def _pulling(models: ScriptedModels) -> ScriptedGuiEngine:
    @dataclass
    class Engine(ScriptedGuiEngine):
        """Lets all that concerns models be answered by them."""

        def __call__(self, message: Message, reply: Reply) -> None:
            """Answer for models, or as usual."""
            if type(message).__module__.endswith("messages.models"):
                models(message, reply)
            else:
                super().__call__(message, reply)

    return Engine(**vars(furnished(on_models=models)))


def _server(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    dialog = ModelServerDialog(studio.window)
    dialog.fill("answer", "http://192.168.1.20:8080/v1", "qwen3:4b")
    return _with_dialog(studio, dialog)


def _wording(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    return _with_dialog(studio, TemplateDialog("/home/ana/Work/prices.json", "", studio.window))


def _with_dialog(studio: Studio, dialog: QWidget) -> Studio:
    dialog.show()
    studio.settle()
    studio.shown = dialog
    return studio


def _no_questions(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.window.contents.show_quality()
    studio.settle()
    return studio


def _news(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.window.contents.show_news()
    studio.settle()
    studio.shown = studio.window.contents.dialogs["help"]
    return studio


def _about(application: QApplication, theme: Theme) -> Studio:
    studio = _news(application, theme)
    dialog = studio.shown
    assert isinstance(dialog, HelpDialog)
    dialog.show_about()
    studio.settle()
    return studio


def _settings_below(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished(on_models=kept_models(theme)))
    studio.window.contents.show_settings()
    studio.settle(1.0)
    dialog = studio.window.contents.dialogs["settings"]
    area = dialog.findChild(QScrollArea)
    assert area is not None
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum() // 3)
    studio.settle()
    studio.shown = dialog
    return studio


def _ledger_chosen(application: QApplication, theme: Theme) -> Studio:
    studio = Studio(application, theme, furnished())
    studio.window.contents.flow.show_ledger()
    studio.settle()
    table = studio.window.findChild(QWidget, "ledgerTable")
    table.selectRow(1)  # type: ignore[union-attr]  # a table
    studio.settle()
    return studio


def _served(application: QApplication, theme: Theme) -> Studio:
    model = LanguageModelStatus("qwen3:4b", "ready", host="192.168.1.20", elsewhere=True)
    studio = Studio(application, theme, furnished(model=msgspec.structs.replace(model)))
    studio.ask()
    return studio


STATES: dict[str, Callable[[QApplication, Theme], Studio]] = {
    "quiet": _quiet,
    "streaming": _streaming,
    "failed": _failed,
    "limited": _limited,
    "nothing_found": _nothing_found,
    "code": _code,
    "mail": _mail,
    "finding": _finding,
    "changed": _changed,
    "gone": _gone,
    "hovered": _hovered,
    "dragged": _dragged,
    "dead": _dead,
    "troubles": _troubles,
    "download": _download,
    "server": _server,
    "wording": _wording,
    "no_questions": _no_questions,
    "news": _news,
    "about": _about,
    "below": _settings_below,
    "chosen_file": _ledger_chosen,
    "served": _served,
}
