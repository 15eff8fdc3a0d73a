internal import Filmgate

/// Objects of one kind with the same change.
struct ChangeList: Equatable {
    /// The name of the list in the contract.
    let key: String
    /// `photo`, `album` or `folder`.
    let noun: String
    /// `inserted`, `left scope`
    let event: String
    let ids: [ObjectID]

    var isOfDeleted: Bool { event == "deleted" }
}

extension LibraryChanges {
    /// The lists that are not empty.
    var lists: [ChangeList] {
        func list(_ key: String, _ noun: String, _ ids: [some LocalIdentifier]) -> ChangeList {
            let event = noun == "photo" ? key : String(key.drop { $0 != "-" }.dropFirst())
            return ChangeList(
                key: key, noun: noun, event: event.replacing("-", with: " "), ids: ids.map { ObjectID($0) })
        }
        return [
            list("inserted", "photo", inserted), list("updated", "photo", updated), list("deleted", "photo", deleted),
            list("entered-scope", "photo", enteredScope), list("left-scope", "photo", leftScope),
            list("albums-inserted", "album", albumsInserted), list("albums-updated", "album", albumsUpdated),
            list("albums-deleted", "album", albumsDeleted), list("folders-inserted", "folder", foldersInserted),
            list("folders-updated", "folder", foldersUpdated), list("folders-deleted", "folder", foldersDeleted),
        ].filter { !$0.ids.isEmpty }
    }
}

/// An update as JSON, with the contract's names and the lists that are not empty.
struct UpdateRecord: Encodable {
    let update: LibraryUpdate
    let time: Timestamp

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }

        init?(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(TimeText.iso(time), forKey: Key("time"))
        try container.encode(update.token.text, forKey: Key("token"))
        try container.encode(update.changes.reason.rawValue, forKey: Key("reason"))
        try container.encode(update.changes.isIncremental, forKey: Key("incremental"))
        if update.isOfExpiredToken { try container.encode(true, forKey: Key("token-expired")) }
        for list in update.changes.lists {
            try container.encode(list.ids.map(\.description), forKey: Key(list.key))
        }
    }
}
