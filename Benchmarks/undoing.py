"""Taking back what an app did to a thousand photos."""
import os
import shutil
import statistics
import subprocess
import sys
import time

from world import BUILT, NAME, report

COUNT = 1000
ROUNDS = 6

# Gives every photo another title, each in a batch of its own.
SPOILER = """
import sys, dbus, dbus.bus
bus = dbus.bus.BusConnection(sys.argv[1])
library = bus.get_object(sys.argv[2], "/org/filmgate/Library1", introspect=False)
path, count = library.Fetch("asset", dbus.Dictionary({}, signature="sv"), dbus_interface="org.filmgate.Library1")
rows = bus.get_object(sys.argv[2], path).Read(
    dbus.UInt32(0), dbus.UInt32(count), ["id"], dbus_interface="org.filmgate.FetchResult1")
for row in rows:
    properties = dbus.Dictionary({"title": "spoilt"}, signature="sv")
    change = ("set-properties", dbus.Dictionary({"id": row["id"], "properties": properties}, signature="sv"))
    library.PerformChanges(
        dbus.Array([change], signature="(sa{sv})"), dbus.Dictionary({}, signature="sv"),
        dbus_interface="org.filmgate.Library1")
print(len(rows))
"""


def measure(world):
    folder = f"{world.folder}/originals"
    os.makedirs(folder)
    picture = f"{world.folder}/picture.jpg"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1", picture],
        check=True)
    with open(picture, "rb") as file:
        content = file.read()
    for index in range(COUNT):
        # A comment that makes it different.
        with open(f"{folder}/{index:04}.jpg", "wb") as file:
            file.write(content[:2] + b"\xff\xfe\x00\x0a%08d" % index + content[2:])
    world.start()
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    world.run(*ctl, "import", "--quiet", folder)
    spoiler = f"{world.folder}/spoiler"
    shutil.copy(os.path.realpath("/usr/bin/python3"), spoiler)
    app = f"exe:{spoiler}"
    world.run(*ctl, "grants", "set", app, "full", "--rights", "captions,write")
    if int(world.run(spoiler, "-c", SPOILER, world.address, NAME)) != COUNT:
        sys.exit("the app did not change every photo")
    times = []
    for index in range(ROUNDS):
        # The first takes back what the app did; each later one, the one before.
        begin = time.monotonic()
        world.run(*ctl, "undo", *(["--client", app] if index == 0 else []))
        times.append((time.monotonic() - begin) * 1000)
    world.stop()
    median = statistics.median(times)
    report(f"undo of {COUNT:,} changes", median, None, median, 1000, "ms")
