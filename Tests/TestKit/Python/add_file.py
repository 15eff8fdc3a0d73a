#!/usr/bin/python3
"""Adds a photo, or a video if its name ends with mp4, as an app does: add_file.py FILE"""
import os
import sys

import dbus

library = dbus.SessionBus().get_object("org.filmgate.Library1", "/org/filmgate/Library1")
path = sys.argv[1]
with open(path, "rb") as file:
    kind = "video" if path.endswith("mp4") else "photo"
    content = (kind, dbus.types.UnixFd(file), {"filename": os.path.basename(path)})
    change = ("create-asset", {"resources": dbus.Array([content], signature="(sha{sv})")})
    library.PerformChanges([change], {}, signature="a(sa{sv})a{sv}", dbus_interface="org.filmgate.Library1")
