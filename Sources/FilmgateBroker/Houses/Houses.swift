internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// The houses of all users, each opened when its user's first call comes and closed when nobody was in it for a while; on the event
/// loop.
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
    /// Of those that were closed.
    private var remains: [UInt32: Remains] = [:]
    private var occupancy: Occupancy
    private var timer: Timer?
    /// Whose libraries this broker has swept: it leaves nothing behind that would have to be swept again.
    private var swept: Set<UInt32> = []
    /// Whether memory of houses that were closed is about to be given back.
    private var owesMemory = false
    /// Once the process is about to end, none is opened any more.
    private var isClosed = false

    private enum Entrance {
        case opening(Task<House, any Error>)
        case open(House)
        case closing(Task<Void, Never>)
        /// It could not be opened, at this moment since the boot.
        case stuck(Int64)
    }

    /// How long it is not tried again to open what could not be opened, in microseconds.
    private static let pause: Int64 = 2_000_000

    init(on grounds: Grounds, state: Folder) {
        self.grounds = grounds
        self.state = state
        occupancy = Occupancy(patience: grounds.settings.idleTime)
    }

    // MARK: Whose

    /// The house of an identified caller's own user.
    ///
    /// - Throws: `accessDenied` for a user who has none, `libraryUnavailable`.
    func house(of client: Client) async throws -> House {
        guard grounds.owners.contains(client.user) else { throw WireError.accessDenied }
        return try await house(of: client.user)
    }

    /// The house that leave was given to administer, which stays open until `left`.
    ///
    /// - Throws: `libraryUnavailable`.
    func enter(by administration: Administration) async throws -> House {
        let house = try await house(of: administration.user)
        occupancy.entered(administration.user)
        return house
    }

    func left(by administration: Administration) { occupancy.left(administration.user) }

    /// A user's house, where it is open.
    func openHouse(of user: UInt32) -> House? {
        guard case .open(let house) = entrances[user] else { return nil }
        return house
    }

    /// Whether a user has a library, open or not.
    func hasLibrary(_ user: UInt32) async -> Bool {
        guard grounds.owners.contains(user) else { return false }
        switch entrances[user] {
        case .opening, .open, .closing: return true
        case .stuck, nil: return await Self.hasLibrary(user, in: state)
        }
    }

    /// All that are open.
    var all: [House] { Array(inhabited.values) }

    // MARK: Opening

    private func house(of user: UInt32) async throws -> House {
        while true {
            switch entrances[user] {
            case .open(let house):
                occupancy.used(user, at: Clock.system.sinceBoot())
                return house
            case .opening(let task): return try await task.value
            case .closing(let task):
                await task.value
                continue
            case .stuck(let moment) where Clock.system.sinceBoot() - moment < Self.pause:
                throw WireError.houseUnavailable
            case .stuck, nil: break
            }
            guard !isClosed else { throw WireError.houseUnavailable }
            let task = Task { try await opened(user) }
            entrances[user] = .opening(task)
            return try await task.value
        }
    }

    private func opened(_ user: UInt32) async throws -> House {
        do {
            try await makeRoom()
            let library = try await Self.library(of: user, in: state, grounds.settings)
            let house = try await admit(library)
            occupancy.entered(user)
            Task {
                if await house.tend(isSwept: swept.contains(user)) { swept.insert(user) }
                occupancy.left(user)
            }
            lookLater()
            return house
        } catch {
            entrances[user] = .stuck(Clock.system.sinceBoot())
            Journal.write(.error, "The library of user \(user) could not be opened: \(error)")
            throw WireError.houseUnavailable
        }
    }

    /// Closes houses that nobody is in while there are more than may be open, the one that is being opened among them.
    ///
    /// - Throws: where somebody is in each of the others.
    private func makeRoom() async throws {
        while true {
            let counted = entrances.values.count { if case .stuck = $0 { false } else { true } }
            guard counted > grounds.settings.libraries else { return }
            for case .closing(let task) in entrances.values {
                await task.value
                break
            }
            let remaining = entrances.values.count { if case .stuck = $0 { false } else { true } }
            guard remaining > grounds.settings.libraries else { return }
            let now = Clock.system.sinceBoot()
            let open = inhabited.filter { user, house in
                if case .open = entrances[user] { !house.isOccupied } else { false }
            }
            guard let user = occupancy.longestUnused(of: open.keys, at: now, resting: Self.pause),
                let house = open[user]
            else { throw TooManyLibraries(limit: grounds.settings.libraries) }
            await beginClosing(house, of: user).value
        }
    }

    /// Puts a library's house together and lets people in.
    @discardableResult
    func admit(_ library: Library) async throws -> House {
        let user = library.user
        do {
            let house = try await House(on: grounds, library, after: remains[user], among: self)
            // From here on it hears who leaves; only then is it asked who is there.
            inhabited[user] = house
            try await house.begin()
            entrances[user] = .open(house)
            occupancy.used(user, at: Clock.system.sinceBoot())
            remains[user] = nil
            return house
        } catch {
            inhabited[user] = nil
            await library.close()
            throw error
        }
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

    // MARK: Closing

    /// Looks from time to time, while any is open, which are deserted. That of the private setting is there for good.
    private func lookLater() {
        guard timer == nil else { return }
        timer = grounds.loop.after(grounds.settings.idleTime / 4) { [weak self] in
            self?.assumeIsolated { houses in
                houses.timer = nil
                houses.closeDeserted()
                if !houses.inhabited.isEmpty { houses.lookLater() }
            }
        }
    }

    private func closeDeserted() {
        guard !isClosed else { return }
        let now = Clock.system.sinceBoot()
        for (user, house) in inhabited {
            guard case .open = entrances[user] else { continue }
            if house.isOccupied { occupancy.used(user, at: now) }
            guard occupancy.isDeserted(user, at: now) else { continue }
            beginClosing(house, of: user)
        }
    }

    @discardableResult
    private func beginClosing(_ house: House, of user: UInt32) -> Task<Void, Never> {
        inhabited[user] = nil
        let task = Task { await close(house, of: user) }
        entrances[user] = .closing(task)
        return task
    }

    private func close(_ house: House, of user: UInt32) async {
        remains[user] = await house.close()
        occupancy.closed(user)
        entrances[user] = nil
        guard !owesMemory else { return }
        owesMemory = true
        // Once all that belonged to it, and to others that are being closed, is gone.
        grounds.loop.after(.seconds(1)) { [weak self] in
            self?.assumeIsolated { houses in
                houses.owesMemory = false
                Task { await Self.giveBackMemory() }
            }
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
        for house in inhabited.values { await house.close() }
    }
}

/// In each library that is open somebody is, and there may be no more of them.
private struct TooManyLibraries: Error, CustomStringConvertible {
    let limit: Int

    var description: String { "\(limit) libraries are in use, and no more may be open ([limits] libraries)" }
}
