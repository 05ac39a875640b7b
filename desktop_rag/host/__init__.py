"""The machine around the application: folders, resources, locks, logs."""
