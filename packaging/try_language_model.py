"""Lets the starter model read a few words: ends with 0 when the library for language models works
on this processor, and dies where it holds instructions that the processor refuses."""

from __future__ import annotations

import sys

from llama_cpp import Llama

from desktop_rag.inference.starters import starter_language_model


def main() -> int:
    """Read forty tokens at once, then one."""
    starter = starter_language_model()
    if starter is None:
        return 0
    model = Llama(str(starter.path), n_ctx=64, verbose=False)
    model.eval(model.tokenize(b"The lid is opened when the pump stands still. " * 4)[:40])
    model.eval([model.token_eos()])
    return 0


if __name__ == "__main__":
    sys.exit(main())
