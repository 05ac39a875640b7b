"""What the engine does on each command: one file per subject."""
