public import FilmgateModel
internal import FilmgateSQLite

/// Which changes are to be undone.
public enum UndoSelection: Sendable {
    /// Those of a client, from a date, and before one; nil for all that are kept.
    case client(ClientID, since: Timestamp?, until: Timestamp?)
    /// The last batch of the owner's tools.
    case lastOfOwner
}

/// An aspect of an object that can be changed and undone by itself.
struct UndoTarget: Hashable {
    let aspect: UndoAspect
    /// The row of the asset, album or folder.
    let object: Int64
    /// The row of the asset in an album, otherwise 0.
    let other: Int64
}

/// What entries of the undo log are about; the raw values are in the log.
enum UndoAspect: String {
    /// Whether the object exists.
    case asset, album, folder
    case trashed, content
    /// Files were added to the asset, which stay. `first` is 1 if one of them is the original of what the asset was made of.
    case joined
    case title, caption, keywords, favorite, hidden, rating
    case creationDate = "creation-date"
    case location
    case albumTitle = "album-title"
    case albumFolder = "album-folder"
    case folderTitle = "folder-title"
    case folderParent = "folder-parent"
    case albumCover = "album-cover"
    /// The order of what a folder holds; `first` is null if nobody had ordered it. See `ChildOrder.record`.
    case folderOrder = "folder-order"
    case member

    var isExistence: Bool { self == .asset || self == .album || self == .folder }

    enum ObjectKind { case asset, album, folder }

    var kind: ObjectKind {
        switch self {
        case .asset, .trashed, .content, .joined, .title, .caption, .keywords, .favorite, .hidden, .rating,
            .creationDate,
            .location:
            .asset
        case .album, .albumTitle, .albumFolder, .albumCover, .member: .album
        case .folder, .folderTitle, .folderParent, .folderOrder: .folder
        }
    }
}

/// What an undo does with each aspect.
struct UndoPlan {
    /// The values of this entry come back.
    struct Step {
        let target: UndoTarget
        let entry: Int64
    }

    struct Conflict {
        let target: UndoTarget
        /// The batch whose change stays.
        let batch: Int64
    }

    var steps: [Step] = []
    var conflicts: [Conflict] = []
    let batches: Set<Int64>

    /// The most aspects that one undo changes.
    static let mostSteps = 100_000

    init(_ selection: UndoSelection, in database: DatabaseConnection) throws {
        let wanted: SQL
        switch selection {
        case .client(let id, let since, let until):
            guard let client = try database.row(of: .client(id)) else {
                batches = []
                return
            }
            wanted = """
                b.client = \(client) AND b.date >= \(since?.rawValue ?? .min) AND b.date < \(until?.rawValue ?? .max)
                """
        case .lastOfOwner: wanted = "b.number = (SELECT max(number) FROM undo_batch WHERE is_owners = 1)"
        }
        batches = Set(try database.all("SELECT b.number FROM undo_batch AS b WHERE \(wanted)") { $0.integer(0) })
        let targets = try database.all(
            """
            SELECT e.aspect, e.object, e.other FROM undo_batch AS b CROSS JOIN undo_entry AS e ON e.batch = b.number
            WHERE \(wanted) AND e.aspect <> \(UndoAspect.joined.rawValue) GROUP BY 1, 2, 3 ORDER BY min(e.number) LIMIT \(UndoPlan.mostSteps + 1)
            """
        ) { row in
            guard let aspect = UndoAspect(rawValue: row.text(0)) else { throw DamagedRow(table: "undo_entry") }
            return UndoTarget(aspect: aspect, object: row.integer(1), other: row.integer(2))
        }
        guard targets.count <= UndoPlan.mostSteps else { throw UndoTooLarge() }
        for target in targets {
            let log = try database.all(
                """
                SELECT number, batch, restores FROM undo_entry
                WHERE aspect = \(target.aspect.rawValue) AND object = \(target.object) AND other = \(target.other)
                ORDER BY number
                """
            ) { UndoHistory.Entry(number: $0.integer(0), batch: $0.integer(1), restores: $0.optionalInteger(2)) }
            switch UndoHistory(entries: log).outcome(undoing: batches) {
            case .restores(let entry): steps.append(Step(target: target, entry: entry))
            case .isOverridden(by: let batch): conflicts.append(Conflict(target: target, batch: batch))
            case .nothing: break
            }
        }
    }
}

/// More changes than one undo can hold.
public struct UndoTooLarge: Error, Hashable, Sendable {
    public init() {}
}

/// The entries of one aspect, the oldest first. Each holds what was before its batch; so the state before an entry is the one after the
/// entry ahead of it, and the present is the state after the last one.
struct UndoHistory {
    struct Entry {
        let number: Int64
        let batch: Int64
        /// Of a change that undid others: the entry before which the state was the same as after this one.
        let restores: Int64?
    }

    enum Outcome: Equatable {
        /// The state before this entry comes back.
        case restores(Int64)
        /// A later change stays, and keeps those that are to be undone.
        case isOverridden(by: Int64)
        /// The changes are undone already.
        case nothing
    }

    let entries: [Entry]

    /// Goes back from the present over the changes that are to be undone, until it comes to one that is not. An earlier undo leads to
    /// the state that it brought back. The entry of the last change on the way that is to be undone tells the state most exactly.
    func outcome(undoing batches: Set<Int64>) -> Outcome {
        var state = entries.count
        var restored: Int?
        while state > 0 {
            let last = entries[state - 1]
            if batches.contains(last.batch) {
                state -= 1
                restored = state
            } else if let earlier = index(restoredBy: last, at: state - 1) {
                state = earlier
            } else {
                break
            }
        }
        if let restored { return .restores(entries[restored].number) }
        guard state > 0 else { return .nothing }
        let top = entries[state - 1].batch
        while state > 0 {
            let last = entries[state - 1]
            if batches.contains(last.batch) { return .isOverridden(by: top) }
            state = index(restoredBy: last, at: state - 1) ?? state - 1
        }
        return .nothing
    }

    private func index(restoredBy entry: Entry, at own: Int) -> Int? {
        guard let restored = entry.restores else { return nil }
        return entries[..<own].firstIndex { $0.number == restored }
    }
}
