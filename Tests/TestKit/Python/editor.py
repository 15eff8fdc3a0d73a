"""An editor that the session bus starts, and that edits without a person.

    editor.py NAME RENDER LOG [die | wait]

Takes up each ticket, hands in the file RENDER, and writes what happened to LOG, a line each: the ticket, then 'taken' or an error's name,
then 'finished' or an error's name, then the error's name of a second use. With 'die' it ends when it has taken up a ticket; with 'wait' it
hands in nothing. Shares no code with Filmgate's own clients.
"""
import os
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

LIBRARY, ROOT = "org.filmgate.Library1", "/org/filmgate/Library1"


class Editor(dbus.service.Object):
    def __init__(self, bus, name, render, log, habit):
        super().__init__(dbus.service.BusName(name, bus), "/" + name.replace(".", "/").replace("-", "_"))
        self.bus, self.render, self.log, self.habit = bus, render, log, habit
        self.library = dbus.Interface(bus.get_object(LIBRARY, ROOT), "org.filmgate.Editing1")

    def note(self, text):
        with open(self.log, "a", encoding="utf-8") as file:
            file.write(f"{text}\n")

    @dbus.service.method("org.filmgate.Editor1", in_signature="sa{sv}")
    def Edit(self, ticket, details):
        self.note(ticket)
        try:
            session, content, described = self.library.TakeUp(ticket, dbus.Dictionary({}, signature="sv"), timeout=60)
        except dbus.DBusException as error:
            self.note(error.get_dbus_name())
            raise
        os.close(content.take())
        self.note("taken")
        if self.habit == "die":
            # Once the answer is sent.
            GLib.idle_add(lambda: (self.bus.flush(), os._exit(1)))
        elif self.habit != "wait":
            GLib.idle_add(self.finish, ticket, session, str(described["media-type"]))

    def finish(self, ticket, session, kind):
        proxy = dbus.Interface(self.bus.get_object(LIBRARY, session), "org.filmgate.EditSession1")
        with open(self.render, "rb") as file:
            render = dbus.Struct(
                ("full-size-" + ("photo" if kind == "image" else kind), dbus.types.UnixFd(file),
                 dbus.Dictionary({}, signature="sv")), signature="sha{sv}")
            self.attempt("finished", lambda: proxy.Finish(
                dbus.Array([render], signature="(sha{sv})"), "org.example.Editor", "1", dbus.ByteArray(b"data"),
                dbus.Dictionary({}, signature="sv"), timeout=60))
        self.attempt("taken again", lambda: self.library.TakeUp(ticket, dbus.Dictionary({}, signature="sv"), timeout=60))

    def attempt(self, success, call):
        try:
            call()
            self.note(success)
        except dbus.DBusException as error:
            self.note(error.get_dbus_name())


DBusGMainLoop(set_as_default=True)
Editor(dbus.SessionBus(), sys.argv[1], sys.argv[2], sys.argv[3], (sys.argv + ["edit"])[4])
GLib.MainLoop().run()
