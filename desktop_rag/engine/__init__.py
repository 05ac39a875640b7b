"""The process that owns a library: wiring, jobs, watching, and one handler file per subject."""
