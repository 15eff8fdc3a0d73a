#!/usr/bin/python3
"""A window of a different program, into which a person pastes: prints the path of each file in the clipboard, and the
width and height of the picture in it."""
import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

window = Gtk.Window(title="Other")
window.present()
clipboard = Gdk.Display.get_default().get_clipboard()
loop = GLib.MainLoop()


def files_came(_, result):
    for file in clipboard.read_value_finish(result).get_files():
        print(file.get_path(), flush=True)
    clipboard.read_texture_async(None, texture_came)


def texture_came(_, result):
    texture = clipboard.read_texture_finish(result)
    print(texture.get_width(), texture.get_height(), flush=True)
    loop.quit()


clipboard.read_value_async(Gdk.FileList, GLib.PRIORITY_DEFAULT, None, files_came)
loop.run()
