#!/usr/bin/python3
"""Shows the photos that this program may see in a window: a grid that scrolls.

    examples/grid.py

Requests an image when its place comes into view, and closes the request when the place leaves the view. The library makes the images
around the view ahead. Needs python3-dbus, python3-gi and GTK 4 (gir1.2-gtk-4.0). Uses the bus that FILMGATE_BUS_ADDRESS names, or the
system bus.
"""
import itertools
import os
import sys

import dbus
import gi
from dbus.mainloop.glib import DBusGMainLoop

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk

from albums import options, strings
from snapshot import NAME, PATH, connect

AUTHORIZATION, IMAGES = "org.filmgate.Authorization1", "org.filmgate.Images1"
REQUEST, RESULT = "org.filmgate.Request1", "org.filmgate.FetchResult1"
SIDE = dbus.UInt32(256)     # pixels; the library makes images of this size of new photos before any program asks
AHEAD = 60                  # photos before and behind the view
PAGE = 1000                 # rows in one Read


class Library:
    """The photo library, as this program needs it."""

    def __init__(self):
        self.bus, self.object = connect()
        self.sender = self.bus.get_unique_name()[1:].replace(".", "_")
        self.numbers = itertools.count()

    def request(self, interface, method, *arguments, delivered=None, done, **given):
        """Makes a request. Calls delivered() with each file that comes, and done() with the outcome. Returns what closes it."""
        token = f"grid{next(self.numbers)}"
        path = f"{PATH}/request/{self.sender}/{token}"

        def deliver(content, details):
            with os.fdopen(content.take(), "rb") as file:
                delivered(file.read(), bool(details["degraded"]))

        def end(outcome, results):
            for handler in handlers:
                handler.remove()
            done(str(outcome), str(results.get("error-message", "")))

        # Listen first, so that nothing is missed.
        handlers = [self.bus.add_signal_receiver(handler, name, REQUEST, NAME, path)
                    for handler, name in ((deliver, "Delivery"), (end, "Response"))]
        self.object.get_dbus_method(method, interface)(
            *arguments, options(handle_token=token, **given), reply_handler=lambda path: None,
            error_handler=lambda error: end("failed", {"error-message": error.get_dbus_message()}))
        return lambda: self.bus.call_async(NAME, path, REQUEST, "Close", "", (), None, lambda error: None)

    def photos(self):
        """Returns the identifiers of the photos that may be seen, the latest first."""
        latest = dbus.Array([dbus.Struct(("creation-date", False))], signature="(sb)")
        path, count = self.object.Fetch("asset", options(sort=latest), dbus_interface=NAME)
        result = dbus.Interface(self.bus.get_object(NAME, path), RESULT)
        rows = [row for start in range(0, count, PAGE)
                for row in result.Read(dbus.UInt32(start), dbus.UInt32(PAGE), strings(["id"]))]
        result.Close()
        return [str(row["id"]) for row in rows]

    def image(self, photo, delivered, done):
        return self.request(IMAGES, "RequestImage", photo, delivered=delivered, done=done, width=SIDE, height=SIDE)

    def cache(self, photos):
        """Has the images of these photos made, and no others."""
        self.object.get_dbus_method("StopCachingAll", IMAGES)(ignore_reply=True)
        self.object.get_dbus_method("StartCaching", IMAGES)(
            strings(photos), options(width=SIDE, height=SIDE), ignore_reply=True)


class Window(Gtk.ApplicationWindow):
    def __init__(self, application):
        super().__init__(application=application, title="Photos", default_width=900, default_height=640)
        self.library, self.closing, self.hint = Library(), {}, Gtk.Label(label="…", wrap=True, margin_start=24, margin_end=24)
        self.photos, self.timer = Gtk.StringList(), None
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", lambda _, item: item.set_child(Gtk.Picture(
            width_request=150, height_request=150, content_fit=Gtk.ContentFit.COVER)))
        factory.connect("bind", self.bind)
        factory.connect("unbind", self.unbind)
        self.grid = Gtk.GridView(model=Gtk.NoSelection(model=self.photos), factory=factory, max_columns=12)
        self.set_child(self.hint)
        self.ask()

    def ask(self):
        """Asks for the person's permission, unless there is a decision already."""
        status = self.library.object.GetStatus("read-write", dbus_interface=AUTHORIZATION)
        if status == "not-determined":
            self.hint.set_label("Waiting for your answer …")
            self.library.request(AUTHORIZATION, "RequestAccess", "read-write", done=lambda *answer: self.show_photos())
        else:
            self.show_photos()

    def show_photos(self):
        try:
            self.photos.splice(0, 0, self.library.photos())
            self.hint.set_label("There are no photos yet.")
        except dbus.DBusException as error:
            self.hint.set_label(error.get_dbus_message())
        if self.photos.get_n_items():
            self.set_child(Gtk.ScrolledWindow(child=self.grid))

    # Rows come into view and leave it

    def bind(self, _, item):
        photo, picture, position = item.get_item().get_string(), item.get_child(), item.get_position()

        def delivered(content, degraded):
            picture.set_paintable(Gdk.Texture.new_from_bytes(GLib.Bytes.new(content)))

        def done(outcome, reason):
            self.closing.pop(position, None)
            picture.set_tooltip_text(reason)

        picture.set_alternative_text(f"Photo {position + 1}")
        self.closing[position] = self.library.image(photo, delivered, done)
        self.timer = self.timer or GLib.timeout_add(200, self.prepare)

    def unbind(self, _, item):
        item.get_child().set_paintable(None)
        close = self.closing.pop(item.get_position(), None)
        if close:
            close()

    def prepare(self):
        """Has the images around the view made, once it rests."""
        first, last = min(self.closing, default=0), max(self.closing, default=0)
        around = range(max(0, first - AHEAD), min(self.photos.get_n_items(), last + AHEAD))
        self.library.cache([self.photos.get_string(position) for position in around])
        self.timer = None
        return GLib.SOURCE_REMOVE


if __name__ == "__main__":
    DBusGMainLoop(set_as_default=True)
    application = Gtk.Application(application_id="org.example.Grid")
    application.connect("activate", lambda application: Window(application).present())
    sys.exit(application.run())
