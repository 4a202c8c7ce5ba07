"""The command line `shinpan`."""

import click

from . import catalog, converting, demo, goldens, judging, measuring, playing, serving


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="shinpan", prog_name="shinpan")
def main() -> None:
    """Referee for recorded tabletop games: replays them through the rules and says what is wrong, if anything.

    \b
    shinpan demo                                   see it work
    shinpan verify games/                          judge every record in a folder
    shinpan show game.shinpan --step 28            the table after 28 actions
    shinpan rules wars3x3 W3-4.2-4                 what a clause says
    """


for command in (
    judging.verify,
    judging.show,
    judging.legal,
    judging.repair,
    converting.convert,
    goldens.golden,
    catalog.rules,
    catalog.games,
    playing.simulate,
    serving.serve,
    measuring.bench,
    demo.demo,
):
    main.add_command(command)
