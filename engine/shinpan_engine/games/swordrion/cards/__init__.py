"""The cards: pack files, the tables read from them, and what their texts do."""
