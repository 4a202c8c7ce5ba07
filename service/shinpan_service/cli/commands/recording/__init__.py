"""`record`: writes a record in the terminal."""

from contextlib import ExitStack
from pathlib import Path

import click

from shinpan_engine.kernel.messages import Language
from shinpan_records.questions.opening import Wrong
from shinpan_records.questions.recorder import Recorder
from shinpan_records.questions.words import phrase
from shinpan_service.corpora.files.many import Form

from ...files import FILE, form_of, told_of
from ...games_given import games
from ...languages import language_option
from ...output import Failed, console
from ...own_packs import packs_option
from .beginning import Beginning
from .prompt import Prompt
from .saving import Saving
from .session import Session


@click.command()
@click.argument("file", metavar="FILE.shinpan", type=FILE)
@packs_option
@language_option
def record(file: Path, language: Language) -> None:
    """Writes a record: asks what the rules ask, and says at once what is wrong.

    An existing file is gone on with. It is saved after each answer. “help” lists what may be written; Ctrl-D or “quit”
    ends.

    \b
    shinpan record game.shinpan
    shinpan record game.shinpan --lang ja
    """
    if form_of(file) is not Form.TRANSCRIPT:
        raise Failed(phrase(language, "say.only_transcripts", end=Form.TRANSCRIPT.value))
    prompt = Prompt(console())
    with ExitStack() as stack:
        with told_of(file):
            saving = stack.enter_context(Saving(file, language))
        recorder = begun(Beginning(games(), saving, prompt, language))
        if recorder is None:
            prompt.say(phrase(language, "say.nothing_written"))
            raise SystemExit(0)
        raise SystemExit(Session(recorder, saving, prompt).run())


def begun(beginning: Beginning) -> Recorder | None:
    """The record of the session; nothing if it was ended before there was one."""
    try:
        return beginning.recorder()
    except KeyboardInterrupt:
        return None
    except Wrong as wrong:
        raise Failed(str(wrong)) from None
