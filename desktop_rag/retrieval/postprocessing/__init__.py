"""What follows a search: rerankers, thresholds, and steps that fold, merge and spread hits."""
