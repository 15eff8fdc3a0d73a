internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// The library hosts of all users, each opened when its user's first call comes and closed when nobody was in it for a while; on the event
/// loop.
///
/// A caller gets the tree of its own user's library host and of no other, so that no handler can reach what is another's. Whoever
/// administers another's gets there by an `AdminPermit` alone.
@BrokerActor final class LibraryHosts {
    nonisolated let services: SharedServices

    private let state: Folder
    private var entrances: [UInt32: HostState] = [:]
    /// All that hear of what happens on the bus: those that are open, and those being opened.
    private var open: [UInt32: LibraryHost] = [:]
    /// Of those that were closed.
    private var suspended: [UInt32: SuspendedState] = [:]
    private var occupancy: IdleTracker
    private var timer: Timer?
    /// Whose libraries this broker has swept: it leaves nothing behind that would have to be swept again.
    private var swept: Set<UInt32> = []
    /// Whether memory of library hosts that were closed is about to be given back.
    private var owesMemory = false
    /// Once the process is about to end, none is opened any more.
    private var isClosed = false

    private enum HostState {
        case opening(Task<LibraryHost, any Error>)
        case open(LibraryHost)
        case closing(Task<Void, Never>)
        /// It could not be opened, at this moment since the boot.
        case stuck(Int64)
    }

    /// How long it is not tried again to open what could not be opened, in microseconds.
    private static let pause: Int64 = 2_000_000

    init(on services: SharedServices, state: Folder) {
        self.services = services
        self.state = state
        occupancy = IdleTracker(patience: services.settings.idleTime)
    }

    // MARK: Whose

    /// The library host of an identified caller's own user.
    ///
    /// - Throws: `accessDenied` for a user who has none, `libraryUnavailable`.
    func host(of client: Client) async throws -> LibraryHost {
        guard services.owners.contains(client.user) else { throw WireError.accessDenied }
        return try await host(of: client.user)
    }

    /// The library host that leave was given to administer, which stays open until `left`.
    ///
    /// - Throws: `libraryUnavailable`.
    func enter(by administration: AdminPermit) async throws -> LibraryHost {
        let host = try await host(of: administration.user)
        occupancy.entered(administration.user)
        return host
    }

    func left(by administration: AdminPermit) { occupancy.left(administration.user) }

    /// A user's library host, where it is open.
    func openHouse(of user: UInt32) -> LibraryHost? {
        guard case .open(let host) = entrances[user] else { return nil }
        return host
    }

    /// Whether a user has a library, open or not.
    func hasLibrary(_ user: UInt32) async -> Bool {
        guard services.owners.contains(user) else { return false }
        switch entrances[user] {
        case .opening, .open, .closing: return true
        case .stuck, nil: return await Self.hasLibrary(user, in: state)
        }
    }

    /// All that are open.
    var all: [LibraryHost] { Array(open.values) }

    // MARK: Opening

    private func host(of user: UInt32) async throws -> LibraryHost {
        while true {
            switch entrances[user] {
            case .open(let host):
                occupancy.used(user, at: services.clock.sinceBoot())
                return host
            case .opening(let task): return try await task.value
            case .closing(let task):
                await task.value
                continue
            case .stuck(let moment) where services.clock.sinceBoot() - moment < Self.pause:
                throw WireError.libraryIsUnavailable
            case .stuck, nil: break
            }
            guard !isClosed else { throw WireError.libraryIsUnavailable }
            let task = Task { try await opened(user) }
            entrances[user] = .opening(task)
            return try await task.value
        }
    }

    private func opened(_ user: UInt32) async throws -> LibraryHost {
        do {
            try await makeRoom()
            let library = try await Self.library(of: user, in: state, services.settings)
            let host = try await admit(library)
            occupancy.entered(user)
            Task {
                if await host.tend(isSwept: swept.contains(user)) { swept.insert(user) }
                occupancy.left(user)
            }
            lookLater()
            return host
        } catch {
            entrances[user] = .stuck(services.clock.sinceBoot())
            Journal.write(.error, "The library of user \(user) could not be opened: \(error)")
            throw WireError.libraryIsUnavailable
        }
    }

