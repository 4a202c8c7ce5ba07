"""Help, and the sentences of click, in the language asked for. Help comes at once: nothing of the engine is loaded."""
