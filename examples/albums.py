#!/usr/bin/python3
"""Builds an album of photos, fetches some of them, and reads all of them through one Snapshot.

    examples/albums.py TITLE FILE...

Needs only python3-dbus. Uses the bus that FILMGATE_BUS_ADDRESS names, or the system bus. Like every program it needs the person's
permission, here to the whole library; without it, the program says how to give it. If you run it again, it adds only missing photos.
Without the right 'location' it does not learn which photos of other programs are the same, and recognizes only its own.
"""
import mimetypes
import os
import sys

import dbus

from snapshot import NAME, columns, connect, run, show

FOLDER = "Examples"
FILES = 16      # descriptors in one message


def options(**values):
    return dbus.Dictionary({name.replace("_", "-"): value for name, value in values.items()}, signature="sv")


def strings(values):
    return dbus.Array(values, signature="s")


def change(name, **keys):
    """One change of a batch: its name and its keys."""
    return dbus.Struct((name, options(**keys)), signature="sa{sv}")


def photo(path, placeholder):
    """A change that adds a file unless the library has it; later changes of the batch use the placeholder as its identifier."""
    filename = "".join(character if character.isprintable() else "_" for character in os.path.basename(path))
    kind = "video" if (mimetypes.guess_type(path)[0] or "").startswith("video/") else "photo"
    with open(path, "rb") as file:
        resource = dbus.Struct(
            (kind, dbus.types.UnixFd(file), options(filename=filename)), signature="sha{sv}")
    return change("create-asset", resources=dbus.Array([resource], signature="(sha{sv})"), unless_present=True,
                  placeholder=placeholder)


class Library:
    def __init__(self):
        self.bus, self.object = connect()

    def perform(self, changes):
        """Makes all changes or none. Returns the identifier of what each created, or an empty text."""
        return self.object.PerformChanges(
            dbus.Array(changes, signature="(sa{sv})"), options(), dbus_interface=NAME, timeout=3600)

    def fetch(self, kind, **given):
        """Returns a result of this connection, to read from, and the number of its rows."""
        path, count = self.object.Fetch(kind, options(**given), dbus_interface=NAME)
        return dbus.Interface(self.bus.get_object(NAME, path), "org.filmgate.FetchResult1"), int(count)

    def find(self, kind, title, **given):
        """Returns the identifier of the album or folder with this title, or None."""
        result, count = self.fetch(
            kind, where="title = ?", arguments=dbus.Array([title], signature="v"), limit=dbus.UInt32(1), **given)
        rows = result.Read(0, count, strings([]))
        result.Close()
        return str(rows[0]["id"]) if rows else None


def build(library, title, files):
    """Makes a folder, an album and the first photos in one batch, unless they exist; then adds the other photos."""
    folder = library.find("folder", FOLDER, type="folder")
    album = library.find("album", title, folder=folder) if folder else None
    for start in range(0, len(files), FILES):
        part = files[start:start + FILES]
        names = [f"@photo{index}" for index in range(len(part))]
        changes = [photo(path, name) for path, name in zip(part, names)]
        # The first photo of each batch gets five stars, so that the fetch below finds some.
        changes.append(change("set-properties", id=names[0], properties=options(rating=dbus.Int32(5))))
        if album is None:
            if folder is None:
                changes.append(change("create-folder", title=FOLDER, placeholder="@folder"))
            changes.append(change("create-album", title=title, parent=folder or "@folder", placeholder="@album"))
        changes.append(change("add-assets", album=album or "@album", ids=strings(names)))
        made = library.perform(changes)
        album = album or str(made[-2])
    return album


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    library = Library()
    album = build(library, sys.argv[1], sys.argv[2:])
    show("album", album)

    # A fetch with a condition. Pass values in 'arguments', never inside the text.
    best, count = library.fetch(
        "asset", album=album, where="rating >= ? and filename like ?", arguments=dbus.Array([4, "%.jpg"], signature="v"))
    for row in best.Read(0, count, strings(["filename", "rating"])):
        show("best", row["filename"], row["rating"])
    best.Close()

    # The whole album, however large, as columns in one file.
    whole, count = library.fetch("asset", album=album)
    content, layout = whole.Snapshot(strings(["id", "filename", "creation-date"]), options())
    whole.Close()
    for row in zip(*columns(content.take(), layout).values()):
        show("row", *row)
    show("count", count)


if __name__ == "__main__":
    run(main)
