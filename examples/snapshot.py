#!/usr/bin/python3
"""Lists everything that this program may see, through one Snapshot. docs/snapshot.md describes the format.

    examples/snapshot.py [PROPERTY ...]     prints one line for each asset, with tabs between the values; by default only the id
"""
import os
import struct
import sys
import uuid

import dbus

NAME, PATH = "org.filmgate.Library1", "/org/filmgate/Library1"
NUMBERS = {"x": "q", "t": "Q", "d": "d", "u": "I", "i": "i", "b": "?"}


def columns(content, layout):
    """Returns the values of each column by its name; None stands for absent values."""
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


def connect():
    """Returns the bus that FILMGATE_BUS_ADDRESS names, or the system bus, and the broker on it."""
    address = os.environ.get("FILMGATE_BUS_ADDRESS")
    bus = dbus.bus.BusConnection(address) if address else dbus.SystemBus()
    return bus, bus.get_object(NAME, PATH)


def show(*values):
    """Prints one line. Other programs choose names and titles, so characters that could control a terminal are escaped."""
    texts = ["" if value is None else ", ".join(value) if isinstance(value, list) else str(value) for value in values]
    print(*("".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text) for text in texts), sep="\t")


def run(program):
    """Runs the program. If it fails, exits with the reason and what to do."""
    try:
        program()
    except dbus.DBusException as error:
        message = f"{error.get_dbus_name()}: {error.get_dbus_message()}"
        if error.get_dbus_name() in ("org.filmgate.Error.NotDetermined", "org.filmgate.Error.AccessDenied"):
            library, names = connect()[1], {"dbus_interface": "org.filmgate.Authorization1"}
            # A program that can read already needs a right, or more of the library.
            rights = " --rights all" if library.GetStatus("read-write", **names) in ("authorized", "limited") else ""
            client = library.GetClient(**names)["id"]
            message += f"\nThe library's owner allows it with: filmgatectl grants set '{client}' full{rights}"
        sys.exit(message)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        sys.exit(str(error))


def main():
    bus, library = connect()
    path, _ = library.Fetch("asset", dbus.Dictionary(signature="sv"), dbus_interface=NAME)
    result = dbus.Interface(bus.get_object(NAME, path), "org.filmgate.FetchResult1")
    content, layout = result.Snapshot(dbus.Array(sys.argv[1:], signature="s"), dbus.Dictionary(signature="sv"))
    result.Close()
    for row in zip(*columns(content.take(), layout).values()):
        show(*row)


if __name__ == "__main__":
    run(main)
