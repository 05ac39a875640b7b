"""The person's settings."""

from __future__ import annotations

from desktop_rag.engine.handlers import Routes
from desktop_rag.engine.wiring import Engine
from desktop_rag.link.server import Reply
from desktop_rag.messages.models import ChangeSetting, GetSettings, SettingsShown


def get(engine: Engine, message: GetSettings, reply: Reply) -> None:
    """All settings as they are."""
    reply.finish(SettingsShown(engine.settings().model_dump_json()))


def change(engine: Engine, message: ChangeSetting, reply: Reply) -> None:
    """Change one; raises `InvalidRequest` with what is allowed."""
    engine.change_setting(message.key, message.value)
    reply.finish(SettingsShown(engine.settings().model_dump_json()))


ROUTES: Routes = {GetSettings: get, ChangeSetting: change}
