"""The sockets of the house: one small Protocol each. Whoever fills one imports only `ports` and
`domain`; the same contract suite (tests/contracts) runs against every filling and its fake."""
