import FilmgateModel
import FilmgateSQLite

@testable import FilmgatePolicy
@testable import FilmgateStore

extension Fixture {
    func photo(
        _ key: String?, isPicked: Bool = false, filename: String = "photo.jpg", for client: ClientID = owner
    ) async throws -> StagedAsset {
        var photo = StagedAsset.photo(try await stage(for: client))
        photo.files[0].filename = filename
        photo.facts!.burstIdentifier = key
        if key != nil { photo.facts!.subtypes.insert(.burst) }
        photo.facts!.isBurstPick = isPicked
        return photo
    }

    func addition(
        _ id: AssetID, to key: String?, seconds: Int64, burst: ObjectID? = nil
    ) async throws -> StoreChange {
        .createAsset(
            id,
            AssetCreation(
                try await photo(key),
                properties: .of { $0.creationDate = .seconds(seconds) }, AssetCreationOptions(burst: burst)))
    }

    /// Adds a photo with a camera's identifier.
    @discardableResult
    func addToBurst(
        _ key: String? = "K", by client: ClientID = owner, _ visibility: Visibility = .everything, seconds: Int64,
        isPicked: Bool = false, hidden: Bool = false, filename: String = "photo.jpg"
    ) async throws -> AssetID {
        let id = AssetID.random()
        let photo = try await photo(key, isPicked: isPicked, filename: filename, for: client)
        let properties = AssetChanges.of { ($0.creationDate, $0.isHidden) = (.seconds(seconds), hidden) }
        _ = try await apply(
            [.createAsset(id, AssetCreation(photo, properties: properties))], visibleTo: visibility,
            by: .client(client))
        return id
    }

    func burst(of asset: AssetID, _ visibility: Visibility = .everything) async throws -> ObjectID? {
        var query = AssetQuery()
        (query.identifiers, query.includesTrashed) = ([asset], true)
        let keys = try await library.fetch(query, visibleTo: visibility)
        let row = try await library.rows(keys, properties: [.burstID], visibleTo: visibility).orTrap.first
        guard case .text(let text)? = row?.values[.burstID] else { return nil }
        return ObjectID(text)
    }

    /// The other photos of their bursts.
    func burstMates(of ids: [AssetID]) async throws -> [AssetID] {
        try await library.database.read { database in
            try ids.flatMap { id in
                try database.all(
                    """
                    SELECT o.id FROM burst_asset AS s JOIN burst_asset AS o ON o.burst = s.burst
                    WHERE s.id = \(id.bytes) AND o.id <> s.id
                    """
                ) { AssetID(bytes: $0.blob(0)).orTrap }
            }
        }
    }
}

extension AssetChanges {
    static func of(_ body: (inout AssetChanges) -> Void) -> AssetChanges {
        var changes = AssetChanges()
        body(&changes)
        return changes
    }
}
