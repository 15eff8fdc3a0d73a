#!/usr/bin/python3
"""Builds an album of photos in a folder, asks for some of them, and reads all of it through one Snapshot.

    examples/albums.py TITLE FILE...

Needs python3-dbus alone. The bus is the one that FILMGATE_BUS_ADDRESS names, or the system bus. Like every program it needs the
person's permission, here to the whole library: `filmgatectl clients` shows how it is seen while it runs.
"""
import os
import sys

import dbus

from snapshot import columns

NAME, PATH = "org.filmgate.Library1", "/org/filmgate/Library1"
FILES = 16      # as many descriptors as one message carries


def options(**values):
    return dbus.Dictionary({name.replace("_", "-"): value for name, value in values.items()}, signature="sv")


def strings(values):
    return dbus.Array(values, signature="s")


def change(name, **keys):
    """One change of a batch: its name and its keys."""
    return dbus.Struct((name, options(**keys)), signature="sa{sv}")


def photo(path, placeholder):
    """A new asset, of one file; later changes of the batch call it by the placeholder."""
    with open(path, "rb") as file:
        resource = dbus.Struct(
            ("photo", dbus.types.UnixFd(file), options(filename=os.path.basename(path))), signature="sha{sv}")
    return change("create-asset", resources=dbus.Array([resource], signature="(sha{sv})"), placeholder=placeholder)


class Library:
    def __init__(self):
        address = os.environ.get("FILMGATE_BUS_ADDRESS")
        self.bus = dbus.bus.BusConnection(address) if address else dbus.SystemBus()
        self.object = self.bus.get_object(NAME, PATH)

    def perform(self, changes):
        """All of the changes or none; the identifier of what each created, else an empty text."""
        return self.object.PerformChanges(
            dbus.Array(changes, signature="(sa{sv})"), options(), dbus_interface="org.filmgate.Library1", timeout=3600)

    def fetch(self, kind, **given):
        """A result of this connection: an object to read from, and how many there are in it."""
        path, count = self.object.Fetch(kind, options(**given), dbus_interface="org.filmgate.Library1")
        return dbus.Interface(self.bus.get_object(NAME, path), "org.filmgate.FetchResult1"), int(count)


def build(library, title, files):
    """A folder, an album in it and the first photos in that, in one batch; then the other photos."""
    album = None
    for start in range(0, len(files), FILES):
        part = files[start:start + FILES]
        names = [f"@photo{index}" for index in range(len(part))]
        changes = [photo(path, name) for path, name in zip(part, names)]
        # The first photo of each batch is the best, so that there is something to ask for.
        changes.append(change("set-properties", id=names[0], properties=options(rating=dbus.Int32(5))))
        if album is None:
            changes += [change("create-folder", title="Examples", placeholder="@folder"),
                        change("create-album", title=title, parent="@folder", placeholder="@album")]
        changes.append(change("add-assets", album=album or "@album", ids=strings(names)))
        made = library.perform(changes)
        album = album or str(made[-2])
    return album


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    library = Library()
    album = build(library, sys.argv[1], sys.argv[2:])
    print(f"album\t{album}")

    # A condition: values stand in 'arguments', never within the text.
    best, count = library.fetch(
        "asset", album=album, where="rating >= ? and filename like ?", arguments=dbus.Array([4, "%.jpg"], signature="v"))
    for row in best.Read(0, count, strings(["filename", "rating"])):
        print(f"best\t{row['filename']}\t{row['rating']}")
    best.Close()

    # All of it, however large, as columns in one file.
    whole, count = library.fetch("asset", album=album)
    content, layout = whole.Snapshot(strings(["id", "filename", "creation-date"]), options())
    whole.Close()
    for row in zip(*columns(content.take(), layout).values()):
        print("row", *row, sep="\t")
    print(f"count\t{count}")


if __name__ == "__main__":
    try:
        main()
    except dbus.DBusException as error:
        sys.exit(f"{error.get_dbus_name()}: {error.get_dbus_message()}")
