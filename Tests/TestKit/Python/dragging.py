#!/usr/bin/python3
"""A window of a different program, from which a person drags files, or onto which they drop them.

    dragging.py offer ADDRESS ...     offers these addresses, whatever they lead to
    dragging.py take                  prints the path of each file that is dropped
    dragging.py take-picture          takes pixels only, and prints the width and height of a picture
"""
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk


def dropped(_, files, *place):
    for file in files.get_files():
        print(file.get_path(), flush=True)
    return True


def picture_dropped(_, picture, *place):
    print(picture.get_width(), picture.get_height(), flush=True)
    return True


label = Gtk.Label(label=sys.argv[1], width_request=140, height_request=100)
if sys.argv[1] == "offer":
    source = Gtk.DragSource()
    text = "".join(address + "\r\n" for address in sys.argv[2:])
    source.set_content(Gdk.ContentProvider.new_for_bytes("text/uri-list", GLib.Bytes.new(text.encode())))
    label.add_controller(source)
else:
    takes_pictures = sys.argv[1] == "take-picture"
    target = Gtk.DropTarget.new(Gdk.Texture if takes_pictures else Gdk.FileList, Gdk.DragAction.COPY)
    target.connect("drop", picture_dropped if takes_pictures else dropped)
    label.add_controller(target)
window = Gtk.Window(title="Other", child=label)
window.present()
loop = GLib.MainLoop()
window.connect("close-request", lambda _: loop.quit())
loop.run()
