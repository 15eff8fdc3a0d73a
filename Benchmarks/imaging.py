"""Images, redacted files and videos against libjpeg-turbo in C, vipsthumbnail, FFmpeg's own program and copying."""
import os
import shutil
import statistics
import subprocess
import sys
import time

from world import BUILT, FLOORS, NAME, report, resident

COUNT = 40
LARGE = "4000x3000"

# Requests images, so many at a time. Prints for each round the milliseconds for an image, and until the first delivery.
VIEWER = """
import os, sys, time, dbus, dbus.bus, json
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib
bus = dbus.bus.BusConnection(sys.argv[1], mainloop=DBusGMainLoop())
library = bus.get_object(sys.argv[2], "/org/filmgate/Library1")
loop, begun, firsts, state = GLib.MainLoop(), {}, [], {"open": 0, "number": 0}
prefix = "/org/filmgate/Library1/request/" + bus.get_unique_name()[1:].replace(".", "_") + "/"

def delivered(content, details, path=None):
    os.close(content.take())
    if path in begun:
        firsts.append((time.monotonic() - begun.pop(path)) * 1000)

def ended(outcome, results, path=None):
    if outcome != "success":
        sys.exit(f"{outcome}: {results}")
    state["open"] -= 1
    ask()

def failed(error):
    sys.exit(str(error))

def ask():
    while state["ids"] and state["open"] < state["most"]:
        id = state["ids"].pop()
        state["open"] += 1
        state["number"] += 1
        token = f"t{state['number']}"
        begun[prefix + token] = time.monotonic()
        options = dbus.Dictionary({**state["options"], "handle-token": token}, signature="sv")
        library.get_dbus_method("RequestImage", "org.filmgate.Images1")(
            id, options, reply_handler=lambda path: None, error_handler=failed)
    if not state["open"]:
        loop.quit()

for member, handler in (("Delivery", delivered), ("Response", ended)):
    bus.add_signal_receiver(handler, member, "org.filmgate.Request1", sys.argv[2], path_keyword="path")
path, count = library.Fetch("asset", dbus.Dictionary({}, signature="sv"), dbus_interface="org.filmgate.Library1")
rows = bus.get_object(sys.argv[2], path).Read(
    dbus.UInt32(0), dbus.UInt32(1000), ["id"], dbus_interface="org.filmgate.FetchResult1")
for line in sys.stdin:
    order = json.loads(line)
    firsts.clear()
    state.update(
        ids=[row["id"] for row in rows] * order.get("times", 1), most=order["most"],
        options={"width": dbus.UInt32(order["side"]), "height": dbus.UInt32(order["side"]), "delivery": order["delivery"]})
    asked, begin = len(state["ids"]), time.monotonic()
    ask()
    loop.run()
    print((time.monotonic() - begin) * 1000 / asked, sorted(firsts)[asked // 2], flush=True)
"""


class Viewer:
    """An app that sees everything, as an administrator trusts it."""

    def __init__(self, world):
        program = f"{world.folder}/viewer"
        shutil.copy(os.path.realpath("/usr/bin/python3"), program)
        world.run(f"{BUILT}/filmgatectl", "--bus", world.address, "grants", "set", f"exe:{program}", "full")
        self.process = subprocess.Popen(
            [program, "-c", VIEWER, world.address, NAME], env=world.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)

    def images(self, **order):
        """Milliseconds for an image, and until its first delivery."""
        import json
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the viewer ended")
        return [float(part) for part in line.split()]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def seconds(command, **options):
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
    return time.monotonic() - begin


def measure(world):
    folder = f"{world.folder}/large"
    os.makedirs(folder)
    ffmpeg = ["ffmpeg", "-nostdin", "-loglevel", "error"]
    base = f"{folder}/base.jpg"
    subprocess.run([*ffmpeg, "-f", "lavfi", "-i", f"testsrc2=size={LARGE}", "-frames:v", "1", "-q:v", "3", base], check=True)
    with open(base, "rb") as file:
        content = file.read()
    os.remove(base)
    files = [f"{folder}/{index:02}.jpg" for index in range(COUNT)]
    for index, path in enumerate(files):
        # A comment that makes it different.
        with open(path, "wb") as file:
            file.write(content[:2] + b"\xff\xfe\x00\x0a%08d" % index + content[2:])
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    world.start()
    idle = resident(world.broker.pid)
    world.run(*ctl, "import", "--quiet", folder)
    viewer = Viewer(world)
    viewer.images(most=2, side=64, delivery="high-quality")
    measure_images(world, viewer, files)
    viewer.close()
    measure_redaction(world, content)
    measure_videos(world, ffmpeg)
    report("the broker afterwards, beyond its start", (resident(world.broker.pid) - idle) / 1024, None,
           (resident(world.broker.pid) - idle) / 1024, 32, "MiB")


