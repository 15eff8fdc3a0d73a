"""Windows of a library of 100,000 photos, on a display that nobody sees, against GTK with plain rectangles in C.

What is on the screen is read from the display's memory, a few thousand pixels at a time, so that nothing in the programs is changed.
"""
import mmap
import os
import random
import shutil
import statistics
import struct
import subprocess
import time
import zlib

from world import BUILT, FLOORS, NAME, report, resident

COUNT = 100_000
# As many of them have content: more than are in view during the scroll.
REAL = 1600
COLORS = 8
WIDTH, HEIGHT = 1280, 800
MAGENTA = (0xAA, 0x00, 0xFF)
ROUNDS = 7

ASKER = """
import sys, dbus, dbus.bus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib
bus = dbus.bus.BusConnection(sys.argv[1], mainloop=DBusGMainLoop())
library = bus.get_object(sys.argv[2], "/org/filmgate/Library1", introspect=False)
loop = GLib.MainLoop()
bus.add_signal_receiver(lambda *_: loop.quit(), "Response", "org.filmgate.Request1")
sys.stdin.readline()
options = dbus.Dictionary({}, signature="sv")
if sys.argv[3] == "pick":
    library.Pick(options, dbus_interface="org.filmgate.Picker1")
else:
    library.RequestAccess("read-write", options, dbus_interface="org.filmgate.Authorization1")
loop.run()
print("answered", flush=True)
"""


