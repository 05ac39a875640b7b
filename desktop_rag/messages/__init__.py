"""The words that processes say to each other: frozen typed structs, one file per subject.

A command is imperative (`AddPaths`), an event past tense (`FileChanged`), a reply a noun
(`Status`). Domain values travel inside as they are. Nothing here knows how messages travel.
"""

from desktop_rag.messages.base import PROTOCOL, Message

__all__ = ["PROTOCOL", "Message"]
