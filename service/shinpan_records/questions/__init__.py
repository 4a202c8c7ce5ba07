"""The questions by which a record is written: what has to be decided next, what may be answered, what was wrong.

They know no terminal. Whoever asks shows a `Question`, and gives the `Recorder` one answer after the other.
"""
