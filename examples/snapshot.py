#!/usr/bin/python3
"""Lists everything that this program may see, through one Snapshot: docs/snapshot.md in a few lines.

    examples/snapshot.py [PROPERTY ...]     one line an asset, values separated by tabs; without properties: id
"""
import os
import struct
import sys
import uuid

import dbus

NUMBERS = {"x": "q", "t": "Q", "d": "d", "u": "I", "i": "i", "b": "?"}


def columns(content, layout):
    """The values of every column by its name, None for those that are absent."""
    with os.fdopen(content, "rb") as file:
        data = file.read()
    count, found, lists = int(layout["count"]), {}, {}
    for name, kind, offset, size in layout["columns"]:
        name, part = str(name), data[offset:offset + size]
        if kind in NUMBERS:
            found[name] = list(struct.unpack(f"<{count}{NUMBERS[kind]}", part))
        elif kind == "uuid":
            found[name] = [str(uuid.UUID(bytes=part[start:start + 16])) for start in range(0, size, 16)]
        elif kind == "as":
            lists[name] = struct.unpack(f"<{count + 1}Q", part)
        elif kind == "s":
            number = lists[name][-1] if name in lists else count
            ends = struct.unpack_from(f"<{number + 1}Q", part)
            texts = [part[start:end].decode() for start, end in zip(ends, ends[1:])]
            rows = lists.get(name)
            found[name] = [texts[first:last] for first, last in zip(rows, rows[1:])] if rows else texts
        elif kind == "present":
            found[name] = [value if part[row // 8] >> row % 8 & 1 else None for row, value in enumerate(found[name])]
    return found


def main():
    bus = dbus.SystemBus() if "FILMGATE_BUS_ADDRESS" not in os.environ else dbus.bus.BusConnection(
        os.environ["FILMGATE_BUS_ADDRESS"])
    library = bus.get_object("org.filmgate.Library1", "/org/filmgate/Library1")
    path, _ = library.Fetch("asset", dbus.Dictionary(signature="sv"), dbus_interface="org.filmgate.Library1")
    result = dbus.Interface(bus.get_object("org.filmgate.Library1", path), "org.filmgate.FetchResult1")
    content, layout = result.Snapshot(dbus.Array(sys.argv[1:], signature="s"), dbus.Dictionary(signature="sv"))
    result.Close()
    for row in zip(*columns(content.take(), layout).values()):
        print(*row, sep="\t")


if __name__ == "__main__":
    main()
