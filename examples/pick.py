#!/usr/bin/python3
"""Has the person pick photos and videos, and copies them into a folder. Needs no access: pick.py FOLDER

With --again it copies what the person let this program open again, and asks nobody: pick.py --again FOLDER
"""

import os
import shutil
import sys

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

NAME, ROOT, PICKER = "org.filmgate.Library1", "/org/filmgate/Library1", "org.filmgate.Picker1"
KINDS = {"image": "a photo", "image-animated": "an animation", "live-photo": "a live photo", "video": "a video",
         "video-looping": "a loop"}

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
address = os.environ.get("FILMGATE_BUS_ADDRESS")
bus = dbus.bus.BusConnection(address) if address else dbus.SystemBus()
picker = dbus.Interface(bus.get_object(NAME, ROOT), PICKER)
loop = GLib.MainLoop()
folder = sys.argv[-1]
# The parts of live photos that are still to come: their requests' paths, and the files' names.
coming = {}


def path(token):
    """The path of a request is known before the call, so that no response can be missed."""
    sender = bus.get_unique_name().lstrip(":").replace(".", "_")
    return f"{ROOT}/request/{sender}/{token}"


def write(content, name):
    target = os.path.join(folder, name)
    with os.fdopen(content.take(), "rb") as source, open(target, "xb") as copy:
        shutil.copyfileobj(source, copy)
    return target


def copy(number, item):
    kind = KINDS.get(item["playback-style"], "something new")
    name = os.path.basename(item.get("filename", "")) or item["handle"]
    content, details = picker.OpenItem(item["handle"], "")
    print(write(content, name), "is", kind, "without", ", ".join(details["redacted"]) or "nothing left out")
    for subtype in item["subtypes"]:
        print("  it is also:", subtype)
    exposure = picker.GetItemMetadata(item["handle"], {}).get("exif:ExposureTime")
    if exposure:
        print("  exposed for", exposure, "s")
    if item["playback-style"] == "live-photo":
        token = f"part{number}"
        coming[path(token)] = os.path.splitext(name)[0] + ".mov"
        bus.add_signal_receiver(delivery, "Delivery", path=path(token), path_keyword="request")
        bus.add_signal_receiver(ended, "Response", path=path(token), path_keyword="request")
        picker.RequestItem(item["handle"], {"part": "paired-video", "handle-token": token})


def delivery(content, details, request):
    print(write(content, coming[request]), "is its video,", details["mime-type"])


def ended(outcome, results, request):
    del coming[request]
    if outcome != "success":
        print(outcome, results.get("error-message", ""))
    finish()


def finish():
    if not coming:
        loop.quit()


def response(outcome, results):
    for number, item in enumerate(results.get("items", [])):
        copy(number, item)
    print(outcome, results.get("error-message", ""))
    if results.get("lasting"):
        print("The person lets this program open them again: pick.py --again FOLDER")
    finish()


if "--again" in sys.argv:
    GLib.idle_add(lambda: response("success", {"items": picker.KeptItems({})}))
else:
    bus.add_signal_receiver(response, "Response", path=path("pick"))
    picker.Pick({"limit": dbus.UInt32(0), "prompt": "Choose photos for the wall", "lasting": True,
                 "remove": dbus.Array(["location"], "s"), "handle-token": "pick"})
loop.run()
