#!/usr/bin/python3
"""A window of a different program, into which a person pastes: prints the path of each file in the clipboard, and the
width and height of the picture in it.

    clipboard.py key    prints the key with which a program in a sandbox gets the files
"""
import sys

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


def key_came(_, result):
    stream, _ = clipboard.read_finish(result)
    stream.read_bytes_async(100, GLib.PRIORITY_DEFAULT, None, key_read)


def key_read(stream, result):
    print(stream.read_bytes_finish(result).get_data().rstrip(b"\0").decode(), flush=True)
    loop.quit()


if "key" in sys.argv:
    clipboard.read_async(["application/vnd.portal.filetransfer"], GLib.PRIORITY_DEFAULT, None, key_came)
else:
    clipboard.read_value_async(Gdk.FileList, GLib.PRIORITY_DEFAULT, None, files_came)
loop.run()
