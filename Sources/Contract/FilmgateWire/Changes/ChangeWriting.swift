public import FilmgateDBus
import FilmgateModel

extension Change {
    public var raw: RawChange {
        var options = action.options
        options[ChangeKey.placeholder] = placeholder
        return Structure(action.kind.rawValue, options)
    }
}

extension Change.Action {
    fileprivate var options: Options {
        if case .createAsset(let creation) = self { return creation.options }
        var options: Options = [:]
        switch self {
        case .createAsset: break
        case .setProperties(let reference, let changes):
            options[ChangeKey.id] = reference.text
            options[ChangeKey.properties] = changes.options
        case .addKeywords(let keywords, to: let ids), .removeKeywords(let keywords, from: let ids):
            options[ChangeKey.ids] = ids.map(\.text)
            options[ChangeKey.keywords] = keywords
        case .setCover(let asset, of: let album):
            options[ChangeKey.album] = album.text
            options[ChangeKey.id] = asset?.text ?? ""
        case .insertChildren(let ids, into: let folder, at: let index),
            .moveChildren(let ids, in: let folder, to: let index):
            options[ChangeKey.ids] = ids.map(\.text)
            options[ChangeKey.folder] = folder.text
            options[ChangeKey.index] = index
        case .setContent(let reference, let session):
            options[ChangeKey.id] = reference.text
            options[ChangeKey.session] = session
        case .revertContent(let reference): options[ChangeKey.id] = reference.text
        case .createAlbum(let title, let parent), .createFolder(let title, let parent):
            options[ChangeKey.title] = title
            options[ChangeKey.parent] = parent?.text
        case .rename(let reference, let title):
            options[ChangeKey.id] = reference.text
            options[ChangeKey.title] = title
        case .deleteAssets(let ids), .restoreAssets(let ids), .purgeAssets(let ids), .deleteAlbums(let ids),
            .deleteFolders(let ids):
            options[ChangeKey.ids] = ids.map(\.text)
        case .addAssets(let ids, to: let album), .removeAssets(let ids, from: let album):
            options[ChangeKey.ids] = ids.map(\.text)
            options[ChangeKey.album] = album.text
        case .insertAssets(let ids, into: let album, at: let index), .moveAssets(let ids, in: let album, to: let index):
            options[ChangeKey.ids] = ids.map(\.text)
            options[ChangeKey.album] = album.text
            options[ChangeKey.index] = index
        case .addChildren(let ids, to: let folder), .removeChildren(let ids, from: let folder):
            options[ChangeKey.ids] = ids.map(\.text)
            options[ChangeKey.folder] = folder.text
        }
        return options
    }
}
