"""Who may come in, and what each may do: certificates, tokens, and the gate."""
