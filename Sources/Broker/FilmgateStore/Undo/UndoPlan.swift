public import FilmgateModel
import FilmgateSQLite

/// The changes to undo.
public enum UndoSelection: Sendable {
    /// The changes of a client, at or after `since` and before `until`. Nil means no limit.
    case client(ClientID, since: Timestamp?, until: Timestamp?)
    /// The last batch of the owner's tools.
    case lastOfOwner
    /// The changes of the owner's tools, at or after `since` and before `until`. Nil means no limit.
    case owner(since: Timestamp?, until: Timestamp?)
    /// The given batches of the owner's tools.
    case batches([RecordedBatch])
}

/// An aspect of an object, which can be changed and undone separately.
struct UndoTarget: Hashable {
    let aspect: UndoAspect
    /// The row number of the asset, album or folder.
    let object: Int64
    /// The row number of the asset for the aspect `member`, or 0 for all other aspects.
    let member: Int64

    /// The album or folder, or nil for an asset.
    var collection: CollectionRowID? {
        switch aspect.kind {
        case .asset: nil
        case .album: .album(object)
        case .folder: .folder(object)
        }
    }
}

/// The aspects that the undo log records. The log stores the raw values.
enum UndoAspect: String, CaseIterable {
    /// Whether the object exists.
    case asset, album, folder
    case trashed, content
    /// The addition of files to an existing asset, which an undo does not remove. `value` is 1 if a file is the
    /// original of an asset that had only the edited version.
    case joined
    case title, caption, keywords, favorite, hidden, rating
    case altText = "alt-text"
    case creationDate = "creation-date"
    case timeZone = "time-zone"
    case location
    /// The burst of the asset, and the asset's rank in the burst.
    case burst
    case albumTitle = "album-title"
    case albumFolder = "album-folder"
    case folderTitle = "folder-title"
    case folderParent = "folder-parent"
    case albumCover = "album-cover"
    case albumRule = "album-rule"
    /// The order of a folder's children. `value` is NULL if they were sorted by title. Object 0 is the top level. See
    /// `FolderPositionEditor.record`.
    case folderOrder = "folder-order"
    case member

    var isExistence: Bool { self == .asset || self == .album || self == .folder }

    enum ObjectKind {
        case asset, album, folder

        var table: SQL {
            switch self {
            case .asset: "asset"
            case .album: "album"
            case .folder: "folder"
            }
        }

        /// The aspect that records the creation and deletion of objects of this kind.
        var existence: UndoAspect {
            switch self {
            case .asset: .asset
            case .album: .album
            case .folder: .folder
            }
        }
    }

    var kind: ObjectKind {
        switch self {
        case .asset, .trashed, .content, .joined, .title, .caption, .altText, .keywords, .favorite, .hidden,
            .rating, .creationDate, .timeZone, .location, .burst:
            .asset
        case .album, .albumTitle, .albumFolder, .albumCover, .albumRule, .member: .album
        case .folder, .folderTitle, .folderParent, .folderOrder: .folder
        }
    }
}

struct UndoPlan {
    /// A step that restores the values in an entry.
    struct Step {
        let target: UndoTarget
        let entry: Int64
        /// Whether the entry has no value: the object did not exist, or was not in the album or the trash.
        let isAbsent: Bool
    }

    struct Conflict {
        let target: UndoTarget
        /// The batch whose later change stays.
        let batch: Int64
    }

    private(set) var steps: [Step] = []
    private(set) var conflicts: [Conflict] = []
    /// The row of the client whose changes are undone, or nil for the changes of the owner's tools.
    let client: Int64?
    let batches: Set<Int64>
    /// The time since which the log contains all changes. See `UndoReport.keptSince`.
    let keptSince: Timestamp?
    private let selection: UndoSelection
    /// The number of the last entry that the plan includes.
    private let lastEntry: Int64

