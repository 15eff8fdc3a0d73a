#!/usr/bin/python3
"""A client that does what no client should, until its standard input ends: hostile.py KIND ASSET

It speaks to the bus by sockets alone. What it is refused, and that the bus cuts a connection, is all the same to it.
"""
import os
import select
import sys
import time

from raw_bus import NO_REPLY, RawBus

NAME, ROOT = "org.filmgate.Library1", "/org/filmgate/Library1"
PROPERTIES = ["id", "creation-date", "title", "caption", "filename", "mime-type", "pixel-width", "content-hash"]
address = os.environ["DBUS_SESSION_BUS_ADDRESS"]


def goes_on(seconds=0.0):
    """Waits; False when standard input has ended."""
    ready, _, _ = select.select([0], [], [], seconds)
    return not ready or bool(os.read(0, 1))


def call(bus, interface, member, signature, *values, path=ROOT, flags=0):
    return bus.call(NAME, path, "org.filmgate." + interface, member, signature=signature, values=values, flags=flags)


def result(bus):
    """The path of an open result of everything."""
    return bus.answer(call(bus, "Library1", "Fetch", "sa{sv}", "asset", {}))["text"]


def read(bus, path, count):
    for _ in range(count):
        call(bus, "FetchResult1", "Read", "uuas", 0, 1000, PROPERTIES, path=path)


def never_reading(asset):
    """Asks for all that there is, for files, and to be told of what changes, and reads nothing of it."""
    while True:
        buses = [RawBus(address, buffer=2304) for _ in range(8)]
        for bus in buses:
            call(bus, "Observation1", "Subscribe", "a{sv}", {})
            read(bus, result(bus), 60)
            for _ in range(40):
                call(bus, "Resources1", "OpenResource", "ssa{sv}", asset, "photo", {})
        if not goes_on(1.5):
            return
        for bus in buses:
            bus.close()


def half_reading(asset):
    """Reads a little now and then."""
    bus = RawBus(address, buffer=2304)
    path = result(bus)
    while goes_on(0.02):
        read(bus, path, 2)
        bus.read(1000)
        list(bus.messages())


def connections(asset):
    """A hundred connections, each with as many results as it gets."""
    buses = [RawBus(address) for _ in range(100)]
    while goes_on(0.05):
        for bus in buses:
            bus.answers([call(bus, "Library1", "Fetch", "sa{sv}", "asset", {"limit": 100}) for _ in range(10)])


def requests(asset):
    """A thousand questions to the person."""
    while True:
        buses = [RawBus(address) for _ in range(10)]
        for bus in buses:
            for number in range(100):
                call(bus, "Authorization1", "EditSelection", "a{sv}", {"handle-token": f"t{number}"})
                call(bus, "Authorization1", "OpenSettings", "a{sv}", {})
        if not goes_on(0.5):
            return
        for bus in buses:
            bus.close()


def options(asset):
    """Options of a hundred megabytes, and of as many as the bus lets through."""
    while True:
        for size in (100_000_000, 4_000_000, 30_000_000):
            try:
                bus = RawBus(address)
                call(bus, "Library1", "Fetch", "sa{sv}", "asset", {"where": "x" * size})
                bus.answer(bus.serial)
            except OSError:
                pass
            finally:
                bus.close()
        if not goes_on(2):
            return


def descriptors(asset):
    """Keeps every file that it is given."""
    bus = RawBus(address)
    bus.arrived = lambda numbers: None
    path = result(bus)
    while goes_on(0.01):
        if bus.descriptors < 900:
            bus.answers([call(bus, "Resources1", "OpenResource", "ssa{sv}", asset, "photo", {}),
                         call(bus, "FetchResult1", "Snapshot", "asa{sv}", PROPERTIES, {}, path=path)])


def subscriptions(asset):
    """Subscribes, has something change, and is gone before it is told."""
    editor = RawBus(address)
    favorite = False
    while goes_on(0.01):
        buses = [RawBus(address) for _ in range(5)]
        for bus in buses:
            bus.answer(call(bus, "Observation1", "Subscribe", "a{sv}", {}))
        favorite = not favorite
        changes = [("set-properties", {"id": asset, "properties": {"favorite": favorite}})]
        call(editor, "Library1", "PerformChanges", "a(sa{sv})a{sv}", changes, {})
        for bus in buses:
            bus.close()
        editor.answer(editor.serial)


def flooding(asset):
    """Calls that want no answer, some thousands a second; `hostile.py flooding ASSET 0`: as fast as the bus takes them."""
    bus = RawBus(address)
    pause = float(sys.argv[3]) if len(sys.argv) > 3 else 0.01
    while goes_on(pause):
        for _ in range(50):
            call(bus, "Library1", "Fetch", "sa{sv}", "asset", {"limit": 200}, flags=NO_REPLY)


def history(asset):
    """Asks for all that has changed since the beginning, over and over."""
    bus = RawBus(address)
    token = bus.answer(call(bus, "Observation1", "Subscribe", "a{sv}", {}))["text"]
    while goes_on(0.01):
        bus.answers([call(bus, "Observation1", "ChangesSince", "sa{sv}", token, {}) for _ in range(50)])


def picking(asset):
    """Asks the person to pick, over and over, and opens what was not picked."""
    bus = RawBus(address)
    while goes_on(0.01):
        bus.answers([call(bus, "Picker1", "Pick", "a{sv}", {"search": "x" * 10_000, "filter": "media-type = 'image'"}),
                     call(bus, "Picker1", "Pick", "a{sv}", {"filter": "(" * 5_000}),
                     call(bus, "Picker1", "OpenItem", "ss", asset, ""),
                     call(bus, "Picker1", "RequestItem", "sa{sv}", asset, {"mime-type": "x" * 10_000})])


def editing(asset):
    """Begins to edit, over and over, and takes up and finishes what it may not."""
    bus = RawBus(address)
    session = "/org/filmgate/Library1/edit/1_1/b0/1"
    while goes_on(0.01):
        bus.answers([call(bus, "Editing1", "BeginEditing", "sa{sv}", asset, {}) for _ in range(10)]
                    + [call(bus, "Editing1", "TakeUp", "sa{sv}", asset, {}),
                       call(bus, "Editing1", "CreateTicket", "ssa{sv}", asset, "flatpak:org.example.Innocent", {}),
                       call(bus, "EditSession1", "Cancel", "", path=session)])


def hanging_up(count):
    """Connects, calls and is gone before the answer, so many times; then calls once as others do."""
    for _ in range(int(count)):
        bus = RawBus(address)
        call(bus, "Authorization1", "GetStatus", "s", "read-write")
        bus.close()
    bus = RawBus(address)
    print(bus.answer(call(bus, "Authorization1", "GetStatus", "s", "read-write"))["text"], flush=True)
    goes_on(60)


if __name__ == "__main__":
    print("ready", flush=True)
    while goes_on():
        try:
            globals()[sys.argv[1].replace("-", "_")](sys.argv[2])
            break
        except (OSError, EOFError) as error:
            # The bus has had enough of this connection.
            time.sleep(0.2)
