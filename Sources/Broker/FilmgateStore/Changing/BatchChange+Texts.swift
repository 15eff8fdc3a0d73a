import FilmgateModel
import FilmgateSQLite

/// Counts the texts that a client gives to assets, as well as the files: if the quota ignored titles, captions, alt
/// texts and keywords, it would not limit the growth of the database.
extension BatchChange {
    /// Applies a change, and counts the bytes by which it makes the texts of assets longer. The texts of new assets
    /// count in full. Shortening a text does not free quota, nor does deleting assets.
    mutating func applyCounted(_ change: StoreChange) throws -> ObjectID? {
        let (ids, columns) = isOwners ? ([], []) : change.texts
        if columns.isEmpty { return try apply(change) }
        let earlier = try ids.map { try textBytes(of: $0, columns) }
        let created = try apply(change)
        for (id, bytes) in zip(ids, earlier) {
            // The texts of an equal asset that was present before are not new.
            if case .createAsset = change, standIns.contains(id) { continue }
            let growth = try textBytes(of: id, columns) - bytes
            if growth > 0 { try count(text: growth, of: id) }
        }
        return created
    }

    /// Counts the bytes of texts, also in the receipt, so that a withdrawal returns all bytes of the addition.
    private mutating func count(text bytes: Int64, of id: AssetID) throws {
        added.text = added.text.addingClamped(UInt64(clamping: bytes))
        guard givesReceipts, let client = try database.row(of: .client(holder.client)) else { return }
        try database.execute("UPDATE receipt SET size = size + \(bytes) WHERE id = \(id.bytes) AND client = \(client)")
    }

    /// Returns the size of texts of an asset or inbox item, as they are stored. Returns 0 if it does not exist.
    private func textBytes(of id: AssetID, _ columns: [SQL]) throws -> Int64 {
        let sum = columns.map { "ifnull(length(CAST(\($0) AS BLOB)), 0)" as SQL }.joined(by: " + ")
        if let row = quarantined[id] {
            return try database.integer("SELECT \(sum) FROM quarantined WHERE number = \(row)") ?? 0
        }
        guard let key = try created[id] ?? database.key(of: id, in: scope) else { return 0 }
        return try database.integer("SELECT \(sum) FROM asset WHERE row = \(key.rawValue)") ?? 0
    }
}

extension StoreChange {
    /// The assets to which the change gives texts, and the columns of these texts.
    fileprivate var texts: (ids: [AssetID], columns: [SQL]) {
        switch self {
        case .createAsset(let id, let creation): ([id], creation.properties.textColumns)
        case .setProperties(let id, let properties): ([id], properties.textColumns)
        case .addKeywords(_, to: let ids): (Array(Set(ids)), ["keywords"])
        default: ([], [])
        }
    }
}

extension AssetChanges {
    fileprivate var textColumns: [SQL] {
        let columns: [(SQL, Bool)] = [
            ("title", title != nil), ("caption", caption != nil), ("alt_text", altText != nil),
            ("keywords", keywords != nil),
        ]
        return columns.filter(\.1).map(\.0)
    }
}
