public import FilmgateDBus
public import FilmgateModel
import FilmgatePredicates

extension WireChange {
    public var raw: RawChange {
        let (kind, values) = written
        let options = values.compactMap { key, value in value.map { (key.rawValue, $0) } }
        return Structure(kind.rawValue, Options(uniqueKeysWithValues: options))
    }

    /// The kind of the change, and its values by key. A key with the value nil is omitted.
    private var written: (ChangeKind, [ChangeKey: Variant?]) {
        switch self {
        case .createAsset(let name, let creation):
            (.createAsset, creation.written.merging([.placeholder: name.ifNamed]) { first, _ in first })
        case .setProperties(let id, let changes):
            (.setProperties, [.id: Variant(id), .properties: Variant(changes.options)])
        case .addKeywords(let words, to: let ids): (.addKeywords, [.ids: Variant(ids), .keywords: Variant(words)])
        case .removeKeywords(let words, from: let ids):
            (.removeKeywords, [.ids: Variant(ids), .keywords: Variant(words)])
        case .setBurstPick(let id): (.setBurstPick, [.id: Variant(id)])
        case .setContent(let id, let session): (.setContent, [.id: Variant(id), .session: Variant(session)])
        case .revertContent(let id, from: _): (.revertContent, [.id: Variant(id)])
        case .deleteAssets(let ids): (.deleteAssets, [.ids: Variant(ids)])
        case .restoreAssets(let ids): (.restoreAssets, [.ids: Variant(ids)])
        case .purgeAssets(let ids): (.purgeAssets, [.ids: Variant(ids)])
        case .createAlbum(let name, let title, in: let parent, rule: let rule):
            (
                .createAlbum,
                [
                    .placeholder: name.ifNamed, .title: Variant(title), .parent: parent.map { Variant($0) },
                    .condition: rule.map { Variant($0.text) },
                ]
            )
        case .setRule(let rule, of: let album): (.setRule, [.album: Variant(album), .condition: Variant(rule.text)])
        case .createFolder(let name, let title, in: let parent):
            (.createFolder, [.placeholder: name.ifNamed, .title: Variant(title), .parent: parent.map { Variant($0) }])
        case .rename(let id, let title): (.rename, [.id: Variant(id), .title: Variant(title)])
        case .deleteAlbums(let ids): (.deleteAlbums, [.ids: Variant(ids)])
        case .deleteFolders(let ids): (.deleteFolders, [.ids: Variant(ids)])
        case .setCover(let asset, of: let album):
            (.setCover, [.id: Variant(asset?.representation ?? ""), .album: Variant(album)])
        case .addAssets(let ids, to: let album): (.addAssets, [.ids: Variant(ids), .album: Variant(album)])
        case .removeAssets(let ids, from: let album): (.removeAssets, [.ids: Variant(ids), .album: Variant(album)])
        case .insertAssets(let ids, into: let album, at: let index):
            (.insertAssets, [.ids: Variant(ids), .album: Variant(album), .index: Variant(UInt32(clamping: index))])
        case .moveAssets(let ids, in: let album, to: let index):
            (.moveAssets, [.ids: Variant(ids), .album: Variant(album), .index: Variant(UInt32(clamping: index))])
        case .addChildren(let ids, to: let folder): (.addChildren, [.ids: Variant(ids), .folder: folder.orTop])
        case .removeChildren(let ids, from: let folder):
            (.removeChildren, [.ids: Variant(ids), .folder: folder.orTop])
        case .insertChildren(let ids, into: let folder, at: let index):
            (.insertChildren, [.ids: Variant(ids), .folder: folder.orTop, .index: Variant(UInt32(clamping: index))])
        case .moveChildren(let ids, in: let folder, to: let index):
            (.moveChildren, [.ids: Variant(ids), .folder: folder.orTop, .index: Variant(UInt32(clamping: index))])
        }
    }
}

extension ObjectReference {
    /// The reference to a created object; nil if no other change refers to the object.
    fileprivate var ifNamed: Variant? { self == .placeholder("") ? nil : Variant(self) }
}

extension ObjectReference? {
    /// The reference to a folder as text; empty for the top level.
    fileprivate var orTop: Variant { Variant(self?.representation ?? "") }
}
