import FilmgateModel

/// A change log event about an asset, album or folder that a client sees.
struct ViewEvent {
    enum Kind: String {
        case inserted, updated, trashed, restored, deleted, entered, left
        case albumInserted = "album-inserted"
        case albumUpdated = "album-updated"
        case albumDeleted = "album-deleted"
        case folderInserted = "folder-inserted"
        case folderUpdated = "folder-updated"
        case folderDeleted = "folder-deleted"
    }

    let kind: Kind
    let id: ObjectID
    /// Whether the pixels of the asset changed.
    var changesContent = false
}

/// Computes net changes from events.
///
/// The first event that shows or hides an object reveals whether the object was visible before. The last such event
/// reveals whether it is visible now. An object that was hidden temporarily counts as updated, because the client
/// missed changes to the object during that time.
struct ChangeCoalescer {
    private var histories: [ObjectID: ObjectHistory] = [:]
    /// The identifiers of the objects, in the order of their first events.
    private var order: [ObjectID] = []

    fileprivate struct ObjectHistory {
        /// The kinds of the first and the last event that showed or hid the object.
        var first: ViewEvent.Kind?
        var last: ViewEvent.Kind?
        let subject: Subject
        var changesContent = false
    }

    /// - Parameter events: the events in chronological order.
    init(_ events: [ViewEvent]) {
        for event in events { add(event) }
    }

    private mutating func add(_ event: ViewEvent) {
        if histories[event.id] == nil {
            histories[event.id] = ObjectHistory(subject: event.kind.subject)
            order.append(event.id)
        }
        // An object that becomes visible may have new pixels, because there are no events about changes to hidden
        // objects.
        if event.changesContent || event.kind.visibilityChange != nil { histories[event.id]?.changesContent = true }
        guard event.kind.visibilityChange != nil else { return }
        if histories[event.id]?.first == nil { histories[event.id]?.first = event.kind }
        histories[event.id]?.last = event.kind
    }

    /// Whether each object was visible before the events. The inner value is nil if no event showed or hid the object.
    var wereShown: [ObjectID: Bool?] { histories.mapValues { $0.first.map { $0.visibilityChange == .disappeared } } }

    /// Returns whether the pixels of the object may have changed.
    func mayHaveNewContent(_ id: ObjectID) -> Bool { histories[id]?.changesContent ?? false }

    var changes: LibraryChanges {
        var changes = LibraryChanges()
        for id in order {
            guard let history = histories[id], let outcome = history.outcome else { continue }
            changes.add(id, history.subject, outcome)
            if history.subject == .asset, outcome == .updated, history.changesContent {
                changes.contentUpdated.append(AssetID(uuid: id.uuid))
            }
        }
        changes.settleReason()
        return changes
    }

    enum Subject {
        case asset, album, folder
    }

    enum NetChange {
        case inserted, updated, deleted, entered, left
    }
}

extension ChangeCoalescer.ObjectHistory {
    /// The net change, or nil if the object was invisible before and is invisible now.
    var outcome: ChangeCoalescer.NetChange? {
        guard let first, let last else { return .updated }
        switch (first.visibilityChange, last.visibilityChange) {
        case (.appeared, .appeared): return first == .entered ? .entered : .inserted
        case (.disappeared, .appeared): return .updated
        case (.disappeared, .disappeared): return last == .left ? .left : .deleted
        // The asset was restored, trashed again and purged. A client that sees the trash must get the deletion.
        case (.appeared, .disappeared): return first == .restored && last == .deleted ? .deleted : nil
        case (nil, _), (_, nil): return .updated
        }
    }
}

extension ViewEvent.Kind {
    enum VisibilityChange {
        case appeared, disappeared
    }

    /// The effect of the event on the object's visibility, or nil if the visibility stays the same.
    var visibilityChange: VisibilityChange? {
        switch self {
        case .inserted, .restored, .entered, .albumInserted, .folderInserted: .appeared
        case .trashed, .deleted, .left, .albumDeleted, .folderDeleted: .disappeared
        case .updated, .albumUpdated, .folderUpdated: nil
        }
    }

    var subject: ChangeCoalescer.Subject {
        switch self {
        case .inserted, .updated, .trashed, .restored, .deleted, .entered, .left: .asset
        case .albumInserted, .albumUpdated, .albumDeleted: .album
        case .folderInserted, .folderUpdated, .folderDeleted: .folder
        }
    }
}

extension LibraryChanges {
    fileprivate mutating func add(
        _ id: ObjectID, _ subject: ChangeCoalescer.Subject, _ outcome: ChangeCoalescer.NetChange
    ) {
        switch (subject, outcome) {
        case (.asset, .inserted): inserted.append(AssetID(uuid: id.uuid))
        case (.asset, .updated): updated.append(AssetID(uuid: id.uuid))
        case (.asset, .deleted): deleted.append(AssetID(uuid: id.uuid))
        case (.asset, .entered): enteredScope.append(AssetID(uuid: id.uuid))
        case (.asset, .left): leftScope.append(AssetID(uuid: id.uuid))
        case (.album, .inserted), (.album, .entered): albumsInserted.append(AlbumID(uuid: id.uuid))
        case (.album, .updated): albumsUpdated.append(AlbumID(uuid: id.uuid))
        case (.album, .deleted), (.album, .left): albumsDeleted.append(AlbumID(uuid: id.uuid))
        case (.folder, .inserted), (.folder, .entered): foldersInserted.append(FolderID(uuid: id.uuid))
        case (.folder, .updated): foldersUpdated.append(FolderID(uuid: id.uuid))
        case (.folder, .deleted), (.folder, .left): foldersDeleted.append(FolderID(uuid: id.uuid))
        }
    }

    fileprivate mutating func settleReason() {
        let scope = enteredScope.count + leftScope.count
        reason = scope > 0 && scope == count ? .selection : .library
    }
}
