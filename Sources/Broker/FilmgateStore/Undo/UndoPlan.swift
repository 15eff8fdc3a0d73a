public import FilmgateModel
import FilmgateSQLite

/// Which changes are to be undone.
public enum UndoSelection: Sendable {
    /// Those of a client, from a date, and before one; nil for all that are kept.
    case client(ClientID, since: Timestamp?, until: Timestamp?)
    /// The last batch of the owner's tools.
    case lastOfOwner
    /// Those of the owner's tools, from a date, and before one; nil for all that are kept.
    case owner(since: Timestamp?, until: Timestamp?)
}

/// An aspect of an object that can be changed and undone by itself.
struct UndoTarget: Hashable {
    let aspect: UndoAspect
    /// The row of the asset, album or folder.
    let object: Int64
    /// The row of the asset in an album, otherwise 0.
    let member: Int64
}

/// What entries of the undo log are about; the raw values are in the log.
enum UndoAspect: String, CaseIterable {
    /// Whether the object exists.
    case asset, album, folder
    case trashed, content
    /// Files were added to the asset, which stay. `value` is 1 if one of them is the original of what the asset was made of.
    case joined
    case title, caption, keywords, favorite, hidden, rating
    case altText = "alt-text"
    case creationDate = "creation-date"
    case timeZone = "time-zone"
    case location
    /// The burst that the asset is in. See `BatchChange.leaveBurst`.
    case burst
    case albumTitle = "album-title"
    case albumFolder = "album-folder"
    case folderTitle = "folder-title"
    case folderParent = "folder-parent"
    case albumCover = "album-cover"
    /// The order of what a folder holds; `value` is null if nobody had ordered it. See `ChildOrder.record`.
    case folderOrder = "folder-order"
    case member

    var isExistence: Bool { self == .asset || self == .album || self == .folder }

    enum ObjectKind { case asset, album, folder }

