import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// The decoded changes of one `PerformChanges` call. Each placeholder, which is the call's own name for an object that
/// it creates, is replaced by the object's identifier.
struct Batch: Sendable {
    struct Item: Sendable {
        let kind: ChangeKind
        /// The change without its files and edits, which are part of `PreparedBatch`.
        let change: StoreChange
        /// The objects that the change creates or changes, for the audit log and for the person.
        let ids: [ObjectID]
        var resources: [NewAssetResource] = []
        /// The editing session whose result the change commits.
        var session: ObjectPath?
    }

    let items: [Item]
    /// The objects that the batch itself creates.
    private let created: Set<ObjectID>

    /// - Throws: `inChange` with the first change that has an error.
    init(_ raw: [RawChange]) throws {
        var names = BatchPlaceholders()
        items = try raw.enumerated().map { index, change in
            do {
                return try names.item(change)
            } catch let error as WireError {
                throw WireError.inChange(index, error)
            }
        }
        created = names.created
    }

    /// Makes the batch that commits an edit of an asset.
    init(committing path: ObjectPath, of id: AssetID) {
        items = [Item(kind: .setContent, change: .setContent(id, nil), ids: [ObjectID(id)], session: path)]
        created = []
    }

    /// Whether the batch may refer to existing objects. `PerformChanges` checks these before it copies files.
    var namesAnything: Bool {
        items.contains {
            guard case .createAsset(_, let creation) = $0.change, creation.originalAsset == nil, creation.joins == nil
            else { return true }
            return creation.options.burst != nil
        }
    }

    /// The assets that the batch deletes, including those that it creates itself.
    var deleted: Set<ObjectID> { Set(items.filter { $0.kind.operation == .deleteAssets }.flatMap(\.ids)) }

    /// The assets whose content the batch changes.
    var edited: Set<AssetID> {
        Set(items.filter { $0.kind.operation == .editAssets }.flatMap(\.ids).map { AssetID(uuid: $0.uuid) })
    }

    /// Returns whether the person must confirm a change of this asset's content.
    ///
    /// - Parameter own: the edited assets that the client itself added.
    func asksAbout(_ id: AssetID, _ own: Set<AssetID>) -> Bool {
        !own.contains(id) && !created.contains(ObjectID(id))
    }

    /// Returns, in order, the changes that the person must confirm: deletions of assets that existed before the batch,
    /// and changes of the content of assets that the client did not add itself.
    ///
    /// - Parameter own: the edited assets that the client itself added.
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

/// The placeholders of a batch that is being decoded.
private struct BatchPlaceholders {
    private var ids: [String: ObjectID] = [:]
    private(set) var created: Set<ObjectID> = []
    /// The object that the change being decoded creates; nil if it creates none.
    private var newest: ObjectID?

    mutating func item(_ raw: RawChange) throws -> Batch.Item {
        let change = try WireChange(raw)
        let named = try change.references.map { try resolve($0) as ObjectID }
        newest = nil
        var item = Batch.Item(
            kind: try ChangeKind(raw), change: try resolved(change), ids: newest.map { [$0] } ?? named)
        if case .createAsset(_, let creation) = change { item.resources = creation.files }
        if case .setContent(_, let session) = change { item.session = session }
        return item
    }

    /// Returns the change with identifiers instead of placeholders, and without files and edits.
    private mutating func resolved(_ change: WireChange) throws -> StoreChange {
        switch change {
        case .createAsset(let name, let creation):
            let original: AssetID? = try creation.originalAsset.map(resolve)
            let joined: AssetID? = try creation.joins.map(resolve)
            return .createAsset(
                try create(name),
                AssetCreation(
                    nil, properties: creation.properties, creation.options, originalAsset: original, joins: joined))
        case .createAlbum(let name, let title, in: let parent, rule: let rule):
            let parent: FolderID? = try parent.map(resolve)
            return .createAlbum(try create(name), title: title, in: parent, rule: rule)
        case .setRule(let rule, of: let album): return .setRule(rule, of: try resolve(album))
        case .createFolder(let name, let title, in: let parent):
            let parent: FolderID? = try parent.map(resolve)
            return .createFolder(try create(name), title: title, in: parent)
        case .setProperties(let id, let changes): return .setProperties(try resolve(id), changes)
        case .addKeywords(let keywords, to: let ids): return .addKeywords(keywords, to: try ids.map(resolve))
        case .removeKeywords(let keywords, from: let ids): return .removeKeywords(keywords, from: try ids.map(resolve))
        case .setBurstPick(let id): return .setBurstPick(try resolve(id))
        case .setContent(let id, _): return .setContent(try resolve(id), nil)
        case .revertContent(let id, from: _): return .revertContent(try resolve(id))
        case .deleteAssets(let ids): return .deleteAssets(try ids.map(resolve))
        case .restoreAssets(let ids): return .restoreAssets(try ids.map(resolve))
        case .purgeAssets(let ids): return .purgeAssets(try ids.map(resolve))
        case .rename(let id, let title): return .rename(try resolve(id), title: title)
        case .deleteAlbums(let ids): return .deleteAlbums(try ids.map(resolve))
        case .deleteFolders(let ids): return .deleteFolders(try ids.map(resolve))
        case .setCover(let asset, of: let album): return .setCover(try asset.map(resolve), of: try resolve(album))
        case .addAssets(let ids, to: let album): return .addAssets(try ids.map(resolve), to: try resolve(album))
        case .removeAssets(let ids, from: let album):
            return .removeAssets(try ids.map(resolve), from: try resolve(album))
        case .insertAssets(let ids, into: let album, at: let index):
            return .insertAssets(try ids.map(resolve), into: try resolve(album), at: index)
        case .moveAssets(let ids, in: let album, to: let index):
            return .moveAssets(try ids.map(resolve), in: try resolve(album), to: index)
        case .addChildren(let ids, to: let folder):
            return .addChildren(try ids.map(resolve), to: try folder.map(resolve))
        case .removeChildren(let ids, from: let folder):
            return .removeChildren(try ids.map(resolve), from: try folder.map(resolve))
        case .insertChildren(let ids, into: let folder, at: let index):
            return .insertChildren(try ids.map(resolve), into: try folder.map(resolve), at: index)
        case .moveChildren(let ids, in: let folder, to: let index):
            return .moveChildren(try ids.map(resolve), in: try folder.map(resolve), to: index)
        }
    }

