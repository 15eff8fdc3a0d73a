"""The windows of Vignette: a list of photos, and one photo with a slider."""
import threading

import gi
gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GdkPixbuf, Gio, GLib, Gtk

import darkening
from library import FORMAT, PhotoLibrary, Refused

SHOWN = 800     # pixels of the longer side of what the slider changes at once
EDITOR = Gio.DBusNodeInfo.new_for_xml("""
<node>
  <interface name="org.filmgate.Editor1">
    <method name="Edit">
      <arg name="ticket" type="s" direction="in"/>
      <arg name="details" type="a{sv}" direction="in"/>
    </method>
  </interface>
</node>""").interfaces[0]


def in_thread(work, done):
    """Does work in a thread, then calls `done(result, problem)` in the window's: one of the two is None."""
    def run():
        try:
            outcome = work(), None
        except (Refused, GLib.Error) as problem:
            outcome = None, getattr(problem, "message", None) or str(problem)
        GLib.idle_add(lambda: done(*outcome))

    threading.Thread(target=run, daemon=True).start()


class Vignette(Gtk.Application):
    def __init__(self, identifier):
        super().__init__(application_id=identifier)
        self.library = None

    def do_dbus_register(self, connection, path):
        """Exports the editor at the application's own path."""
        connection.register_object(path, EDITOR, self.called, None, None)
        return Gtk.Application.do_dbus_register(self, connection, path)

    def called(self, _connection, _sender, _path, _interface, _method, parameters, invocation):
        """Takes up a ticket, and answers as soon as the photo is there."""
        ticket, details = parameters.unpack()
        self.hold()

        def taken(session, problem):
            if problem:
                invocation.return_dbus_error("org.filmgate.example.Vignette.Error", problem)
            else:
                invocation.return_value(None)
                window = EditWindow(self, session)
                window.set_startup_id(details.get("activation-token", ""))
                window.present()
            self.release()

        in_thread(lambda: self.connected().take_up(ticket), taken)

    def connected(self):
        self.library = self.library or PhotoLibrary()
        return self.library

    def do_activate(self):
        (self.get_active_window() or ListWindow(self)).present()


class ListWindow(Gtk.ApplicationWindow):
    """The newest photos that this app can see."""

    def __init__(self, app):
        super().__init__(application=app, title="Vignette", default_width=360, default_height=480)
        self.list = Gtk.ListBox(activate_on_single_click=True)
        self.list.connect("row-activated", lambda _, row: self.edit(row.identifier))
        remove = Gtk.Button(label="Remove all vignetting")
        remove.connect("clicked", lambda _: in_thread(self.remove_all, lambda _, problem: self.refresh(problem)))
        self.message = Gtk.Label(wrap=True)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        for child in (Gtk.ScrolledWindow(child=self.list, vexpand=True), self.message, remove):
            box.append(child)
        self.set_child(box)
        self.refresh()

    def refresh(self, problem=None):
        self.message.set_text(problem or "")
        in_thread(self.photos, self.show_photos)

    def photos(self):
        library = self.get_application().connected()
        library.ask()
        return library.photos()

    def show_photos(self, photos, problem):
        while row := self.list.get_row_at_index(0):
            self.list.remove(row)
        if problem:
            self.message.set_text(problem)
        for photo in photos or []:
            own = " (vignetting)" if photo.get("adjustment-format") == FORMAT else ""
            row = Gtk.ListBoxRow(child=Gtk.Label(label=photo.get("filename", photo["id"]) + own, xalign=0))
            row.identifier = photo["id"]
            self.list.append(row)

    def remove_all(self):
        library = self.get_application().connected()
        if own := library.own_edits():
            library.revert(own)

    def edit(self, identifier):
        def begun(session, problem):
            if problem:
                self.message.set_text(problem)
            else:
                window = EditWindow(self.get_application(), session)
                window.connect("destroy", lambda _: self.refresh())
                window.present()

        in_thread(lambda: self.get_application().connected().begin(identifier), begun)


class EditWindow(Gtk.ApplicationWindow):
    """One photo. Closing the window leaves it as it is."""

    def __init__(self, app, session):
        super().__init__(application=app, title="Vignette", default_width=640, default_height=560)
        self.session, self.finished = session, False
        self.picture, self.message = Gtk.Picture(vexpand=True), Gtk.Label(wrap=True)
        self.slider = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 1, 0.05)
        self.slider.update_property([Gtk.AccessibleProperty.LABEL], ["Vignette"])
        self.slider.connect("value-changed", lambda _: self.draw())
        self.done = Gtk.Button(label="Done", css_classes=["suggested-action"])
        self.done.connect("clicked", lambda _: self.finish())
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        for child in (self.picture, Gtk.Label(label="Vignette"), self.slider, self.message, self.done):
            box.append(child)
        self.set_child(box)
        self.set_default_widget(self.done)
        self.connect("close-request", lambda _: self.closed())
        try:
            full = darkening.opened(session.content)
        except GLib.Error as error:
            self.small = None
            self.message.set_text(error.message)
            self.done.set_sensitive(False)
        else:
            scale = min(1, SHOWN / max(full.get_width(), full.get_height()))
            self.small = full.scale_simple(
                max(1, round(full.get_width() * scale)), max(1, round(full.get_height() * scale)),
                GdkPixbuf.InterpType.BILINEAR)
            # An earlier edit of this app goes on where it ended.
            self.slider.set_value(0.5 if session.strength is None else session.strength)
            self.draw()

    def draw(self):
        if self.small:
            picture = darkening.darkened(self.small, self.slider.get_value())
            self.picture.set_paintable(Gdk.Texture.new_for_pixbuf(picture))

    def finish(self):
        strength = round(self.slider.get_value(), 2)
        self.done.set_sensitive(False)

        def finished(_, problem):
            self.finished = problem is None
            if self.finished:
                self.close()
            else:
                self.message.set_text(problem)
                self.done.set_sensitive(True)

        in_thread(lambda: self.session.finish(darkening.render(self.session.content, strength), strength), finished)

    def closed(self):
        if not self.finished:
            in_thread(self.session.cancel, lambda *_: None)
        return False