    var kind: ObjectKind {
        switch self {
        case .asset, .trashed, .content, .joined, .title, .caption, .altText, .keywords, .favorite, .hidden,
            .rating, .creationDate, .timeZone, .location, .burst:
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
        /// Whether the entry has no value: the object did not exist, the asset was not in the album or not in the trash.
        let isAbsent: Bool
    }

    struct Conflict {
        let target: UndoTarget
        /// The batch whose change stays.
        let batch: Int64
    }

    private(set) var steps: [Step] = []
    private(set) var conflicts: [Conflict] = []
    /// The row of the client whose changes are undone; nil for those of the owner's tools.
    let client: Int64?
    let batches: Set<Int64>
    /// See `UndoReport`.
    let keptSince: Timestamp?
    private let selection: UndoSelection
    /// The last entry that it knows.
    private let lastEntry: Int64

    init(_ selection: UndoSelection, in database: DatabaseConnection) throws {
        self.selection = selection
        client =
            switch selection {
            case .client(let id, since: _, until: _): try database.row(of: .client(id))
            case .lastOfOwner, .owner: nil
            }
        let wanted = UndoPlan.condition(selection, client)
        batches = Set(try database.all("SELECT b.number FROM undo_batch AS b WHERE \(wanted)") { $0.integer(0) })
        keptSince = try UndoPlan.keptSince(selection, client, in: database)
        lastEntry = try database.first("SELECT max(number) FROM undo_entry") { $0.optionalInteger(0) ?? 0 } ?? 0
        var (target, log): (UndoTarget?, [UndoHistory.Entry]) = (nil, [])
        // Aspect by aspect, in the order in which these changes began with each.
        let entries: SQL = """
            SELECT o.aspect, o.object, o.member, o.number, o.batch, o.restores, o.value IS NULL FROM (
                SELECT e.aspect, e.object, e.member, min(e.number) AS start
                FROM undo_batch AS b CROSS JOIN undo_entry AS e ON e.batch = b.number
                WHERE \(wanted) AND e.aspect <> \(UndoAspect.joined.rawValue) GROUP BY 1, 2, 3) AS t
            CROSS JOIN undo_entry AS o ON o.aspect = t.aspect AND o.object = t.object AND o.member = t.member
            ORDER BY t.start, o.number
            """
        try database.each(entries) { row in
            guard let aspect = UndoAspect(rawValue: row.text(0)) else { throw DamagedRow(table: "undo_entry") }
            let next = UndoTarget(aspect: aspect, object: row.integer(1), member: row.integer(2))
            if let last = target, last != next {
                add(last, log)
                log = []
            }
            target = next
            log.append(
                UndoHistory.Entry(
                    number: row.integer(3), batch: row.integer(4), restores: row.optionalInteger(5),
                    isAbsent: row.flag(6)))
            return true
        }
        if let target { add(target, log) }
    }

    private mutating func add(_ target: UndoTarget, _ log: [UndoHistory.Entry]) {
        switch UndoHistory(entries: log).outcome(undoing: batches) {
        case .restores(let entry):
            steps.append(Step(target: target, entry: entry.number, isAbsent: entry.isAbsent))
        case .isOverridden(by: let batch): conflicts.append(Conflict(target: target, batch: batch))
        case .nothing: break
        }
    }

    /// Returns the client to whose limit an undo counts: the one with the most of what is undone, or of what was undone before.
    func charged(in database: DatabaseConnection) throws -> Int64? {
        try database.first(
            """
            SELECT a.client FROM undo_batch AS b JOIN undo_account AS a ON a.row = b.account
            WHERE \(UndoPlan.condition(selection, client)) GROUP BY a.client ORDER BY sum(b.size) DESC LIMIT 1
            """
        ) { $0.integer(0) }
    }

    /// Whether the plan, which was made before this transaction, is the one that would be made now.
    func isCurrent(in database: DatabaseConnection) throws -> Bool {
        let wanted = UndoPlan.condition(selection, client)
        let now = Set(try database.all("SELECT b.number FROM undo_batch AS b WHERE \(wanted)") { $0.integer(0) })
        guard now == batches, try UndoPlan.keptSince(selection, client, in: database) == keptSince else { return false }
        let new = try database.all(
            "SELECT DISTINCT aspect, object, member FROM undo_entry WHERE number > \(lastEntry)"
        ) { row in
            guard let aspect = UndoAspect(rawValue: row.text(0)) else { throw DamagedRow(table: "undo_entry") }
            return UndoTarget(aspect: aspect, object: row.integer(1), member: row.integer(2))
        }
        guard !new.isEmpty else { return true }
        let known = Set(steps.map(\.target)).union(conflicts.map(\.target))
        return known.isDisjoint(with: new)
    }

    private static func condition(_ selection: UndoSelection, _ client: Int64?) -> SQL {
        func within(_ since: Timestamp?, _ until: Timestamp?) -> SQL {
            """
            b.is_trimmed = 0 AND b.date >= \(since?.rawValue ?? .min) AND b.date < \(until?.rawValue ?? .max)
            """
        }
        return switch selection {
        case .client(_, let since, let until): "b.client = \(client) AND \(within(since, until))"
        case .owner(let since, let until): "b.is_owners = 1 AND \(within(since, until))"
        case .lastOfOwner: "b.number = (SELECT max(number) FROM undo_batch WHERE is_owners = 1) AND b.is_trimmed = 0"
        }
    }

    private static func keptSince(
        _ selection: UndoSelection, _ client: Int64?, in database: DatabaseConnection
    ) throws -> Timestamp? {
        let lost: SQL
        switch selection {
        case .lastOfOwner:
            lost = """
                SELECT date FROM undo_batch
                WHERE number = (SELECT max(number) FROM undo_batch WHERE is_owners = 1) AND is_trimmed = 1
                """
        case .client(_, let since, _):
            lost = """
                SELECT lost_date FROM undo_client WHERE client = \(client) AND lost_date >= \(since?.rawValue ?? .min)
                """
        case .owner(let since, _):
            lost = """
                SELECT max(lost_owners_date) FROM undo_client WHERE lost_owners_date >= \(since?.rawValue ?? .min)
                """
        }
        return try database.first(lost) { $0.optionalInteger(0).map { Timestamp(rawValue: $0.addingClamped(1)) } }
            ?? nil
    }
}

/// The entries of one aspect, the oldest first. Each holds what was before its batch; so the state before an entry is the one after the
/// entry ahead of it, and the present is the state after the last one.
struct UndoHistory {
    struct Entry: Equatable {
        let number: Int64
        let batch: Int64
        /// Of a change that undid others: the entry before which the state was the same as after this one; 0 for what followed from
        /// that, which is nobody's change.
        let restores: Int64?
        var isAbsent = false
    }

    enum UndoEffect: Equatable {
        /// The state before this entry comes back.
        case restores(Entry)
        /// A later change stays, and keeps those that are to be undone.
        case isOverridden(by: Int64)
        /// The changes are undone already.
        case nothing
    }

    let entries: [Entry]

    /// Goes back from the present over the changes that are to be undone, until it comes to one that is not. An earlier undo leads to
    /// the state that it brought back. The entry of the last change on the way that is to be undone tells the state most exactly.
    func outcome(undoing batches: Set<Int64>) -> UndoEffect {
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
        if let restored { return .restores(entries[restored]) }
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
        if restored == 0 { return own }
        return entries[..<own].firstIndex { $0.number == restored }
    }
}
