"""Writing a file for others, over an old one only by force."""

import os

from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.mail import secret_files
from tarawa_cli.kernel.saves import savefile
from tarawa_cli.kernel.saves.files import check_no_link


def write(file: str, text: str | bytes, save: str, force: bool) -> None:
    """Over an old file only by force; never over the save or secrets, over what is no file, or through a link."""
    there = os.path.lexists(file)
    if there and not os.path.isfile(file):
        raise BadFile(f"{file} is not a file")
    if there and save and os.path.exists(save) and os.path.samefile(file, save):
        raise BadOrder(f"{file} is the save itself", hint="give the export another name")
    check_no_link(file)
    if there and secret_files.is_one(file):
        raise BadFile(f"{file} holds what a side keeps secret", hint="give the export another name")
    if there and not force:
        raise BadFile(f"{file} exists already", hint="add --force to write over it")
    if force:
        savefile.write(savefile.make_folder(file), text)
    else:
        savefile.create(file, text)
