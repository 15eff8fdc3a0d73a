#!/usr/bin/python3
"""Has the person pick photos, and copies them into a folder. Needs no access: pick.py FOLDER"""

import os
import shutil
import sys

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

NAME, ROOT, PICKER = "org.filmgate.Library1", "/org/filmgate/Library1", "org.filmgate.Picker1"

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
address = os.environ.get("FILMGATE_BUS_ADDRESS")
bus = dbus.bus.BusConnection(address) if address else dbus.SystemBus()
picker = dbus.Interface(bus.get_object(NAME, ROOT), PICKER)
loop = GLib.MainLoop()


def response(outcome, results):
    for item in results.get("items", []):
        content, details = picker.OpenItem(item["handle"], "")
        target = os.path.join(sys.argv[1], os.path.basename(item.get("filename", "")) or item["handle"])
        with os.fdopen(content.take(), "rb") as source, open(target, "xb") as copy:
            shutil.copyfileobj(source, copy)
        print(target, "without", ", ".join(details["redacted"]) or "nothing left out")
    print(outcome, results.get("error-message", ""))
    loop.quit()


# The path of the request is known before the call, so that no response can be missed.
sender = bus.get_unique_name().lstrip(":").replace(".", "_")
bus.add_signal_receiver(response, "Response", path=f"{ROOT}/request/{sender}/pick")
picker.Pick({"limit": dbus.UInt32(0), "filter": "media-type = 'image'", "prompt": "Choose photos for the wall",
             "remove": dbus.Array(["location"], "s"), "handle-token": "pick"})
loop.run()