class Display:
    """Xvfb and a window manager, and what they show."""

    def __init__(self, world):
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-fbdir", world.folder],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        number = self.server.stdout.readline().strip()
        world.environment.update({
            "DISPLAY": f":{number}", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory",
            "HOME": world.folder, "LC_ALL": "C.UTF-8"})
        self.environment = world.environment
        self.manager = subprocess.Popen(["openbox"], env=world.environment, stderr=subprocess.DEVNULL)
        with open(f"{world.folder}/Xvfb_screen0", "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        header = struct.unpack(">25I", self.memory[:100])
        self.start, self.row = header[0] + header[19] * 12, header[12]
        places = random.Random(1)
        self.places = [self.place(places.randrange(20, WIDTH - 20), places.randrange(60, HEIGHT - 20)) for _ in range(1500)]
        time.sleep(1)

    def place(self, x, y):
        return self.start + y * self.row + x * 4

    def pixels(self, count=1500):
        return [self.memory[place:place + 3] for place in self.places[:count]]

    def watch(self, seconds, done):
        """Pairs of a time and the pixels since then, until they say so or the time is up."""
        frames, last, end = [], None, time.monotonic() + seconds
        while time.monotonic() < end:
            pixels = self.pixels()
            if pixels != last:
                frames.append((time.monotonic(), pixels))
                last = pixels
                if done(pixels):
                    break
            time.sleep(0.0005)
        return frames

    def settled(self, seconds=1.0):
        """Waits until the screen has not changed for so long."""
        last, since, end = None, time.monotonic(), time.monotonic() + 60
        while time.monotonic() < min(end, since + seconds):
            pixels = self.pixels()
            if pixels != last:
                last, since = pixels, time.monotonic()
            time.sleep(0.02)
        return last

    def keys(self, *keys):
        subprocess.run(["xdotool", "key", *keys], env=self.environment, check=True)

    def scroll(self, rows=200):
        """Milliseconds between the frames while the focus goes down fast, row by row.

        It goes from one column to the next, too: photos without pictures, in rows of which none begins a day, would look the same after a row.
        """
        keys = [key for row in range(rows) for key in ("Down", "Left" if row % 2 else "Right")]
        wheel = subprocess.Popen(["xdotool", "key", "--delay", "6", *keys], env=self.environment)
        times, last = [], None
        while wheel.poll() is None:
            # Everything, because some frames change little. Rarely enough to leave the processor to the window.
            screen = zlib.adler32(self.memory)
            if screen != last:
                times.append(time.monotonic())
                last = screen
            time.sleep(0.003)
        intervals = sorted((b - a) * 1000 for a, b in zip(times, times[1:]))
        return intervals[len(intervals) // 2], intervals[len(intervals) * 99 // 100]

    def close(self):
        for program in (self.manager, self.server):
            program.terminate()
            program.wait()


def is_magenta(pixel):
    return all(abs(a - b) < 24 for a, b in zip(pixel, MAGENTA))


def magentas(pixels):
    return sum(map(is_magenta, pixels))


def tiles(pixels):
    """How many show a photo, or its place: the background of one is a little darker than that of the window."""
    return sum(1 for pixel in pixels if is_magenta(pixel) or 222 <= pixel[0] <= 238 and pixel[0] == pixel[1] == pixel[2])


def is_window(pixels):
    return sum(1 for pixel in pixels if pixel != b"\0\0\0") > 200


def fill(world, state):
    """A copy of the library, with photos that are half magenta and half noise of one of eight colors, so that no row looks like the next."""
    shutil.copytree(state, f"{world.folder}/state")
    folder = f"{world.folder}/photos"
    os.makedirs(folder)
    for color in range(COLORS):
        red, green, blue = (f"{color >> bit & 1}*155+random({bit})*100" for bit in range(3))
        base = f"{folder}/base.jpg"
        subprocess.run(
            ["ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-f", "lavfi", "-i",
             f"nullsrc=s=640x480,format=rgb24,geq=r='if(lt(Y,240),255,{red})':g='if(lt(Y,240),0,{green})':b='if(lt(Y,240),170,{blue})'",
             "-frames:v", "1", "-q:v", "5", base], check=True)
        with open(base, "rb") as file:
            content = file.read()
        os.remove(base)
        # A comment makes each a photo of its own.
        for index in range(color, REAL, COLORS):
            with open(f"{folder}/{index:04}.jpg", "wb") as file:
                file.write(content[:2] + b"\xff\xfe\x00\x0a%08d" % index + content[2:])
    world.start(f"{world.folder}/state")
    world.run(f"{BUILT}/filmgatectl", "--bus", world.address, "import", "--quiet", folder)


def measure(world, state):
    fill(world, state)
    display = Display(world)
    try:
        measure_library(world, display)
        measure_questions(world, display)
    finally:
        display.close()


def measure_library(world, display):
    floor = subprocess.Popen([f"{FLOORS}/rectangles", str(COUNT)], env=world.environment)
    display.settled()
    floors = [display.scroll() for _ in range(3)]
    floor_memory = resident(floor.pid) / 1024
    floor.kill()
    floor.wait()
    ours = []
    # The first window has the images made that the others find in the cache.
    for round in range(4):
        window = subprocess.Popen([f"{BUILT}/filmgate-window"], env=world.environment)
        # The sidebar takes a part.
        frames = display.watch(30, lambda pixels: magentas(pixels) > 300)
        if not frames or magentas(frames[-1][1]) <= 300:
            raise SystemExit("the library's window shows no photos")
        display.settled()
        if round:
            ours.append(display.scroll())
            memory = resident(window.pid) / 1024
        else:
            display.scroll()
            display.settled()
        display.keys("ctrl+q")
        window.wait()
    for index, what, goal in ((0, "median", 17.5), (1, "99th percentile", 33)):
        mine, base = (statistics.median(run[index] for run in runs) for runs in (ours, floors))
        report(f"a frame of a fast scroll, {what}", mine, base, mine, goal, "ms")
    report("the window after it, resident", memory, floor_memory, memory, 200, "MiB")


def measure_questions(world, display):
    agents = {}
    for front_end in (["--plain"], ["--window", f"{BUILT}/filmgate-window"]):
        agent = subprocess.Popen(
            [f"{BUILT}/filmgate-agent", *front_end], env=world.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        time.sleep(2)
        agents[front_end[0]] = resident(agent.pid) / 1024
        if front_end[0] == "--plain":
            agent.kill()
            agent.wait()
    cold, warm, grids, thumbnails, askers = [], [], [], [], []

    def ask(what, done):
        # Each is an app of its own: one that was dismissed must wait before it asks again.
        program = f"{world.folder}/asker{len(askers)}"
        shutil.copy(os.path.realpath("/usr/bin/python3"), program)
        asker = subprocess.Popen([program, "-c", ASKER, world.address, NAME, what], env=world.environment, stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, text=True)
        askers.append(asker)
        time.sleep(1.5)
        begin = time.monotonic()
        asker.stdin.write("ask\n")
        asker.stdin.flush()
        return begin, display.watch(15, done)

    def dismiss():
        time.sleep(0.9)
        display.keys("Escape")
        if askers[-1].communicate()[0].strip() != "answered":
            raise SystemExit("the question was not answered")
        display.settled(0.3)

    for _ in range(ROUNDS):
        # The window's process is a child of the agent, and ends if it must.
        subprocess.run(["pkill", "-P", str(agent.pid)], check=False)
        time.sleep(0.5)
        begin, frames = ask("access", is_window)
        cold.append((frames[-1][0] - begin) * 1000)
        dismiss()
        begin, frames = ask("access", is_window)
        warm.append((frames[-1][0] - begin) * 1000)
        dismiss()
        begin, frames = ask("pick", lambda pixels: False) if not grids else ask("pick", lambda pixels: magentas(pixels) >= full)
        full = max(magentas(pixels) for _, pixels in frames) * 98 // 100
        shown = next(moment for moment, pixels in frames if tiles(pixels) >= full)
        grids.append((shown - begin) * 1000)
        thumbnails.append((next(moment for moment, pixels in frames if magentas(pixels) >= full) - shown) * 1000)
        dismiss()
    for what, times, goal in (
        ("from a prompt to a window on the screen, cold", cold, 400), ("the same, while the program still runs", warm, 150),
        ("from a question to the first screen of a grid", grids, 300), ("thumbnails of a screen from the cache", thumbnails, 150)):
        report(what, statistics.median(times), None, statistics.median(times), goal, "ms")
    report("an agent with a window, without a question", agents["--window"], agents["--plain"],
           agents["--window"] / agents["--plain"], 1.1, "MiB")
    agent.kill()
    agent.wait()
