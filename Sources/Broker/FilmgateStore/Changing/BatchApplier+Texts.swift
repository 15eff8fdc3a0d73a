import FilmgateModel
import FilmgateSQLite

/// Charges the text of assets to the quota, in addition to the files. Titles, captions, alt texts and keywords also
/// make the database grow.
extension BatchApplier {
    /// Applies a change, and charges the bytes by which it extends the text of assets. A new asset is charged for the
    /// full length of its text. Shortening text or deleting an asset does not free quota.
    mutating func applyCounted(_ change: StoreChange) throws -> ObjectID? {
        let (ids, columns) = isOwners ? ([], []) : change.texts
        if columns.isEmpty { return try apply(change) }
        let earlier = try ids.map { try textBytes(of: $0, columns) }
        let created = try apply(change)
        for (id, bytes) in zip(ids, earlier) {
            // The identifier refers to an asset that existed before, so its text is not new.
            if case .createAsset = change, standIns.contains(id) { continue }
            let growth = try textBytes(of: id, columns) - bytes
            if growth > 0 { try count(text: growth, of: id) }
        }
        return created
    }

    /// Charges the bytes of text, and adds them to the receipt of the addition, so that a withdrawal refunds them.
    private mutating func count(text bytes: Int64, of id: AssetID) throws {
        added.text = added.text.addingClamped(UInt64(clamping: bytes))
        guard givesReceipts, let client = try database.row(of: .client(holder.client)) else { return }
        try database.execute("UPDATE receipt SET size = size + \(bytes) WHERE id = \(id.bytes) AND client = \(client)")
    }

    /// Returns the stored size of an asset's or inbox item's text, or 0 if the item does not exist.
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
    /// The assets whose text the change can extend, and the columns of this text.
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
