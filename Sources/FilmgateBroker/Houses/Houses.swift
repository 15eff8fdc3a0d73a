internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// The houses of all users, each opened when its user's first call comes; on the event loop.
///
/// A caller gets the tree of its own user's house and of no other, so that no handler can reach what is another's. Whoever
/// administers another's gets there by an `Administration` alone.
actor Houses {
    nonisolated let grounds: Grounds
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe grounds.loop.asUnownedSerialExecutor() }

    private let state: Folder
    private var entrances: [UInt32: Entrance] = [:]
    /// All that hear of what happens on the bus: those that are open, and those being opened.
    private var inhabited: [UInt32: House] = [:]
    /// Once the process is about to end, none is opened any more.
    private var isClosed = false

    private enum Entrance {
        case opening(Task<House, any Error>)
        case open(House)
        /// It could not be opened, at this moment since the boot.
        case stuck(Int64)
    }

    /// How long it is not tried again to open what could not be opened, in microseconds.
    private static let pause: Int64 = 2_000_000

    init(on grounds: Grounds, state: Folder) {
        self.grounds = grounds
        self.state = state
    }

    // MARK: Whose

    /// The house of an identified caller's own user.
    ///
    /// - Throws: `accessDenied` for a user who has none, `libraryUnavailable`.
    func house(of client: Client) async throws -> House {
        guard grounds.owners.contains(client.user) else { throw WireError.accessDenied }
        return try await house(of: client.user)
    }

    /// The house that leave was given to administer.
    ///
    /// - Throws: `libraryUnavailable`.
    func house(for administration: Administration) async throws -> House {
        try await house(of: administration.user)
    }

    /// All that are open.
    var all: [House] { Array(inhabited.values) }

    // MARK: Opening

    private func house(of user: UInt32) async throws -> House {
        switch entrances[user] {
        case .open(let house): return house
        case .opening(let task): return try await task.value
        case .stuck(let moment) where Clock.system.sinceBoot() - moment < Self.pause: throw WireError.houseUnavailable
        case .stuck, nil: break
        }
        guard !isClosed else { throw WireError.houseUnavailable }
        let task = Task { try await opened(user) }
        entrances[user] = .opening(task)
        return try await task.value
    }

    private func opened(_ user: UInt32) async throws -> House {
        do {
            let library = try await Self.library(of: user, in: state, grounds.settings)
            let house = try await admit(library)
            Task { await house.tend() }
            return house
        } catch {
            entrances[user] = .stuck(Clock.system.sinceBoot())
            Journal.write(.error, "The library of user \(user) could not be opened: \(error)")
            throw WireError.houseUnavailable
        }
    }

    /// Puts a library's house together and lets people in.
    @discardableResult
    func admit(_ library: Library) async throws -> House {
        let user = library.user
        do {
            let house = try await House(on: grounds, library, among: self)
            // From here on it hears who leaves; only then is it asked who is there.
            inhabited[user] = house
            try await house.begin()
            entrances[user] = .open(house)
            return house
        } catch {
            inhabited[user] = nil
            await library.close()
            throw error
        }
    }

    /// Off the loop: a disk may take its time.
    @concurrent static func library(of user: UInt32, in state: Folder, _ settings: Settings) async throws -> Library {
        try await Library.open(
            in: state.makingFolder(String(user)), user: user, capacity: settings.libraryBytes,
            fetchTime: settings.fetchTime)
    }

    // MARK: What happens to all

    /// What belongs to a connection goes with it, before anything that comes after it on the bus is served.
    func watch() async throws {
        await grounds.policy.watch { [weak self] in
            self?.assumeIsolated { houses in for house in houses.inhabited.values { house.policyChanged() } }
        }
        await grounds.connection.watchRelief { [weak self] name in
            self?.assumeIsolated { houses in for house in houses.inhabited.values { house.relieved(name) } }
        }
        try await grounds.connection.watchNames { [weak self] change in
            guard change.newOwner == nil, change.name.isUnique else { return }
            self?.assumeIsolated { $0.departed(change.name) }
        }
    }

    private func departed(_ name: BusName) {
        for house in inhabited.values { house.departed(name) }
        grounds.leaves.assumeIsolated { $0.departed(name) }
        grounds.doubts.departed(name)
    }

    /// Writes down what must outlast this process, and closes all libraries.
    func close() async {
        isClosed = true
        for case .opening(let task) in entrances.values { _ = try? await task.value }
        for house in inhabited.values { await house.close() }
    }
}
