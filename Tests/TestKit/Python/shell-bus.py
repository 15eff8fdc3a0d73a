"""What a desktop's shell says on the session bus: whether the screen is locked.

Owns the name of GNOME's screen saver. Each line of the input is the next answer: `locked`, `open` or `silent`.
"""
import sys
import threading

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

state = "open"


class Saver(dbus.service.Object):
    @dbus.service.method("org.gnome.ScreenSaver", out_signature="b", async_callbacks=("answer", "fail"))
    def GetActive(self, answer, fail):
        if state != "silent":
            answer(state == "locked")


def read():
    global state
    for line in sys.stdin:
        state = line.strip()
        print("set", state, flush=True)
    loop.quit()


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.gnome.ScreenSaver", bus, do_not_queue=True)
saver = Saver(bus, "/org/gnome/ScreenSaver")
loop = GLib.MainLoop()
threading.Thread(target=read, daemon=True).start()
print("ready", flush=True)
loop.run()
