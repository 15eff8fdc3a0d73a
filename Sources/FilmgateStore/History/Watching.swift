public import FilmgateModel
internal import FilmgateSQLite
internal import Synchronization

/// Whom changes concern.
public struct AffectedViews: Hashable, Sendable {
    /// Those whose limited views have moved.
    public var holders: Set<Holder> = []
    /// Whether that of everything has.
    public var everything = false
    /// The last change that was looked at.
    public var number: Int64

    /// Whether nobody's view has moved.
    public var isNone: Bool { holders.isEmpty && !everything }
}

/// For those who tell clients what has happened.
extension Library {
    /// Has `body` called after each commit after which somebody may see something else, on whatever thread, and seldom for
    /// nothing; for as long as the library is open. It must be quick.
    public func watchChanges(_ body: @escaping @Sendable () -> Void) {
        watchers.withLock { $0.append(body) }
    }

    func noteChanges() {
        for body in watchers.withLock({ $0 }) { body() }
    }

    /// The number of the last change, whoever saw it.
    public func lastChange() async throws -> Int64 { try await database.read { try $0.lastChange() } }

    /// Whose views have moved by changes after this number.
    public func concerned(after number: Int64) async throws -> AffectedViews {
        try await database.read { database in
            var concern = AffectedViews(number: try database.lastChange())
            guard concern.number > number else { return concern }
            concern.everything = try database.exists(
                """
                SELECT 1 FROM change INDEXED BY change_told
                WHERE number > \(number) AND kind NOT IN ('entered', 'left', 'granted')
                """)
            let keys = try database.all(
                """
                SELECT c.id FROM client AS c
                WHERE (SELECT max(s.change) FROM sighting AS s WHERE s.client = c.row) > \(number)
                """
            ) { $0.text(0) }
            concern.holders = Set(keys.compactMap(Holder.init(key:)))
            return concern
        }
    }
}
