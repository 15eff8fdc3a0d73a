#!/usr/bin/python3
"""A client that does what clients do, one blocking call after the other, and tells how long that took.

    innocent.py pages [COUNT]        fetches the newest COUNT photos, reads them and closes the result, until its input ends
    innocent.py files ASSET COUNT    opens a photo's file so many times

It is written on dbus-python. At its end it prints one line of JSON.
"""
import json
import os
import select
import sys
import time

import dbus
import dbus.bus

NAME, ROOT = "org.filmgate.Library1", "/org/filmgate/Library1"
bus = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])


def call(path, interface, member, signature, *arguments):
    return bus.call_blocking(NAME, path, "org.filmgate." + interface, member, signature, arguments, timeout=120)


def page(count):
    path, found = call(ROOT, "Library1", "Fetch", "sa{sv}", "asset", {"limit": dbus.UInt32(count)})
    fetched = time.monotonic()
    rows = call(path, "FetchResult1", "Read", "uuas", 0, count, ["id", "creation-date", "title", "filename", "favorite", "rating"])
    call(path, "FetchResult1", "Close", "")
    assert found == count and len(rows) == count and all("id" in row for row in rows), (found, len(rows))
    return fetched


def pages(count="200"):
    fetches, whole = [], []
    while not select.select([0], [], [], 0)[0]:
        begin = time.monotonic()
        fetched = page(int(count))
        fetches.append(fetched - begin)
        whole.append(time.monotonic() - begin)
        time.sleep(0.005)
    return {"pages": len(whole), **figures("fetch", fetches), **figures("page", whole)}


def files(asset, count):
    times = []
    for _ in range(int(count)):
        begin = time.monotonic()
        content, _ = call(ROOT, "Resources1", "OpenResource", "ssa{sv}", asset, "photo", dbus.Dictionary(signature="sv"))
        os.close(content.take())
        times.append(time.monotonic() - begin)
    return {"files": len(times), **figures("file", times)}


def figures(what, times):
    """In milliseconds."""
    times = sorted(times)
    return {f"{what} median": round(1000 * times[len(times) // 2], 2),
            f"{what} 99th percentile": round(1000 * times[len(times) * 99 // 100], 2),
            f"{what} longest": round(1000 * times[-1], 2)}


print("ready", flush=True)
print(json.dumps({"pages": pages, "files": files}[sys.argv[1]](*sys.argv[2:])), flush=True)
