internal import FilmgateModel

/// What happened to one asset, album or folder that somebody sees, as the change log has it.
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
}

/// Makes of everything that happened what has become of it.
///
/// Whether something was to be seen before follows from the first time that it came or went, and whether it is now from the last;
/// what only went for a while counts as updated, for nobody has told what happened to it then.
struct ChangeCoalescer {
    private var courses: [ObjectID: ObjectHistory] = [:]
    /// In the order in which they were first heard of.
    private var order: [ObjectID] = []

    fileprivate struct ObjectHistory {
        /// The first and the last time that it came or went.
        var first: ViewEvent.Kind?
        var last: ViewEvent.Kind?
        let subject: Subject
    }

    /// - Parameter events: in the order in which they happened.
    init(_ events: [ViewEvent]) {
        for event in events { add(event) }
    }

    private mutating func add(_ event: ViewEvent) {
        if courses[event.id] == nil {
            courses[event.id] = ObjectHistory(subject: event.kind.subject)
            order.append(event.id)
        }
        guard event.kind.turn != nil else { return }
        if courses[event.id]?.first == nil { courses[event.id]?.first = event.kind }
        courses[event.id]?.last = event.kind
    }

    /// Everything that any event is about, and whether it was to be seen before; nil where it was there all the time.
    var wereShown: [ObjectID: Bool?] { courses.mapValues { $0.first.map { $0.turn == .went } } }

    var changes: LibraryChanges {
        var changes = LibraryChanges()
        for id in order {
            guard let course = courses[id], let outcome = course.outcome else { continue }
            changes.add(id, course.subject, outcome)
        }
        changes.settleReason()
        return changes
    }

    enum Subject {
        case asset, album, folder
    }

    enum Outcome {
        case inserted, updated, deleted, entered, left
    }
}

extension ChangeCoalescer.ObjectHistory {
    /// Nil where it was not to be seen before, and is not now.
    var outcome: ChangeCoalescer.Outcome? {
        guard let first, let last else { return .updated }
        switch (first.turn, last.turn) {
        case (.came, .came): return first == .entered ? .entered : .inserted
        case (.went, .came): return .updated
        case (.went, .went): return last == .left ? .left : .deleted
        // Out of the trash, into it again, and then for good: whoever sees the trash misses it now.
        case (.came, .went): return first == .restored && last == .deleted ? .deleted : nil
        case (nil, _), (_, nil): return .updated
        }
    }
}

extension ViewEvent.Kind {
    enum Turn {
        case came, went
    }

    /// Nil for what neither brings nor takes.
    var turn: Turn? {
        switch self {
        case .inserted, .restored, .entered, .albumInserted, .folderInserted: .came
        case .trashed, .deleted, .left, .albumDeleted, .folderDeleted: .went
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
        _ id: ObjectID, _ subject: ChangeCoalescer.Subject, _ outcome: ChangeCoalescer.Outcome
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
