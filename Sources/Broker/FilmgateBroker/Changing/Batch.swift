import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// The changes of one call, with every key checked and every placeholder replaced by an identifier.
struct Batch: Sendable {
    struct Item: Sendable {
        let kind: ChangeKind
        let work: Work
        /// What the change creates, or else what it names: for the audit log and for the person.
        let ids: [ObjectID]
    }

    enum Work: Sendable {
        /// Its files are not read yet.
        case create(AssetID, Creation, versionOf: AssetID?, joins: AssetID? = nil)
        case change(StoreChange)
        /// Commits the result of the session with this path.
        case edit(AssetID, ObjectPath)
    }

    let items: [Item]
    /// What the batch itself creates.
    private let created: Set<ObjectID>

    /// - Throws: `inChange` with the first change that has an error.
    init(_ raw: [RawChange], identifiers: @escaping () -> ObjectID = ObjectID.random) throws {
        var names = BatchNames(identifiers)
        items = try raw.enumerated().map { index, change in
            do {
                return try names.item(Change(change))
            } catch let error as WireError {
                throw WireError.inChange(index, error)
            }
        }
        created = names.created
    }

    /// The batch that commits an edit of an asset.
    init(committing path: ObjectPath, of id: AssetID) {
        items = [Item(kind: .setContent, work: .edit(id, path), ids: [ObjectID(id)])]
        created = []
    }

    /// Whether it names anything that can be checked before files are copied and people are asked.
    var namesAnything: Bool {
        items.contains {
            guard case .create(_, let creation, versionOf: nil, joins: nil) = $0.work else { return true }
            return creation.burst != nil
        }
    }

    /// What the batch deletes, including what it creates itself.
    var deleted: Set<ObjectID> { Set(items.filter { $0.kind.operation == .deleteAssets }.flatMap(\.ids)) }

    /// The assets whose content it changes.
    var edited: Set<AssetID> {
        Set(items.filter { $0.kind.operation == .editAssets }.flatMap(\.ids).map { AssetID(uuid: $0.uuid) })
    }

    /// Whether the person must confirm a change of this asset's content.
    ///
    /// - Parameter own: those of the edited assets that the client added itself.
    func asksAbout(_ id: AssetID, _ own: Set<AssetID>) -> Bool {
        !own.contains(id) && !created.contains(ObjectID(id))
    }

    /// Returns the changes that the person must confirm, in order: those that delete what existed before the batch, and those that
    /// change the content of what a different client added.
    ///
    /// - Parameter own: those of the edited assets that the client added itself.
    func confirmed(own: Set<AssetID>) -> [AgentPrompt.Change] {
        items.compactMap { item in
            let assets: [AssetID]
            switch item.kind.operation {
            case .deleteAssets: assets = item.ids.filter { !created.contains($0) }.map { AssetID(uuid: $0.uuid) }
            case .editAssets: assets = item.ids.map { AssetID(uuid: $0.uuid) }.filter { asksAbout($0, own) }
            default: return nil
            }
            return assets.isEmpty ? nil : AgentPrompt.Change(name: item.kind.rawValue, assets: assets)
        }
    }
}

/// The placeholders of a batch that is being read.
private struct BatchNames {
    private let identifiers: () -> ObjectID
    private var ids: [String: ObjectID] = [:]
    private(set) var created: Set<ObjectID> = []

    init(_ identifiers: @escaping () -> ObjectID) { self.identifiers = identifiers }

    mutating func item(_ change: Change) throws -> Batch.Item {
        let action = change.action
        var ids = try action.references.map { try resolve($0) as ObjectID }
        let work: Batch.Work
        switch action {
        case .createAsset(let creation):
            let joined: AssetID? = try creation.joins.map(resolve)
            let id: AssetID = try create(change.placeholder)
            work = .create(id, creation, versionOf: try creation.originalAsset.map(resolve), joins: joined)
            ids = [ObjectID(id)]
        case .createAlbum(let title, let parent):
            let id: AlbumID = try create(change.placeholder)
            work = .change(.createAlbum(id, title: title, in: try parent.map(resolve)))
            ids = [ObjectID(id)]
        case .createFolder(let title, let parent):
            let id: FolderID = try create(change.placeholder)
            work = .change(.createFolder(id, title: title, in: try parent.map(resolve)))
            ids = [ObjectID(id)]
        case .setProperties(let id, let changes): work = .change(.setProperties(try resolve(id), changes))
        case .addKeywords(let keywords, to: let ids):
            work = .change(.addKeywords(keywords, to: try ids.map(resolve)))
        case .removeKeywords(let keywords, from: let ids):
            work = .change(.removeKeywords(keywords, from: try ids.map(resolve)))
        case .setContent(let id, session: let path): work = .edit(try resolve(id), path)
        case .revertContent(let id): work = .change(.revertContent(try resolve(id)))
        case .deleteAssets(let ids): work = .change(.trash(try ids.map(resolve)))
        case .restoreAssets(let ids): work = .change(.restore(try ids.map(resolve)))
        case .purgeAssets(let ids): work = .change(.purge(try ids.map(resolve)))
        case .rename(let id, let title): work = .change(.rename(try resolve(id), title: title))
        case .deleteAlbums(let ids): work = .change(.deleteAlbums(try ids.map(resolve)))
        case .deleteFolders(let ids): work = .change(.deleteFolders(try ids.map(resolve)))
        case .setCover(let asset, of: let album):
            work = .change(.setCover(try asset.map(resolve), of: try resolve(album)))
        case .addAssets(let ids, to: let album):
            work = .change(.addAssets(try ids.map(resolve), to: try resolve(album)))
        case .removeAssets(let ids, from: let album):
            work = .change(.removeAssets(try ids.map(resolve), from: try resolve(album)))
        case .insertAssets(let ids, into: let album, at: let index):
            work = .change(.insertAssets(try ids.map(resolve), into: try resolve(album), at: Int(index)))
        case .moveAssets(let ids, in: let album, to: let index):
            work = .change(.moveAssets(try ids.map(resolve), in: try resolve(album), to: Int(index)))
        case .addChildren(let ids, to: let folder):
            work = .change(.addChildren(try ids.map(resolve), to: try resolve(folder)))
        case .removeChildren(let ids, from: let folder):
            work = .change(.removeChildren(try ids.map(resolve), from: try resolve(folder)))
        case .insertChildren(let ids, into: let folder, at: let index):
            work = .change(.insertChildren(try ids.map(resolve), into: try resolve(folder), at: Int(index)))
        case .moveChildren(let ids, in: let folder, to: let index):
            work = .change(.moveChildren(try ids.map(resolve), in: try resolve(folder), to: Int(index)))
        }
        return Batch.Item(kind: action.kind, work: work, ids: ids)
    }

    private func resolve<ID: LocalIdentifier>(_ reference: Reference) throws -> ID {
        switch reference {
        case .id(let id): return ID(uuid: id.uuid)
        case .placeholder(let name):
            guard let id = ids[name] else {
                throw WireError.invalidArgument("no earlier change of the batch creates '\(quotable(name))'.")
            }
            return ID(uuid: id.uuid)
        }
    }

    private mutating func create<ID: LocalIdentifier>(_ placeholder: String?) throws -> ID {
        let id = identifiers()
        if let placeholder, ids.updateValue(id, forKey: placeholder) != nil {
            throw WireError.invalidArgument("two changes of the batch have the placeholder '\(quotable(placeholder))'.")
        }
        created.insert(id)
        return ID(uuid: id.uuid)
    }
}
