"""Records of what was merely seen: worlds are looked for in which everything that is written comes out."""