    /// Closes library hosts that nobody is in while there are more than may be open, the one that is being opened among them.
    ///
    /// - Throws: where somebody is in each of the others.
    private func makeRoom() async throws {
        while true {
            let counted = entrances.values.count { if case .stuck = $0 { false } else { true } }
            guard counted > services.settings.libraries else { return }
            for case .closing(let task) in entrances.values {
                await task.value
                break
            }
            let remaining = entrances.values.count { if case .stuck = $0 { false } else { true } }
            guard remaining > services.settings.libraries else { return }
            let now = services.clock.sinceBoot()
            let open = open.filter { user, host in
                if case .open = entrances[user] { !host.isOccupied } else { false }
            }
            guard let user = occupancy.longestUnused(of: open.keys, at: now, resting: Self.pause),
                let host = open[user]
            else { throw TooManyLibraries(limit: services.settings.libraries) }
            await beginClosing(host, of: user).value
        }
    }

    /// Puts a library's library host together and lets people in.
    @discardableResult
    func admit(_ library: Library) async throws -> LibraryHost {
        let user = library.user
        do {
            let host = try await LibraryHost(on: services, library, after: suspended[user], among: self)
            // From here on it hears who leaves; only then is it asked who is there.
            open[user] = host
            try await host.begin()
            entrances[user] = .open(host)
            occupancy.used(user, at: services.clock.sinceBoot())
            suspended[user] = nil
            return host
        } catch {
            open[user] = nil
            await library.close()
            throw error
        }
    }

    // MARK: What happens to all

    /// Starts following the bus and the policy. What belongs to a connection goes with it, before anything that comes after it on the bus is
    /// served.
    func watch() async throws {
        services.policy.watch { [weak self] in
            guard let self else { return }
            for host in open.values { host.policyChanged() }
        }
        await services.bus.watchRelief { [weak self] name in BrokerActor.assumeIsolated { self?.drained(name) } }
        try await services.bus.watchNames { [weak self] change in
            guard change.newOwner == nil, change.name.isUnique else { return }
            BrokerActor.assumeIsolated { self?.left(change.name) }
        }
    }

    private func left(_ name: BusName) {
        let connection = services.connections.remove(name)
        for host in open.values { host.left(name, connection) }
    }

    private func drained(_ name: BusName) {
        guard let connection = services.connections[name] else { return }
        for host in open.values { host.drained(connection) }
    }

    // MARK: Closing

    /// Looks from time to time, while any is open, which are deserted. That of the private setting is there for good.
    private func lookLater() {
        guard timer == nil else { return }
        timer = BrokerActor.after(services.settings.idleTime / 4) { [weak self] in
            guard let self else { return }
            timer = nil
            closeDeserted()
            if !open.isEmpty { lookLater() }
        }
    }

    private func closeDeserted() {
        guard !isClosed else { return }
        let now = services.clock.sinceBoot()
        for (user, host) in open {
            guard case .open = entrances[user] else { continue }
            if host.isOccupied { occupancy.used(user, at: now) }
            guard occupancy.isDeserted(user, at: now) else { continue }
            beginClosing(host, of: user)
        }
    }

    @discardableResult
    private func beginClosing(_ host: LibraryHost, of user: UInt32) -> Task<Void, Never> {
        open[user] = nil
        let task = Task { await close(host, of: user) }
        entrances[user] = .closing(task)
        return task
    }

    private func close(_ host: LibraryHost, of user: UInt32) async {
        suspended[user] = await host.close()
        occupancy.closed(user)
        entrances[user] = nil
        guard !owesMemory else { return }
        owesMemory = true
        // Once all that belonged to it, and to others that are being closed, is gone.
        BrokerActor.after(.seconds(1)) { [weak self] in
            self?.owesMemory = false
            Task { await Self.giveBackMemory() }
        }
    }

    /// Writes down what must outlast this process, and closes all libraries.
    func close() async {
        isClosed = true
        for entrance in entrances.values {
            switch entrance {
            case .opening(let task): _ = try? await task.value
            case .closing(let task): await task.value
            case .open, .stuck: break
            }
        }
        for host in open.values { await host.close() }
    }
}

/// In each library that is open somebody is, and there may be no more of them.
private struct TooManyLibraries: Error, CustomStringConvertible {
    let limit: Int

    var description: String { "\(limit) libraries are in use, and no more may be open ([limits] libraries)" }
}
