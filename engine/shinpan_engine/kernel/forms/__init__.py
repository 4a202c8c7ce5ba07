"""Values of the rules as canonical bytes, as text and as JSON."""
