#!/usr/bin/python3
"""Makes random changes over the bus, and after each call compares all that the library says with a model in memory.

    random_changes.py SEED CALLS PHOTO

A call is one batch of one to four changes, valid and invalid: placeholders, unknown identifiers, indexes beyond the end,
identifiers of the wrong kind. The first difference ends it, with what led to it. Written on dbus-python alone.
"""
import json
import os
import random
import sys
import uuid

import dbus
import dbus.bus

from library_model import Fault, Model

NAME, ROOT = "org.filmgate.Library1", "/org/filmgate/Library1"
ALL = {"include-hidden": True, "include-trashed": True}
MOST = {"assets": 20, "albums": 6, "folders": 10}


class Library:
    """The broker's library as a client sees it."""

    def __init__(self, photo):
        self.bus = dbus.bus.BusConnection(os.environ["FILMGATE_BUS_ADDRESS"])
        with open(photo, "rb") as file:
            self.photo = file.read()

    def call(self, interface, member, signature, *arguments, path=ROOT):
        return self.bus.call_blocking(
            NAME, path, f"org.filmgate.{interface}", member, signature, arguments, timeout=2_000_000)

    def content(self, mark):
        """A photo unlike all others, in memory."""
        comment = mark.encode()
        descriptor = os.memfd_create("photo")
        os.write(descriptor, self.photo[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + self.photo[2:])
        content = dbus.types.UnixFd(descriptor)
        os.close(descriptor)
        return content

    def rows(self, kind, options, *properties):
        path, count = self.call("Library1", "Fetch", "sa{sv}", kind, options)
        try:
            return self.call("FetchResult1", "Read", "uuas", 0, max(count, 1), properties, path=path)
        finally:
            self.call("FetchResult1", "Close", "", path=path)


class Comparison:
    def __init__(self, library, seed):
        self.library, self.random, self.model = library, random.Random(seed), Model()
        self.last, self.refused, self.changes = 0, 0, 0
        # By which identifiers the broker knows what has a number here, and the other way round.
        self.names, self.numbers, self.made = {}, {}, set()

    def fresh(self):
        self.last += 1
        return self.last

    # What is asked for.

    def one(self, things, wrong=0.02):
        """One of these, or something that is none of them."""
        model = self.model
        if self.random.random() < wrong or not things:
            others = list(model.assets) + list(model.albums) + list(model.folders) + [self.unknown]
            return self.random.choice(others)
        return self.random.choice(list(things))

    def some(self, things, wrong=0.005):
        return [self.one(things, wrong) for _ in range(self.random.choice((0, 1, 1, 2, 3, 5)))]

    def properties(self):
        choices = {"favorite": self.random.random() < 0.5, "hidden": self.random.random() < 0.3,
                   "rating": self.random.randrange(6), "title": self.random.choice(("", "a", "Ö", "b'c")),
                   "date": self.random.randrange(-5, 5) * 1_000_000}
        return {key: choices[key] for key in self.random.sample(list(choices), self.random.randrange(1, 4))}

    def change(self, after):
        """One change; `after` is the model as the changes before in the batch left it, as far as they can be made."""
        kind = self.random.choices(*zip(*WEIGHTS))[0]
        # What there is nothing for yet is made first.
        for needed, things, maker in (("asset", after.assets, "create-asset"), ("album", after.albums, "create-album"),
                                      ("child", after.folders, "create-folder")):
            if needed in kind and not things:
                kind = maker
        full = {"create-asset": "assets", "create-album": "albums", "create-folder": "folders"}.get(kind)
        if full and len(getattr(after, full)) >= MOST[full]:
            kind = {"assets": "purge-assets", "albums": "delete-albums", "folders": "delete-folders"}[full]
        parent = self.one(after.folders) if self.random.random() < 0.6 else None
        title = self.random.choice(("Summer", "summer", "Ünder", "x" * 1024))
        index = self.random.randrange(0, 8)
        album = self.one(after.albums)
        if album in after.albums and self.random.random() < 0.8:
            index = self.random.randrange(0, len(after.shown(album)) + 1)
        trashed = [number for number, asset in after.assets.items() if asset["trashed"]]
        return kind, {
            "create-asset": lambda: {"number": self.fresh(), "properties": self.properties(),
                                     "original": self.one(after.assets) if self.random.random() < 0.5 else None},
            "set-properties": lambda: {"id": self.one(after.assets), "properties": self.properties()},
            "delete-assets": lambda: {"ids": self.some(after.assets)},
            "restore-assets": lambda: {"ids": self.some(trashed or after.assets)},
            "purge-assets": lambda: {"ids": self.some(trashed, 0.03) if trashed else []},
            "create-album": lambda: {"number": self.fresh(), "title": title, "parent": parent},
            "create-folder": lambda: {"number": self.fresh(), "title": title, "parent": parent},
            "rename": lambda: {"id": self.one(list(after.albums) + list(after.folders)), "title": title},
            "delete-albums": lambda: {"ids": self.some(after.albums)[:1]},
            "delete-folders": lambda: {"ids": self.some(after.folders)[:2]},
            "add-assets": lambda: {"album": album, "ids": self.some(after.assets)},
            "remove-assets": lambda: {"album": album, "ids": self.some(after.assets)},
            "insert-assets": lambda: {"album": album, "ids": self.some(after.assets), "index": index},
            "move-assets": lambda: {"album": album, "ids": self.some(after.assets), "index": index},
            "add-children": lambda: {"folder": self.one(after.folders),
                                     "ids": self.some(list(after.albums) + list(after.folders))},
            "remove-children": lambda: {"folder": self.one(after.folders),
                                        "ids": self.some(list(after.albums) + list(after.folders))},
        }[kind]()

    def batch(self):
        self.unknown = self.fresh()
        batch, after = [], self.model
        for _ in range(self.random.choice((1, 1, 1, 2, 3, 4))):
            batch.append(self.change(after))
            try:
                after = self.model.apply(batch)
            except Fault:
                # What comes after the fault must not be made either.
                continue
        return batch

    # How it travels.

    def name(self, number):
        if number in self.made:
            return f"@{number}"
        return self.names.setdefault(number, str(uuid.uuid4()))

    def wire(self, kind, keys):
        wired = {}
        for key, value in keys.items():
            if key == "number":
                wired["placeholder"] = f"@{value}"
            elif value is None:
                continue
            elif key == "properties":
                wired["properties"] = dbus.Dictionary(
                    {{"date": "creation-date"}.get(name, name): TYPES[name](part) for name, part in value.items()},
                    signature="sv")
            elif key == "ids":
                wired["ids"] = dbus.Array([self.name(number) for number in value], signature="s")
            elif key == "index":
                wired["index"] = dbus.UInt32(value)
            elif key == "title":
                wired["title"] = value
            else:
                wired["original-asset" if key == "original" else key] = self.name(value)
        if kind == "create-asset":
            photo = dbus.Struct(("photo", self.library.content(f"{os.getpid()}/{keys['number']}"), {}), signature="sha{sv}")
            wired["resources"] = dbus.Array([photo], signature="(sha{sv})")
        return dbus.Struct((kind, dbus.Dictionary(wired, signature="sv")), signature="sa{sv}")

    def broken(self, changes):
        """Now and then makes one of them wrong in itself, which is told before all else; its index."""
        if self.random.random() >= 0.03:
            return None
        index = self.random.randrange(len(changes))
        kind, keys = changes[index]
        wrong = self.random.choice(("key", "kind", "placeholder", "identifier"))
        if wrong == "kind":
            kind = "explode"
        elif wrong == "key":
            keys["colour"] = "red"
        elif "ids" in keys and wrong == "placeholder":
            keys["ids"] = dbus.Array(["@nothing"], signature="s")
        elif "ids" in keys:
            keys["ids"] = dbus.Array(["NOT-AN-IDENTIFIER"], signature="s")
        else:
            keys["placeholder"] = "without-the-sign"
        changes[index] = dbus.Struct((kind, keys), signature="sa{sv}")
        return index

    def step(self, index):
        batch = self.batch()
        self.made = {keys["number"] for _, keys in batch if "number" in keys}
        self.changes += len(batch)
        expected, refusal = self.model, None
        try:
            expected = self.model.apply(batch)
        except Fault as fault:
            refusal = (fault.index, fault.kind)
        changes = [self.wire(*change) for change in batch]
        broken = self.broken(changes)
        if broken is not None:
            refusal = (broken, "InvalidArgument")
        dry = self.random.random() < 0.03
        answer = self.perform(changes, {"dry-run": True} if dry else {}, refusal)
        if answer is not None:
            for (_, keys), text in zip(batch, answer):
                assert bool(text) == ("number" in keys and not dry), (keys, text)
                if text:
                    self.names[keys["number"]] = str(text)
                    self.numbers[str(text)] = keys["number"]
            if not dry:
                self.model = expected
        self.compare(batch, index)

    def perform(self, changes, options, refusal):
        """The identifiers; None where it is refused, which must be so as it was expected."""
        try:
            answer = self.library.call(
                "Library1", "PerformChanges", "a(sa{sv})a{sv}", dbus.Array(changes, signature="(sa{sv})"), options)
            assert refusal is None, f"it was not refused: {refusal}"
            return answer
        except dbus.DBusException as error:
            self.refused += 1
            text = f"{error.get_dbus_name()}: {error.get_dbus_message()}"
            assert refusal and text.startswith(f"org.filmgate.Error.{refusal[1]}: change {refusal[0]}: "), (text, refusal)
            return None

    # What must be the same.

    def compare(self, batch, index):
        model, library = self.model, self.library
        numbers, found = self.numbers, {}
        for row in library.rows("asset", ALL, "id", "favorite", "hidden", "rating", "title", "creation-date",
                                "trashed-date", "original-asset"):
            number = numbers[str(row["id"])]
            found[number] = {
                "favorite": bool(row["favorite"]), "hidden": bool(row["hidden"]), "rating": int(row["rating"]),
                "title": row.get("title"), "date": int(row["creation-date"]), "trashed": "trashed-date" in row,
                "original": numbers[str(row["original-asset"])] if "original-asset" in row else None}
        assert found == model.assets, ("photos", found, model.assets)
        for kind, things in (("album", model.albums), ("folder", model.folders)):
            options = {"type": "album"} if kind == "album" else {"type": "folder"}
            rows = library.rows(kind, options, "id", "title", "parent", "count")
            found = {numbers[str(row["id"])]: (str(row["title"]), numbers[str(row["parent"])] if "parent" in row else None)
                     for row in rows}
            assert found == {number: (thing["title"], thing["parent"]) for number, thing in things.items()}, (kind, found)
        touched = {keys.get("album") for _, keys in batch}
        for number in model.albums:
            if number in touched or index % 20 == 0 or self.random.random() < 0.1:
                rows = library.rows("asset", {"album": self.names[number], "include-hidden": True}, "id")
                found = [numbers[str(row["id"])] for row in rows]
                assert found == model.shown(number), ("members", found, model.shown(number))


TYPES = {"favorite": dbus.Boolean, "hidden": dbus.Boolean, "rating": dbus.Int32, "title": dbus.String, "date": dbus.Int64}
WEIGHTS = [
    ("create-asset", 3), ("set-properties", 12), ("delete-assets", 7), ("restore-assets", 6), ("purge-assets", 3),
    ("create-album", 5), ("create-folder", 6), ("rename", 6), ("delete-albums", 2), ("delete-folders", 3),
    ("add-assets", 9), ("remove-assets", 7), ("insert-assets", 11), ("move-assets", 11), ("add-children", 9),
    ("remove-children", 4)]


def main():
    seed, calls, photo = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    comparison = Comparison(Library(photo), seed)
    for index in range(calls):
        before, state = comparison.model, comparison.random.getstate()
        try:
            comparison.step(index)
        except (AssertionError, KeyError) as error:
            comparison.random.setstate(state)
            comparison.model = before
            sys.exit(f"seed {seed}, call {index}: {error!r}\n{comparison.batch()}\nafter {before.__dict__}")
    print(json.dumps({"calls": calls, "changes": comparison.changes, "refused": comparison.refused}))


main()
