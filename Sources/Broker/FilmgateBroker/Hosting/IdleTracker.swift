/// Tracks how long each open library has been unused. Times are microseconds since boot.
struct IdleTracker {
    /// How long a library stays open without use.
    let idleTime: Duration
    private var lastUse: [UInt32: Int64] = [:]
    /// The number of running operations in each library.
    private var operations: [UInt32: Int] = [:]

    init(idleTime: Duration) { self.idleTime = idleTime }

    /// Records that a library is in use now.
    mutating func noteUse(of user: UInt32, at now: Int64) { lastUse[user] = now }

    /// Keeps a library open until `endOperation`.
    mutating func beginOperation(on user: UInt32) { operations[user, default: 0] += 1 }

    mutating func endOperation(on user: UInt32) {
        guard let count = operations[user] else { return }
        operations[user] = count > 1 ? count - 1 : nil
    }

    func isIdle(_ user: UInt32, at now: Int64) -> Bool {
        operations[user] == nil && .microseconds(now - lastUse[user, default: now]) >= idleTime
    }

    /// Returns the user whose library has been unused for longest, or nil if every library was used within `pause` or
    /// has a running operation.
    func longestUnused(of users: some Sequence<UInt32>, at now: Int64, unusedFor pause: Int64) -> UInt32? {
        users.filter { operations[$0] == nil && now - lastUse[$0, default: now] >= pause }
            .min { lastUse[$0, default: now] < lastUse[$1, default: now] }
    }

    mutating func noteClosed(_ user: UInt32) { lastUse[user] = nil }
}

extension LibraryHost {
    /// Whether a client, an administrator or an open prompt needs the library, or the library has a grant that ends
    /// with its client's connections.
    var isInUse: Bool {
        core.services.connections.clients(of: core.user).contains(where: \.keepsLibraryOpen)
            || core.signals.hasAdministrators || !coordinator.isAtRest || core.grants.hasEndingWithConnections
    }
}