    init(_ selection: UndoSelection, in database: DatabaseConnection) throws {
        self.selection = selection
        client =
            switch selection {
            case .client(let id, since: _, until: _): try database.row(of: .client(id))
            case .lastOfOwner, .owner, .batches: nil
            }
        let wanted = UndoPlan.condition(selection, client)
        batches = Set(try database.integers("SELECT b.number FROM undo_batch AS b WHERE \(wanted)"))
        keptSince = try UndoPlan.keptSince(selection, client, in: database)
        lastEntry = try database.first("SELECT max(number) FROM undo_entry") { $0.optionalInteger(0) ?? 0 } ?? 0
        var (target, log): (UndoTarget?, [UndoHistory.Entry]) = (nil, [])
        // Groups the entries by target, and sorts the targets by their first selected change.
        let entries: SQL = """
            SELECT o.aspect, o.object, o.member, o.number, o.batch, o.restores, o.value IS NULL FROM (
                SELECT e.aspect, e.object, e.member, min(e.number) AS start
                FROM undo_batch AS b CROSS JOIN undo_entry AS e ON e.batch = b.number
                WHERE \(wanted) AND e.aspect <> \(UndoAspect.joined.rawValue) GROUP BY 1, 2, 3) AS t
            CROSS JOIN undo_entry AS o ON o.aspect = t.aspect AND o.object = t.object AND o.member = t.member
            ORDER BY t.start, o.number
            """
        try database.each(entries) { row in
            guard let aspect = UndoAspect(rawValue: row.text(0)) else { throw CorruptRowError(table: "undo_entry") }
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

    /// Returns the client to whose limit for undos this undo counts: the client whose undone batches are largest.
    func charged(in database: DatabaseConnection) throws -> Int64? {
        try database.integer(
            """
            SELECT a.client FROM undo_batch AS b JOIN undo_account AS a ON a.row = b.account
            WHERE \(UndoPlan.condition(selection, client)) GROUP BY a.client ORDER BY sum(b.size) DESC LIMIT 1
            """)
    }

    /// Returns whether a new plan would equal this plan.
    func isCurrent(in database: DatabaseConnection) throws -> Bool {
        let wanted = UndoPlan.condition(selection, client)
        let now = Set(try database.integers("SELECT b.number FROM undo_batch AS b WHERE \(wanted)"))
        guard now == batches, try UndoPlan.keptSince(selection, client, in: database) == keptSince else { return false }
        let new = try database.all(
            "SELECT DISTINCT aspect, object, member FROM undo_entry WHERE number > \(lastEntry)"
        ) { row in
            guard let aspect = UndoAspect(rawValue: row.text(0)) else { throw CorruptRowError(table: "undo_entry") }
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
        case .batches(let batches): "b.is_owners = 1 AND b.is_trimmed = 0 AND \(names(of: batches))"
        }
    }

    private static func names(of batches: [RecordedBatch]) -> SQL {
        let list = "[" + batches.map { "[\($0.number),\($0.date.rawValue)]" }.joined(separator: ",") + "]"
        return "(b.number, b.date) IN (SELECT n.value ->> 0, n.value ->> 1 FROM json_each(\(list)) AS n)"
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
        case .batches(let batches):
            lost = """
                SELECT max(b.date) FROM undo_batch AS b WHERE b.is_owners = 1 AND b.is_trimmed = 1 AND \(names(of: batches))
                """
        }
        return try database.first(lost) { $0.optionalInteger(0).map { Timestamp(rawValue: $0.addingClamped(1)) } }
            ?? nil
    }
}

/// The entries of one target, oldest first. Each entry contains the state before its batch, which is also the state
/// after the previous entry's batch. The state after the last entry is the current state.
struct UndoHistory {
    struct Entry: Equatable {
        let number: Int64
        let batch: Int64
        /// The entry whose state an undo restored with this change. It is 0 if the change is a side effect of an undo,
        /// which does not count as a change by a client. It is nil if no undo made the change.
        let restores: Int64?
        var isAbsent = false
    }

    enum UndoEffect: Equatable {
        /// The undo restores the state in this entry.
        case restores(Entry)
        /// A later change in this batch stays, so the selected changes are not undone.
        case isOverridden(by: Int64)
        /// There is nothing to undo, for example because the changes were already undone.
        case nothing
    }

    let entries: [Entry]

    /// Goes back from the current state through selected changes, until a change is not selected. At an entry of an
    /// earlier undo, jumps to the state that this undo restored. The last visited selected entry contains the state to
    /// restore.
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
