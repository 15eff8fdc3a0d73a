"""A library in memory: what changes must do to albums, folders and photos, once more and without how.

Photos, albums and folders are known by numbers of the model's own. A batch is a list of (kind, keys) whose identifiers are such numbers, and numbers of what is not there.
"""
DEEPEST = 32
PHOTO = {"favorite": False, "hidden": False, "rating": 0, "title": "The chain bridge at dusk", "date": 1_714_583_560_000_000}


class Fault(Exception):
    """Why a batch is refused: the kind of the error, and the index of the change."""

    def __init__(self, kind):
        super().__init__(kind)
        self.kind = kind


class Model:
    def __init__(self):
        self.assets, self.albums, self.folders = {}, {}, {}

    def copied(self):
        model = Model()
        model.assets = {number: dict(asset) for number, asset in self.assets.items()}
        model.albums = {number: {**album, "members": list(album["members"])} for number, album in self.albums.items()}
        model.folders = {number: dict(folder) for number, folder in self.folders.items()}
        return model

    def apply(self, batch):
        """The model after the batch; `Fault` with its index where it is refused."""
        after = self.copied()
        for index, (kind, keys) in enumerate(batch):
            try:
                getattr(after, kind.replace("-", "_"))(**keys)
            except Fault as fault:
                fault.index = index
                raise
        return after

    # What identifiers stand for.

    @staticmethod
    def known(number, things):
        if number not in things:
            raise Fault("NotFound")
        return things[number]

    def shown(self, album):
        """The members that have an index: those outside the trash."""
        return [asset for asset in self.albums[album]["members"] if not self.assets[asset]["trashed"]]

    # Photos.

    def create_asset(self, number, properties=None, original=None):
        if original is not None:
            self.known(original, self.assets)
        self.assets[number] = {**PHOTO, "trashed": False, "original": original}
        self.set_properties(number, properties or {})

    def set_properties(self, id, properties):
        asset = self.known(id, self.assets)
        asset.update(properties)
        asset["title"] = asset["title"] or None

    def mark(self, ids, trashed):
        for number in ids:
            self.known(number, self.assets)
        for number in ids:
            self.assets[number]["trashed"] = trashed

    def delete_assets(self, ids):
        self.mark(ids, True)

    def restore_assets(self, ids):
        self.mark(ids, False)

    def purge_assets(self, ids):
        for number in ids:
            self.known(number, self.assets)
        if any(not self.assets[number]["trashed"] for number in ids):
            raise Fault("InvalidArgument")
        for number in set(ids):
            del self.assets[number]
            for album in self.albums.values():
                album["members"] = [member for member in album["members"] if member != number]
            for asset in self.assets.values():
                if asset["original"] == number:
                    asset["original"] = None

    # Albums.

    def create_album(self, number, title, parent=None):
        if parent is not None:
            self.known(parent, self.folders)
        self.albums[number] = {"title": title, "parent": parent, "members": []}

    def delete_albums(self, ids):
        for number in ids:
            self.known(number, self.albums)
        for number in set(ids):
            del self.albums[number]

    def place(self, album, ids, index):
        shown = self.shown(album)
        if index > len(shown):
            raise Fault("InvalidArgument")
        members = self.albums[album]["members"]
        place = members.index(shown[index]) if index < len(shown) else len(members)
        members[place:place] = ids

    def members(self, album, ids):
        """The album's members, and which of these are among them and which are not, each once."""
        members = self.known(album, self.albums)["members"]
        for number in ids:
            self.known(number, self.assets)
        once = list(dict.fromkeys(ids))
        return members, [number for number in once if number in members], [n for n in once if n not in members]

    def add_assets(self, album, ids):
        members, _, new = self.members(album, ids)
        members.extend(new)

    def remove_assets(self, album, ids):
        members, old, _ = self.members(album, ids)
        for number in old:
            members.remove(number)

    def insert_assets(self, album, ids, index):
        _, _, new = self.members(album, ids)
        self.place(album, new, index)

    def move_assets(self, album, ids, index):
        members, old, _ = self.members(album, ids)
        for number in old:
            members.remove(number)
        self.place(album, old, index)

    # Folders.

    def chain(self, folder):
        """The folder and all that it lies in."""
        chain = []
        while folder is not None:
            chain.append(folder)
            folder = self.folders[folder]["parent"]
        return chain

    def depth(self, folder):
        inner = [self.depth(number) for number, other in self.folders.items() if other["parent"] == folder]
        return 1 + max(inner, default=0)

    def collection(self, number):
        return self.albums[number] if number in self.albums else self.known(number, self.folders)

    def create_folder(self, number, title, parent=None):
        if parent is not None:
            self.known(parent, self.folders)
            if len(self.chain(parent)) >= DEEPEST:
                raise Fault("InvalidArgument")
        self.folders[number] = {"title": title, "parent": parent}

    def rename(self, id, title):
        self.collection(id)["title"] = title

    def delete_folders(self, ids):
        for number in ids:
            self.known(number, self.folders)
        for number in dict.fromkeys(ids):
            parent = self.folders[number]["parent"]
            for child in list(self.albums.values()) + list(self.folders.values()):
                if child["parent"] == number:
                    child["parent"] = parent
            del self.folders[number]

    def add_children(self, folder, ids):
        self.known(folder, self.folders)
        children = [(number, self.collection(number)) for number in ids]
        for number, child in children:
            if child["parent"] == folder:
                continue
            if number in self.folders:
                chain = self.chain(folder)
                if number in chain or len(chain) + self.depth(number) > DEEPEST:
                    raise Fault("InvalidArgument")
            child["parent"] = folder

    def remove_children(self, folder, ids):
        self.known(folder, self.folders)
        for child in [self.collection(number) for number in ids]:
            if child["parent"] == folder:
                child["parent"] = None
