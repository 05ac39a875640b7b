"""The command line: one file per command. Knows no Qt and no room of the engine; all work is done
by the engine, over the wire."""
