"""The rules engines of Shinpan: pure rules, no clock, no network, no chance but our own."""
