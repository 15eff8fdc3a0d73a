import Filmgate
import FilmgateText

/// Objects of one kind with the same change.
struct ChangeList {
    /// The name of the list in the D-Bus contract.
    let key: String
    let object: Object
    let event: Event
    let ids: [ObjectID]

    enum Object {
        case photo, album, folder
    }

    enum Event {
        case inserted, updated, deleted, enteredScope, leftScope
    }

    var isOfDeleted: Bool { event == .deleted }

    /// The kind of the objects, in the person's language: `photo`.
    var noun: String {
        switch object {
        case .photo: localized("photo")
        case .album: localized("album")
        case .folder: localized("folder")
        }
    }

    /// The number of objects as text: `12 photos`.
    var count: String {
        switch object {
        case .photo: counted("{n} photo", "{n} photos", ids.count)
        case .album: counted("{n} album", "{n} albums", ids.count)
        case .folder: counted("{n} folder", "{n} folders", ids.count)
        }
    }

    /// The change as text, in the person's language: `left scope`.
    var eventText: String {
        switch event {
        case .inserted: localized("inserted")
        case .updated: localized("updated")
        case .deleted: localized("deleted")
        case .enteredScope: localized("entered scope")
        case .leftScope: localized("left scope")
        }
    }
}

extension LibraryChanges {
    /// The lists that are not empty.
    var lists: [ChangeList] {
        func list(
            _ key: String, _ object: ChangeList.Object, _ event: ChangeList.Event, _ ids: [some LocalIdentifier]
        ) -> ChangeList {
            ChangeList(key: key, object: object, event: event, ids: ids.map { ObjectID($0) })
        }
        return [
            list("inserted", .photo, .inserted, inserted), list("updated", .photo, .updated, updated),
            list("deleted", .photo, .deleted, deleted), list("entered-scope", .photo, .enteredScope, enteredScope),
            list("left-scope", .photo, .leftScope, leftScope),
            list("albums-inserted", .album, .inserted, albumsInserted),
            list("albums-updated", .album, .updated, albumsUpdated),
            list("albums-deleted", .album, .deleted, albumsDeleted),
            list("folders-inserted", .folder, .inserted, foldersInserted),
            list("folders-updated", .folder, .updated, foldersUpdated),
            list("folders-deleted", .folder, .deleted, foldersDeleted),
        ].filter { !$0.ids.isEmpty }
    }
}

/// An update as JSON, with the D-Bus contract's names and the lists that are not empty.
struct UpdateRecord: Encodable {
    let update: LibraryUpdate
    let time: Timestamp

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        try container.encode(time.isoText, forKey: AnyCodingKey("time"))
        try container.encode(update.token.text, forKey: AnyCodingKey("token"))
        try container.encode(update.changes.reason.rawValue, forKey: AnyCodingKey("reason"))
        try container.encode(update.changes.isIncremental, forKey: AnyCodingKey("incremental"))
        if update.isOfExpiredToken { try container.encode(true, forKey: AnyCodingKey("token-expired")) }
        for list in update.changes.lists {
            try container.encode(list.ids.map(\.description), forKey: AnyCodingKey(list.key))
        }
    }
}
