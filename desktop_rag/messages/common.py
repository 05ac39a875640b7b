"""Messages that every pair of processes needs."""

from __future__ import annotations

from desktop_rag.messages.base import Base


class Hello(Base, frozen=True):
    """First words of a caller. `role`: gui, cli, reader, model_host or test."""

    protocol: int
    role: str
    version: str


class Welcome(Base, frozen=True):
    """The answer to `Hello`."""

    protocol: int
    version: str
    pid: int


class Done(Base, frozen=True):
    """The last reply to a command that has no other result."""


class Failed(Base, frozen=True):
    """The last reply to a command that failed; becomes a `DesktopRagError` at the caller."""

    code: str
    message: str
    remedy: str = ""
    detail: str = ""


def failed_by_a_bug(detail: str) -> Failed:
    """What a caller is told of a fault of the application itself."""
    return Failed(
        "internal",
        "Something went wrong inside the application.",
        "The log has the details; the rest goes on working.",
        detail,
    )


class Cancel(Base, frozen=True):
    """Stop the command whose envelope had this id. Has no reply of its own: the command ends."""

    request: int


class Ping(Base, frozen=True):
    """Are you there? Answered with `Done`."""


class Shutdown(Base, frozen=True):
    """End the process cleanly. Answered with `Done` before it ends."""


class Subscribe(Base, frozen=True):
    """From now on send me events of these subjects (`library`, `models`, `notices`, `windows`)
    under this envelope's id, until the connection closes."""

    subjects: tuple[str, ...] = ("library", "models", "notices")


class ShowWindow(Base, frozen=True):
    """Bring the open window to the front and let it take these files. Replies `WindowShown`."""

    paths: tuple[str, ...] = ()


class WindowShown(Base, frozen=True):
    """`came`: a window took them."""

    came: bool


class WindowWanted(Base, frozen=True):
    """Event: come to the front; the person wants to ask about these files (may be none). A window
    answers with `TakeCall` of the same `number`."""

    paths: tuple[str, ...] = ()
    number: int = 0


class TakeCall(Base, frozen=True):
    """This window takes the call of `WindowWanted`. Answered with `Done`."""

    number: int


class NoticeGiven(Base, frozen=True):
    """Something the person should know, in one calm sentence. `key` names the state it is about:
    a later notice with the same key replaces it, and an empty `text` takes it back."""

    key: str
    text: str
    remedy: str = ""
    severity: str = "info"  # info, warning, error