    private func resolve<ID: LocalIdentifier>(_ reference: ObjectReference) throws -> ID {
        switch reference {
        case .id(let id): return ID(uuid: id.uuid)
        case .placeholder(let name):
            guard let id = ids[name] else {
                throw WireError.invalidArgument("no earlier change of the batch creates '\(quotable(name))'.")
            }
            return ID(uuid: id.uuid)
        }
    }

    private mutating func create<ID: LocalIdentifier>(_ name: ObjectReference) throws -> ID {
        let id = ObjectID.random()
        if case .placeholder(let name) = name, !name.isEmpty, ids.updateValue(id, forKey: name) != nil {
            throw WireError.invalidArgument("two changes of the batch have the placeholder '\(quotable(name))'.")
        }
        created.insert(id)
        newest = id
        return ID(uuid: id.uuid)
    }
}

// The audit log's entries for batches: one for each kind of change.

extension Batch {
    /// The planned changes by kind, in the order in which the kinds first occur in the batch.
    var accounts: [(AuditEntry.Operation, AuditSubject)] {
        var accounts: [(operation: AuditEntry.Operation, ids: [ObjectID])] = []
        for item in items {
            if let index = accounts.firstIndex(where: { $0.operation == item.kind.account }) {
                accounts[index].ids += item.ids
            } else {
                accounts.append((item.kind.account, item.ids))
            }
        }
        return accounts.map { ($0.operation, AuditSubject(count: $0.ids.count, ids: $0.ids)) }
    }

    /// Returns a function that removes from the log's entries the assets that were not created, because they already
    /// existed.
    func done(_ accounts: [AuditEntry]) -> @Sendable ([ObjectID?]) -> [AuditEntry] {
        let creations: [ObjectID?] = items.map { item in
            if case .createAsset(let id, _) = item.change { ObjectID(id) } else { nil }
        }
        return { created in
            let skipped = Set(zip(creations, created).compactMap { $1 == nil ? $0 : nil })
            guard !skipped.isEmpty else { return accounts }
            return accounts.compactMap { entry in
                guard entry.operation == ChangeKind.createAsset.account else { return entry }
                var entry = entry
                entry.ids.removeAll(where: skipped.contains)
                entry.count -= UInt32(clamping: skipped.count)
                return entry.count > 0 ? entry : nil
            }
        }
    }

    /// Returns the log's operation and subject for a refused batch: those of the change with the error, or of all
    /// changes if the error concerns no single change. Changes of different kinds are logged as `perform-changes`.
    static func account(ofRefused raw: [RawChange], for error: any Error) -> (AuditEntry.Operation, AuditSubject) {
        var faulty = raw[...]
        if case .inChange(let index, _)? = error as? WireError, raw.indices.contains(index) {
            faulty = raw[index...index]
        }
        let kinds = Set(faulty.map { ChangeKind(rawValue: $0.values.0) })
        guard kinds.count == 1, case let kind?? = kinds.first else { return ("perform-changes", AuditSubject()) }
        let references = faulty.prefix(ContractLimits.changesInBatch).flatMap {
            // A change that cannot be decoded has no known references, and the log needs none.
            (try? WireChange($0))?.references ?? []
        }
        let ids = references.compactMap { if case .id(let id) = $0 { id } else { nil } }
        return (kind.account, AuditSubject(count: max(faulty.count, ids.count), ids: ids))
    }
}

extension ChangeKind {
    /// The name of this kind of change in the audit log.
    fileprivate var account: AuditEntry.Operation {
        self == .createAsset ? "create-assets" : AuditEntry.Operation(rawValue: rawValue)
    }
}
