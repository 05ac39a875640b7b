"""An engine for tests of searching whose library and embedder change while it is looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_rag.domain.errors import InvalidRequest, SearchFailed
from desktop_rag.domain.hit import Hit, SearchResult
from desktop_rag.link.server import Reply
from desktop_rag.messages import Message
from desktop_rag.messages.models import ModelStateChanged
from desktop_rag.messages.search import HitsFound, Search
from tests.fakes.scripted_gui_engine import EMBEDDER, ScriptedGuiEngine, furnished

LOADING = "The search by meaning is still being loaded; words alone were searched."
TOO_LONG = "The question has 8001 characters; 8000 are the most."
BROKEN = "The index cannot be read."
READY = ModelStateChanged("embed", EMBEDDER.name, "ready")
_LONGEST = 8000


@dataclass
class ScriptedSearch(ScriptedGuiEngine):
    """Words alone find the first hit only while `loading`; with `broken` no search ends well.
    `hits` may be changed at any time."""

    loading: bool = False
    broken: bool = False

    def searched(self) -> int:
        """How many searches it was asked for."""
        return len(self.sent(Search))

    def find(self, hits: list[Hit]) -> None:
        """Other files are in the library now, and the windows are told."""
        self.hits = hits
        self.tell(self.library_changed())

    def become_ready(self) -> None:
        """The embedder is loaded."""
        self.loading = False
        self.tell(READY)

    def _search(self, message: Search, reply: Reply) -> None:
        if self.broken:
            raise SearchFailed(BROKEN, "Run the doctor.")
        if len(message.text) > _LONGEST:
            raise InvalidRequest(TOO_LONG, "Shorten it.")
        super()._search(message, _ByWordsAlone(reply) if self.loading else reply)


class _ByWordsAlone(Reply):
    """Takes from a result what only the search by meaning finds."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply

    def event(self, message: Message) -> None:
        self._reply.event(message)

    def cancelled(self) -> bool:
        return self._reply.cancelled()

    def finish(self, message: Message) -> None:
        assert isinstance(message, HitsFound)
        self._reply.finish(HitsFound(_by_words(message.result)))


def _by_words(result: SearchResult) -> SearchResult:
    return replace(result, hits=result.hits[:1], message=LOADING)


def scripted_search(**changes: object) -> ScriptedSearch:
    """The furnished engine, as one whose searches can be changed."""
    plain = furnished()
    engine = ScriptedSearch(
        roots=plain.roots, files=plain.files, hits=plain.hits, queue=plain.queue, texts=plain.texts
    )
    return replace(engine, **changes)  # type: ignore[arg-type]  # fields by name
