"""The person's settings."""

from __future__ import annotations

from desktop_rag.engine.chains import refuse_unknown
from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.wiring import Engine
from desktop_rag.link.server import Reply
from desktop_rag.messages.models import ChangeSetting, GetSettings, SettingsShown
from desktop_rag.retrieval.postprocessing.http_rerank import leaving_words
from desktop_rag.settings import override
from desktop_rag.settings.addresses import wrong_address
from desktop_rag.settings.retrieval import RetrievalSettings
from desktop_rag.settings.storing import ADDRESS


def get(engine: Engine, message: GetSettings, reply: Reply) -> None:
    """All settings as they are."""
    reply.finish(_shown(engine))


def change(engine: Engine, message: ChangeSetting, reply: Reply) -> None:
    """Change one; raises `InvalidRequest` with what is allowed."""
    chains = {key: known for key, known in engine.parts.chains().items() if key == message.key}
    refuse_unknown(chains, override(engine.settings(), {message.key: message.value}))
    engine.change_setting(message.key, message.value)
    reply.finish(_shown(engine))


def _shown(engine: Engine) -> SettingsShown:
    settings = engine.settings()
    return SettingsShown(
        settings.model_dump_json(), engine.parts.chains(), _warnings(settings.retrieval)
    )


def _warnings(retrieval: RetrievalSettings) -> dict[str, str]:
    """What is to be read beside a setting: an address that cannot be used, which may stand in a
    file that was written by hand, or one on another machine."""
    words = wrong_address(retrieval.rerank_url) or leaving_words(retrieval, chosen=False)
    return {ADDRESS: words} if words else {}


ROUTES: Routes = {GetSettings: get, ChangeSetting: change}
