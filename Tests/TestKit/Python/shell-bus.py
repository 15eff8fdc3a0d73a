"""What a desktop's shell says on the session bus: whether the screen is locked.

Owns the name of GNOME's screen saver. Each line of the input is the next answer: `locked`, `open` or `silent`. It is followed by the signal,
which says of `silent` that the screen is open.
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

    @dbus.service.signal("org.gnome.ScreenSaver", signature="b")
    def ActiveChanged(self, active):
        pass


def change(answer):
    global state
    state = answer
    saver.ActiveChanged(state == "locked")
    bus.get_name_owner("org.freedesktop.DBus")  # The bus answers after it has passed the signal on.
    print("set", state, flush=True)
    return False


def read():
    for line in sys.stdin:
        GLib.idle_add(change, line.strip())
    loop.quit()


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.gnome.ScreenSaver", bus, do_not_queue=True)
saver = Saver(bus, "/org/gnome/ScreenSaver")
loop = GLib.MainLoop()
threading.Thread(target=read, daemon=True).start()
print("ready", flush=True)
loop.run()
