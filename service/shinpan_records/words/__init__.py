"""Words for people, as data: what an event says in a sentence, what the fields of a state are called."""
