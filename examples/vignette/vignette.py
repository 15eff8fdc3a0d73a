#!/usr/bin/python3
"""Darkens the corners of photos in the library, and can take that back at any time.

    vignette                            a window with the newest photos
    vignette --list                     prints the photos: identifier, strength of this app's edit, file name
    vignette --strength NUMBER ID ...   edits photos without a window; NUMBER is from 0 to 1
    vignette --remove-all               shows the originals of all photos that this app has edited

The library's own window and 'filmgatectl assets edit-with' start it as a chosen editor (org.filmgate.Editor1).
"""
import sys

import darkening
from library import FORMAT, PhotoLibrary, Refused

APPLICATION = "org.filmgate.example.Vignette"


def list_photos(library):
    for row in library.photos():
        own = row.get("adjustment-format") == FORMAT
        name = "".join(c if c.isprintable() else "?" for c in row.get("filename", ""))
        print(row["id"], "edited" if own else "-", name, sep="\t")


def edit(library, strength, identifiers):
    for identifier in identifiers:
        session = library.begin(identifier)
        session.finish(darkening.render(session.content, strength), strength)
        before = "" if session.strength is None else f", which was {session.strength:g} before"
        print(f"{identifier}: {strength:g}{before}")


def remove_all(library):
    own = library.own_edits()
    if own:
        library.revert(own)
    print(f"Photos that show their originals again: {len(own)}")


def main(arguments):
    if not arguments or arguments[0].startswith("--gapplication"):
        import window
        return window.Vignette(APPLICATION).run(sys.argv)
    try:
        library = PhotoLibrary()
        library.ask()
        match arguments:
            case ["--list"]:
                list_photos(library)
            case ["--remove-all"]:
                remove_all(library)
            case ["--strength", number, *identifiers] if identifiers and 0 <= float(number) <= 1:
                edit(library, float(number), identifiers)
            case _:
                print(__doc__, file=sys.stderr)
                return 64
    except (Refused, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
