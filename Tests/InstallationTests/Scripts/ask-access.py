#!/usr/bin/python3
"""An app that asks for photos and says what came of it: the outcome, the status, and how many photos it then sees.

    ask-access.py ADDRESS read-write|add-only [open]    with `open` it also opens the first photo
"""
import os
import sys

import dbus
import dbus.bus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME, ROOT = "org.filmgate.Library1", "/org/filmgate/Library1"


def main():
    address, access, *more = sys.argv[1:]
    bus = dbus.bus.BusConnection(address, mainloop=DBusGMainLoop())
    loop = GLib.MainLoop()
    library = bus.get_object(NAME, ROOT, introspect=False)
    authorization = dbus.Interface(library, "org.filmgate.Authorization1")
    print("as", authorization.GetClient().get("id") or "nobody", flush=True)

    def came(outcome, results):
        print(outcome, results.get("status", ""), results.get("error-name", ""), flush=True)
        loop.quit()

    request = f"{ROOT}/request/{bus.get_unique_name()[1:].replace('.', '_')}/asking"
    bus.add_signal_receiver(came, "Response", "org.filmgate.Request1", path=request)
    try:
        authorization.RequestAccess(access, {"handle-token": "asking", "purpose": "To be tried"}, signature="sa{sv}")
        GLib.timeout_add_seconds(60, loop.quit)
        loop.run()
        result, count = dbus.Interface(library, "org.filmgate.Library1").Fetch("asset", {}, signature="sa{sv}")
        print("sees", int(count))
        if "open" in more:
            rows = bus.get_object(NAME, result, introspect=False).Read(
                dbus.UInt32(0), dbus.UInt32(1), ["id"], dbus_interface="org.filmgate.FetchResult1")
            content = dbus.Interface(library, "org.filmgate.Resources1").OpenResource(
                rows[0]["id"], "photo", {}, signature="ssa{sv}")[0]
            with os.fdopen(content.take(), "rb") as file:
                print("opens a JPEG" if file.read(2) == b"\xff\xd8" else "opens something else")
    except dbus.DBusException as error:
        print(error.get_dbus_name().rpartition(".")[2])


if __name__ == "__main__":
    main()
