import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Reads the history of a view within a transaction: all changes that were visible in the view when they were made.
struct ViewHistory {
    let database: DatabaseConnection
    let scope: SQLScope
    /// The bits of the properties that the client cannot read. See `ChangeLog.bits`. An update of only these
    /// properties is skipped, but its number is a valid position.
    var withheld: Int64 = 0

    struct Change {
        let number: Int64
        let date: Int64
    }

    /// The events of a range of changes.
    struct EventPage {
        var events: [ViewEvent] = []
        /// The last change in the range, or nil if the range is empty.
        var last: Change?
        var hasMore = false
    }

    func last() throws -> Change? {
        try database.first("\(changes(after: 0)) ORDER BY 1 DESC LIMIT 1") {
            Change(number: $0.integer(0), date: $0.integer(1))
        }
    }

    /// Returns whether the position is valid and the log contains all changes after it.
    func holds(_ position: ViewPosition) throws -> Bool {
        let pruned = try pruned()
        if position.number == pruned.number { return position.date == pruned.date }
        return try position.number > pruned.number && contains(position.number, of: position.date)
    }

    private func contains(_ number: Int64, of date: Int64) throws -> Bool {
        try database.exists(
            "\(changes(after: number.subtractingClamped(1))) AND c.number = \(number) AND c.date = \(date)")
    }

    /// Returns the events after a number, from at most `limit` changes.
    func events(after number: Int64, atMost limit: Int) throws -> EventPage {
        var (page, count) = (EventPage(), 0)
        try database.each("\(changes(after: number)) ORDER BY 1 LIMIT \(limit + 1)") { row in
            guard count < limit else {
                page.hasMore = true
                return false
            }
            guard let kind = ViewEvent.Kind(rawValue: row.text(2)), let id = ObjectID(bytes: row.blob(3)) else {
                throw CorruptRowError(table: "change")
            }
            count += 1
            page.last = Change(number: row.integer(0), date: row.integer(1))
            let properties = row.integer(4)
            // Skips an update that changed only properties that the client cannot read.
            if kind == .updated, properties != 0, properties & ~withheld == 0 { return true }
            page.events.append(
                ViewEvent(kind: kind, id: id, changesContent: properties & ChangeLog.contentBit != 0))
            return true
        }
        return page
    }

    /// Returns the last pruned change of the view. Its number is 0 if no change was pruned.
    private func pruned() throws -> Change {
        let statement: SQL =
            switch scope {
            case .everything: "SELECT pruned, pruned_date FROM library"
            case .assets(of: let type): "SELECT \(type.prunedColumns) FROM library"
            case .members(of: let client, only: let type):
                "SELECT \(type?.prunedColumns ?? "pruned, pruned_date") FROM client WHERE row = \(client)"
            case .item, .nothing: "SELECT 0, 0"
            }
        return try database.first(statement) { Change(number: $0.integer(0), date: $0.integer(1)) }
            ?? Change(number: 0, date: 0)
    }

    private func changes(after number: Int64) -> SQL {
        switch scope {
        case .everything:
            """
            SELECT c.number, c.date, c.kind, c.id, c.properties FROM change AS c INDEXED BY change_reported
            WHERE c.number > \(number) AND c.kind NOT IN ('entered', 'left', 'granted')
            """
        case .assets(of: let type):
            """
            SELECT c.number, c.date, c.kind, c.id, c.properties FROM change AS c INDEXED BY change_reported
            WHERE c.number > \(number) AND \(ChangeLog.isReported(of: type))
            """
        case .members(of: let client, only: let type):
            """
            SELECT s.change, c.date, c.kind, c.id, c.properties FROM sighting AS s CROSS JOIN change AS c ON c.number = s.change
            WHERE s.client = \(client) AND s.change > \(number) \(SQLScope.condition("c.media_type", type))
            """
        case .item, .nothing:
            "SELECT c.number, c.date, c.kind, c.id, c.properties FROM change AS c WHERE 0 AND c.number > \(number)"
        }
    }
}

/// A position in the history of a view, with the view's scope at that time.
public struct ViewPosition: Hashable, Sendable {
    /// The number and date of the last visible change. Both are 0 before the first change. The date identifies the
    /// change, because numbers repeat after a backup is restored.
    let number: Int64
    let date: Int64
    let scope: ViewScope

    /// The part of the library that a view shows.
    struct ViewScope: Hashable, Sendable {
        enum Extent: UInt8 {
            case nothing, limited, everything
        }

        let extent: Extent
        let reading: ReadPermissions

        init(extent: Extent, reading: ReadPermissions) {
            self.extent = extent
            self.reading = reading
        }

        init(_ visibility: Visibility) {
            reading = visibility.reading
            extent =
                switch visibility.scope {
                case .everything, .assets: .everything
                case .selection: .limited
                case .item, .nothing: .nothing
                }
        }
    }
}

extension ViewPosition {
    /// The sizes of an encoded position in bytes, without and with content limits.
    static let byteCounts = [18, 24]

    var bytes: [UInt8] {
        let reading = scope.reading
        return [number, date].flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
            + [scope.extent.rawValue, UInt8(truncatingIfNeeded: reading.rights.rawValue)] + reading.limits.bytes
    }

    /// Decodes a position. Returns nil for invalid bytes.
    init?(bytes: [UInt8]) {
        guard ViewPosition.byteCounts.contains(bytes.count), let extent = ViewScope.Extent(rawValue: bytes[16]) else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 << 8 | Int64($1) } }
        let reading = ReadPermissions(
            rights: Rights(rawValue: Int(bytes[17])), limits: ContentLimits(bytes: Array(bytes.dropFirst(18))))
        self.init(
            number: number(0..<8), date: number(8..<16), scope: ViewScope(extent: extent, reading: reading))
    }
}
