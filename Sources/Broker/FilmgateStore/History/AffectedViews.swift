public import FilmgateModel
import FilmgateSQLite
import Synchronization

/// The views that changes affect.
public struct AffectedViews: Hashable, Sendable {
    /// The holders whose limited views changed.
    public var holders: Set<Holder> = []
    /// Whether the view of the whole library changed.
    public var everything = false
    /// The last change that was examined.
    public var number: Int64

    /// Whether no view changed.
    public var isNone: Bool { holders.isEmpty && !everything }
}

/// Change notifications, for observers.
extension Library {
    /// Makes the library call `body` after each commit that may have changed a view, on any thread, as long as the
    /// library is open. `body` must be quick.
    public func watchChanges(_ body: @escaping @Sendable () -> Void) {
        watchers.withLock { $0.append(body) }
    }

    func noteChanges() {
        for body in watchers.withLock({ $0 }) { body() }
    }

    /// Returns the number of the last change in any view.
    public func lastChange() async throws -> Int64 { try await database.read { try $0.lastChange() } }

    /// Returns the views that the changes with higher numbers affect.
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
