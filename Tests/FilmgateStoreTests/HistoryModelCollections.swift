import FilmgateModel

/// Albums and folders of the model. Their counts and their parents are a part of them.
extension HistoryModel {
    /// Adds an update event, once in a batch, and not for a new object.
    mutating func touch(_ album: AlbumID) {
        guard reported.insert(ObjectID(album)).inserted else { return }
        albums[album, default: Album()].events += 1
        everything.add(nil, at: now)
    }

    mutating func touch(_ folder: FolderID) {
        guard reported.insert(ObjectID(folder)).inserted else { return }
        folders[folder, default: 0] += 1
        everything.add(nil, at: now)
    }

    mutating func create(_ album: AlbumID, in folder: FolderID?) {
        touch(album)
        places[ObjectID(album)] = folder
        if let folder { touch(folder) }
    }

    mutating func create(_ folder: FolderID, in parent: FolderID?) {
        touch(folder)
        places[ObjectID(folder)] = parent
        if let parent { touch(parent) }
    }

    mutating func add(_ ids: [AssetID], to album: AlbumID) {
        let new = Set(ids).subtracting(albums[album]?.assets ?? [])
        guard !new.isEmpty else { return }
        for id in new { step(about: [id]) { $0.albums[album]?.assets.insert(id) } }
        touch(album)
    }

    mutating func remove(_ ids: [AssetID], from album: AlbumID) {
        let gone = Set(ids).intersection(albums[album]?.assets ?? [])
        guard !gone.isEmpty else { return }
        for id in gone { step(about: [id]) { $0.albums[album]?.assets.remove(id) } }
        touch(album)
    }

    mutating func delete(_ album: AlbumID) {
        if let folder = places.removeValue(forKey: ObjectID(album)) { touch(folder) }
        step(about: Array(albums[album]?.assets ?? [])) { model in
            model.albums[album] = nil
            for holder in model.holders { model.followed[holder]?.remove(album) }
        }
        everything.add(nil, at: now)
    }

    /// Moves its children to its parent.
    mutating func delete(_ folder: FolderID) {
        let place = places.removeValue(forKey: ObjectID(folder))
        for child in children(of: folder) {
            places[child] = place
            touch(child)
        }
        if let place { touch(place) }
        folders[folder] = nil
        everything.add(nil, at: now)
    }

    /// - Parameter folder: nil for the top level.
    mutating func move(_ child: ObjectID, to folder: FolderID?) {
        let place = places[child]
        guard place != folder else { return }
        places[child] = folder
        touch(child)
        for other in [place, folder] { if let other { touch(other) } }
    }

    func children(of folder: FolderID) -> [ObjectID] {
        places.keys.filter { places[$0] == folder }.sorted { $0.uuid < $1.uuid }
    }

    /// Whether a folder is in a different one, or is the same.
    func lies(_ folder: FolderID, in outer: FolderID) -> Bool {
        folder == outer || places[ObjectID(folder)].map { lies($0, in: outer) } ?? false
    }

    private mutating func touch(_ child: ObjectID) {
        let album = AlbumID(uuid: child.uuid)
        if albums[album] != nil { touch(album) } else { touch(FolderID(uuid: child.uuid)) }
    }
}
