internal import FilmgateModel
internal import FilmgateWire

/// The changes of one call, every key checked and every placeholder replaced by the identifier that it stands for.
struct Batch: Sendable {
    enum Action: Sendable {
        case create(AssetID, Creation)
        case setProperties(AssetID, AssetChanges)
        case delete([AssetID])
        case createAlbum(AlbumID, title: String)
        case rename(AlbumID, title: String)
        case deleteAlbums([AlbumID])
        case addAssets([AssetID], to: AlbumID)
        case removeAssets([AssetID], from: AlbumID)
    }

    let actions: [Action]

    /// - Throws: `inChange` with what is wrong with the first change at fault.
    init(_ raw: [RawChange], identifiers: () -> ObjectID = ObjectID.random) throws {
        var names: [String: ObjectID] = [:]
        actions = try raw.enumerated().map { index, change in
            do {
                return try Batch.action(Change(change), naming: &names, identifiers)
            } catch let error as WireError {
                throw WireError.inChange(index, error)
            }
        }
    }

    /// What existed before the batch and it touches, with the index of the change that does.
    struct Touched {
        var assets: [(index: Int, id: AssetID)] = []
        var albums: [(index: Int, id: AlbumID)] = []
    }

    var touched: Touched {
        var created: Set<ObjectID> = []
        var touched = Touched()
        for (index, action) in actions.enumerated() {
            func touch(_ ids: [AssetID]) {
                touched.assets += ids.filter { !created.contains(ObjectID($0)) }.map { (index, $0) }
            }
            func touch(_ ids: [AlbumID]) {
                touched.albums += ids.filter { !created.contains(ObjectID($0)) }.map { (index, $0) }
            }
            switch action {
            case .create(let id, _): created.insert(ObjectID(id))
            case .createAlbum(let id, title: _): created.insert(ObjectID(id))
            case .setProperties(let id, _): touch([id])
            case .delete(let ids): touch(ids)
            case .rename(let id, title: _): touch([id])
            case .deleteAlbums(let ids): touch(ids)
            case .addAssets(let ids, to: let album), .removeAssets(let ids, from: let album):
                touch([album])
                touch(ids)
            }
        }
        return touched
    }

    /// What the person must allow, in order.
    var confirmed: [ConfirmedChange] {
        actions.compactMap { action in
            switch action {
            case .create, .setProperties, .createAlbum, .rename, .deleteAlbums, .addAssets, .removeAssets: nil
            case .delete(let ids): ConfirmedChange(change: "delete-assets", ids: ids.map(\.description))
            }
        }
    }

    private static func action(
        _ change: Change, naming names: inout [String: ObjectID], _ identifiers: () -> ObjectID
    ) throws -> Action {
        func resolve<ID: LocalIdentifier>(_ reference: Reference) throws -> ID {
            switch reference {
            case .id(let id): return ID(uuid: id.uuid)
            case .placeholder(let name):
                guard let id = names[name] else {
                    throw WireError.invalidArgument("no earlier change of the batch creates '\(quotable(name))'.")
                }
                return ID(uuid: id.uuid)
            }
        }
        func create<ID: LocalIdentifier>() throws -> ID {
            let id = identifiers()
            if let name = change.placeholder, names.updateValue(id, forKey: name) != nil {
                throw WireError.invalidArgument("two changes of the batch have the placeholder '\(quotable(name))'.")
            }
            return ID(uuid: id.uuid)
        }
        switch change.action {
        case .createAsset(let creation): return .create(try create(), creation)
        case .setProperties(let reference, let changes): return .setProperties(try resolve(reference), changes)
        case .deleteAssets(let references): return .delete(try references.map(resolve))
        case .createAlbum(let title): return .createAlbum(try create(), title: title)
        case .rename(let reference, let title): return .rename(try resolve(reference), title: title)
        case .deleteAlbums(let references): return .deleteAlbums(try references.map(resolve))
        case .addAssets(let references, to: let album):
            return .addAssets(try references.map(resolve), to: try resolve(album))
        case .removeAssets(let references, from: let album):
            return .removeAssets(try references.map(resolve), from: try resolve(album))
        }
    }
}
