public import FilmgateModel
import FilmgateSQLite
import Synchronization

/// The views of the library in which something changed.
public struct AffectedViews: Hashable, Sendable {
    /// The holders with limited access whose views changed.
    public var holders: Set<Holder> = []
    /// Whether the view of clients with full access changed.
    public var everything = false
    /// The number of the last examined change.
    public var number: Int64

    /// Whether no view changed.
    public var isNone: Bool { holders.isEmpty && !everything }
}

/// Notifies observers of changes.
extension Library {
    /// Registers a closure that the library calls after each commit that may have changed a view. The call can come
    /// from any thread, and the closure must return quickly.
    public func watchChanges(_ body: @escaping @Sendable () -> Void) {
        watchers.withLock { $0.append(body) }
    }

    func noteChanges() {
        for body in watchers.withLock({ $0 }) { body() }
    }

    /// Returns the number of the last change in the log.
    public func lastChange() async throws -> Int64 { try await database.read { try $0.lastChange() } }

    /// Returns the views that are affected by changes after this number.
    public func affectedViews(after number: Int64) async throws -> AffectedViews {
        try await database.read { database in
            var affected = AffectedViews(number: try database.lastChange())
            guard affected.number > number else { return affected }
            affected.everything = try database.exists(
                """
                SELECT 1 FROM change INDEXED BY change_reported
                WHERE number > \(number) AND kind NOT IN ('entered', 'left', 'granted')
                """)
            let keys = try database.all(
                """
                SELECT c.id FROM client AS c
                WHERE (SELECT max(s.change) FROM sighting AS s WHERE s.client = c.row) > \(number)
                """
            ) { $0.text(0) }
            affected.holders = Set(keys.compactMap(Holder.init(key:)))
            return affected
        }
    }
}
