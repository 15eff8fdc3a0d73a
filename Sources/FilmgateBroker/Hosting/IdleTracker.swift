internal import FilmgateModel
internal import FilmgateStore

/// Since when nobody is in the library hosts that are open. Moments are microseconds since the boot.
struct IdleTracker {
    /// How long a library host stays open that nobody is in.
    let patience: Duration
    private var lastUse: [UInt32: Int64] = [:]
    private var guests: [UInt32: Int] = [:]

    init(patience: Duration) { self.patience = patience }

    /// Somebody is in it, or was just shown in.
    mutating func used(_ user: UInt32, at now: Int64) { lastUse[user] = now }

    /// Something begins there that must be let end, whoever is in it.
    mutating func entered(_ user: UInt32) { guests[user, default: 0] += 1 }

    mutating func left(_ user: UInt32) {
        guard let count = guests[user] else { return }
        guests[user] = count > 1 ? count - 1 : nil
    }

    func isDeserted(_ user: UInt32, at now: Int64) -> Bool {
        guests[user] == nil && .microseconds(now - lastUse[user, default: now]) >= patience
    }

    /// Of these users the one whose library host was not used for longest, where nothing goes on in it and it was not used just now either.
    func longestUnused(of users: some Sequence<UInt32>, at now: Int64, resting pause: Int64) -> UInt32? {
        users.filter { guests[$0] == nil && now - lastUse[$0, default: now] >= pause }
            .min { lastUse[$0, default: now] < lastUse[$1, default: now] }
    }

    mutating func closed(_ user: UInt32) { lastUse[user] = nil }
}

extension LibraryHost {
    /// Whether a connection has called, asks for something, or is told of something here.
    var isOccupied: Bool {
        services.connections.clients(of: library.user).contains(where: \.keepsLibraryOpen) || signals.hasAdministrators
            || !coordinator.isAtRest
    }
}
