"""What is added to chunks after they were cut."""
