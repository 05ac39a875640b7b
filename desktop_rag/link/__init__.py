"""How messages travel: `multiprocessing.connection` over a local socket, never pickle."""
