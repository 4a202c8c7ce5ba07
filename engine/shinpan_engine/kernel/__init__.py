"""What the games share: decisions, chance, canonical bytes, links, packs, clauses, the referee."""
