public import FilmgateDBus
internal import FilmgateModel

extension Change {
    public var raw: RawChange {
        var options = action.options
        if let placeholder { options["placeholder"] = Variant(placeholder) }
        return Structure(action.kind.rawValue, options)
    }
}

extension Change.Action {
    fileprivate var options: Options {
        switch self {
        case .createAsset(let creation): creation.options
        case .setProperties(let reference, let changes):
            ["id": Variant(reference.text), "properties": Variant(changes.options)]
        case .createAlbum(let title, let parent), .createFolder(let title, let parent):
            parent.map { ["title": Variant(title), "parent": Variant($0.text)] } ?? ["title": Variant(title)]
        case .rename(let reference, let title): ["id": Variant(reference.text), "title": Variant(title)]
        case .deleteAssets(let ids), .restoreAssets(let ids), .purgeAssets(let ids), .deleteAlbums(let ids),
            .deleteFolders(let ids):
            ["ids": Variant(ids.map(\.text))]
        case .addAssets(let ids, to: let album), .removeAssets(let ids, from: let album):
            ["ids": Variant(ids.map(\.text)), "album": Variant(album.text)]
        case .insertAssets(let ids, into: let album, at: let index), .moveAssets(let ids, in: let album, to: let index):
            ["ids": Variant(ids.map(\.text)), "album": Variant(album.text), "index": Variant(index)]
        case .addChildren(let ids, to: let folder), .removeChildren(let ids, from: let folder):
            ["ids": Variant(ids.map(\.text)), "folder": Variant(folder.text)]
        }
    }
}
