"""A record and what is found in it: header, entries, claims, the referee and the report."""
