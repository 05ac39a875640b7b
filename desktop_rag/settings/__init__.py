"""The person's settings: one frozen model per section, with title, description and bounds for
every field. The settings window and the command line's help are drawn from them."""

from desktop_rag.settings.model import Settings
from desktop_rag.settings.storing import load_settings, override, save_setting

__all__ = ["Settings", "load_settings", "override", "save_setting"]