def measure_images(world, viewer, files):
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    floors, thumbnails, ours = [], [], []
    for _ in range(3):
        floors.append(float(world.run(f"{FLOORS}/scale-jpeg", "256", *files)))
        command = ["vipsthumbnail", "--size", "256", "-o", f"{world.folder}/%s-small.jpg", *files]
        thumbnails.append(seconds(command) * 1000 / len(files))
        world.run(*ctl, "cache", "clear")
        ours.append(viewer.images(most=4, side=256, delivery="high-quality")[0])
    mine = statistics.median(ours)
    report("256 pixels of 12 megapixels, by vipsthumbnail", mine, statistics.median(thumbnails),
           mine / statistics.median(thumbnails), 0.7, "ms")
    report("the same by libjpeg-turbo on both cores", mine, statistics.median(floors), mine / statistics.median(floors), 1.3, "ms")
    world.run(*ctl, "cache", "clear")
    first = viewer.images(most=1, side=1000, delivery="opportunistic")[1]
    report("first delivery, degraded", first, None, first, 5, "ms")
    viewer.images(most=2, side=256, delivery="high-quality")
    time.sleep(1)
    one = viewer.images(most=1, side=256, delivery="high-quality", times=10)[0]
    call = ["/org/filmgate/Library1", "org.filmgate.Authorization1", "GetStatus", "read-write"]
    echo = float(world.run(f"{FLOORS}/caller", "3000", NAME, *call).split()[0]) / 1000
    report("from the cache, against two calls in C", one, 2 * echo, one / (2 * echo), 2, "ms")
    # As many as one app may have open.
    many = 1000 / viewer.images(most=30, side=256, delivery="high-quality", times=50)[0]
    report("from the cache, 30 in flight", many, 3000, many / 3000, 1, "a second", above=True)


def measure_redaction(world, content):
    """A file of 24 MB, of which each opening makes a copy, because nobody holds one."""
    path = f"{world.folder}/redacted.jpg"
    segment = b"\xff\xfe\xff\xf0" + b"." * 0xFFEE
    with open(path, "wb") as file:
        file.write(content[:2] + segment * (24_000_000 // len(segment)) + content[2:])
    subprocess.run(["exiftool", "-q", "-overwrite_original", "-GPSLatitude*=47.4989", "-GPSLongitude*=19.0437", path], check=True)
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    world.run(*ctl, "import", "--quiet", path)
    asset = world.run(*ctl, "assets", "list", "--ids", "--where", "location is not null").split()[0]
    world.run(*ctl, "grants", "set", f"exe:{os.path.realpath(FLOORS)}/read-file", "full", "--rights", "originals,captions,metadata")
    pairs = []
    for index in range(9):
        copy = seconds(["cp", "--reflink=never", path, f"{world.folder}/copy{index}"])
        begin = time.monotonic()
        world.run(f"{FLOORS}/read-file", "1", "--resource", asset)
        pairs.append((copy, time.monotonic() - begin))
    floor, ours = (statistics.median(pair[side] for pair in pairs) * 1000 for side in (0, 1))
    report("opening 24 MB redacted, against cp", ours, floor, ours / floor, 1.3, "ms")


def measure_videos(world, ffmpeg):
    folder = f"{world.folder}/videos"
    os.makedirs(folder)
    source = f"{folder}/clip.mp4"
    subprocess.run(
        [*ffmpeg, "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30", "-f", "lavfi", "-i", "sine=frequency=440", "-t", "8",
         "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a", "aac", source], check=True)
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    world.run(*ctl, "import", "--quiet", folder)
    posters, conversions = [], []
    for index in range(5):
        floor = seconds([*ffmpeg, "-i", source, "-frames:v", "1", "-vf", "scale=512:-2", f"{folder}/poster{index}.jpg"])
        world.run(*ctl, "cache", "clear")
        ours = seconds([*ctl, "assets", "image", "clip.mp4", "--size", "512", "-o", f"{folder}/ours{index}.jpg"],
                       env=world.environment)
        posters.append((floor, ours))
    for index in range(3):
        floor = seconds(
            [*ffmpeg, "-i", source, "-vf", "scale=-2:720", "-c:v", "libx264", "-preset", "veryfast", "-crf", "21", "-c:a", "aac",
             f"{folder}/floor{index}.mp4"])
        ours = seconds([*ctl, "assets", "video", "clip.mp4", "--preset", "medium", "-o", f"{folder}/ours{index}.mp4"],
                       env=world.environment)
        conversions.append((floor, ours))
    for what, pairs in (("a poster frame", posters), ("8 s of 1080p to 720p", conversions)):
        floor, ours = (statistics.median(pair[side] for pair in pairs) * 1000 for side in (0, 1))
        report(f"{what}, against ffmpeg", ours, floor, statistics.median(b / a for a, b in pairs), 1.2, "ms")
