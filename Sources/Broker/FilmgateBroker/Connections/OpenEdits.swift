import FilmgateDBus
import FilmgatePolicy

/// The editing sessions of one connection.
@BrokerActor struct OpenEdits {
    private(set) var sessions: [ObjectPath: EditSession] = [:]
    /// The number of sessions that the connection has begun.
    private var serial: UInt64 = 0

    /// The assets that are being opened with tickets. With a ticket, the person lets an editor edit one asset.
    private var opening: [PickedItem] = []

    /// The maximum number of sessions of a connection.
    nonisolated static let limit = 8

    nonisolated init() {}

    subscript(path: ObjectPath) -> EditSession? { sessions[path] }

    var hasRoom: Bool { sessions.count < OpenEdits.limit }

    /// - Parameter path: returns the path for a session number.
    mutating func add(_ session: EditSession, at path: (UInt64) -> ObjectPath) -> ObjectPath {
        serial += 1
        let path = path(serial)
        sessions[path] = session
        return path
    }

    mutating func end(_ path: ObjectPath) { sessions[path] = nil }

    /// Records an asset that is being opened with a ticket.
    mutating func beginOpening(_ item: PickedItem) { opening.append(item) }

    mutating func endOpening(_ item: PickedItem) { opening.removeAll { $0 === item } }

    /// Returns whether this item belongs to a session that began with a ticket, or is being opened for one.
    func holds(_ item: PickedItem) -> Bool {
        opening.contains { $0 === item } || sessions.values.contains { $0.item === item }
    }

    /// Ends all sessions that began with a ticket.
    mutating func endTickets() {
        sessions = sessions.filter { $0.value.item == nil }
        opening = []
    }

    /// Ends the sessions that began with a ticket, except those whose items have these terms.
    mutating func endTickets(butOn terms: PickedItemPermissions?) {
        sessions = sessions.filter { $0.value.item == nil || $0.value.item?.terms == terms }
        opening.removeAll { $0.terms != terms }
    }

    /// Ends all sessions that depend on the client's own access.
    mutating func endOwn() { sessions = sessions.filter { $0.value.item != nil } }

    mutating func endAll() { (sessions, opening) = ([:], []) }
}
