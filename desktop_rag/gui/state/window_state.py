"""Everything the window knows, made once and handed to the views."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_rag.gui.state.ask_session import AskSession
from desktop_rag.gui.state.conversations import ConversationListModel
from desktop_rag.gui.state.engine_link import EngineLink
from desktop_rag.gui.state.library import LibraryState
from desktop_rag.gui.state.notices import NoticeBoard
from desktop_rag.gui.state.search_session import SearchSession


@dataclass(frozen=True, slots=True)
class WindowState:
    """The parts of the window's state. None of them is a widget."""

    link: EngineLink
    notices: NoticeBoard
    library: LibraryState
    ask: AskSession
    search: SearchSession
    conversations: ConversationListModel


def window_state(link: EngineLink) -> WindowState:
    """The state over a line to the engine; its parts live as long as `link`."""
    return WindowState(
        link,
        NoticeBoard(link, link),
        LibraryState(link, link),
        AskSession(link, link),
        SearchSession(link, link),
        ConversationListModel(link, link),
    )
