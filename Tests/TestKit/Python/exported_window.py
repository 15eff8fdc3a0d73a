"""Opens a window on Wayland and prints the handle with which other programs' windows can belong to it."""
import gi

gi.require_version("Gtk", "4.0")
gi.require_version("GdkWayland", "4.0")
from gi.repository import GdkWayland, GLib, Gtk  # noqa: E402, F401

Gtk.init()
window = Gtk.Window(title="Parent")
window.present()


def export():
    if window.get_mapped():
        window.get_surface().export_handle(lambda _, handle, *rest: print(handle, flush=True))
    return not window.get_mapped()


GLib.timeout_add(50, export)
GLib.MainLoop().run()
