internal import FilmgateModel
internal import FilmgateWire

/// The changes of one call, every key checked and every placeholder replaced by the identifier that it stands for.
struct Batch: Sendable {
    enum Action: Sendable {
        case create(AssetID, Creation)
        case setProperties(AssetID, AssetChanges)
        case delete([AssetID])
    }

    let actions: [Action]

    /// - Throws: `inChange` with what is wrong with the first change at fault.
    init(_ raw: [RawChange], identifiers: () -> AssetID = AssetID.random) throws {
        var names: [String: AssetID] = [:]
        actions = try raw.enumerated().map { index, change in
            do {
                return try Batch.action(Change(change), naming: &names, identifiers)
            } catch let error as WireError {
                throw WireError.inChange(index, error)
            }
        }
    }

    /// The assets that existed before the batch and that it touches, each with the index of its change.
    var touched: [(index: Int, id: AssetID)] {
        var created: Set<AssetID> = []
        var touched: [(Int, AssetID)] = []
        for (index, action) in actions.enumerated() {
            switch action {
            case .create(let id, _): created.insert(id)
            case .setProperties(let id, _): if !created.contains(id) { touched.append((index, id)) }
            case .delete(let ids): touched += ids.filter { !created.contains($0) }.map { (index, $0) }
            }
        }
        return touched
    }

    private static func action(
        _ change: Change, naming names: inout [String: AssetID], _ identifiers: () -> AssetID
    ) throws -> Action {
        func resolve(_ reference: AssetReference) throws -> AssetID {
            switch reference {
            case .id(let id): return id
            case .placeholder(let name):
                guard let id = names[name] else {
                    throw WireError.invalidArgument("no earlier change of the batch creates '\(quotable(name))'.")
                }
                return id
            }
        }
        switch change.action {
        case .createAsset(let creation):
            let id = identifiers()
            if let name = change.placeholder, names.updateValue(id, forKey: name) != nil {
                throw WireError.invalidArgument("two changes of the batch have the placeholder '\(quotable(name))'.")
            }
            return .create(id, creation)
        case .setProperties(let reference, let changes): return .setProperties(try resolve(reference), changes)
        case .deleteAssets(let references): return .delete(try references.map(resolve))
        }
    }
}
