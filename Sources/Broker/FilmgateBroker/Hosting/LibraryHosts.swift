import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire

/// Opens each user's library at the user's first call, and closes it when it has been idle for some time. Runs on the
/// event loop.
///
/// A caller gets only the objects of its own user's library, so that no handler can reach another user's data. A caller
/// who administers another user's library needs an `AdminPermit`.
@BrokerActor final class LibraryHosts {
    nonisolated let services: SharedServices

    private let stateFolder: Directory
    private var states: [UInt32: HostState] = [:]
    /// The hosts that receive events of the bus: hosts that are open or being opened.
    private var hosts: [UInt32: LibraryHost] = [:]
    /// The states of closed hosts. The next host of a user's library continues with the state of the previous one.
    private var suspended: [UInt32: SuspendedState] = [:]
    /// The entries for the audit logs of closed libraries, until the libraries are opened again.
    private var lateEntries: [UInt32: AuditBatch] = [:]
    private var idleTracker: IdleTracker
    private var timer: Timer?
    /// The users in whose libraries this broker has removed unneeded files. Once is enough, because this broker itself
    /// leaves no such files.
    private var swept: Set<UInt32> = []
    /// Whether the memory of closed hosts is about to be returned to the system.
    private var isTrimmingMemory = false
    /// Whether the process is about to end. If so, no library is opened.
    private var isClosed = false

    private enum HostState {
        case opening(Task<LibraryHost, any Error>)
        case open(LibraryHost)
        case closing(Task<Void, Never>)
        /// The time since boot at which opening failed, perhaps because the library is damaged.
        case failed(Int64, isDamaged: Bool)
    }

    /// How long calls are refused after a failed attempt to open their library, in microseconds.
    private static let retryDelay: Int64 = 2_000_000
    /// How long a library must have been unused before it is closed to make room, in microseconds.
    private static let leastIdleTime: Int64 = 2_000_000

    init(on services: SharedServices, stateFolder: Directory) {
        self.services = services
        self.stateFolder = stateFolder
        idleTracker = IdleTracker(idleTime: services.settings.idleTime)
    }

    // MARK: Finding hosts

    /// Returns the host of a client's own user.
    ///
    /// - Throws: `accessDenied` if the user cannot have a library, `libraryUnavailable`.
    func host(of client: Client) async throws -> LibraryHost {
        guard services.owners.contains(client.user) else { throw WireError.accessDenied }
        return try await host(of: client.user)
    }

    /// Returns the host of the library that a permit is for, and keeps the library open until `release`.
    ///
    /// - Parameter replaces: whether to move a library aside if it is too damaged to open.
    func acquire(by permit: AdminPermit, replacing replaces: Bool = false) async throws -> LibraryHost {
        let host = try await replaces ? hostToReplace(of: permit.user) : host(of: permit.user)
        idleTracker.beginOperation(on: permit.user)
        return host
    }

    func release(by permit: AdminPermit) { idleTracker.endOperation(on: permit.user) }

    /// Returns a user's host if it is open.
    func openHost(of user: UInt32) -> LibraryHost? {
        guard case .open(let host) = states[user] else { return nil }
        return host
    }

    /// Returns whether a user has a library, open or not.
    func hasLibrary(_ user: UInt32) async -> Bool {
        guard services.owners.contains(user) else { return false }
        switch states[user] {
        case .opening, .open, .closing: return true
        case .failed, nil: return await Self.hasLibrary(user, in: stateFolder)
        }
    }

    var all: [LibraryHost] { Array(hosts.values) }

    // MARK: Opening

    func host(of user: UInt32) async throws -> LibraryHost {
        while true {
            switch states[user] {
            case .open(let host):
                idleTracker.noteUse(of: user, at: services.clock.sinceBoot())
                return host
            case .opening(let task): return try await task.value
            case .closing(let task):
                await task.value
                continue
            case .failed(let time, isDamaged: _) where services.clock.sinceBoot() - time < Self.retryDelay:
                throw WireError.libraryIsUnavailable
            case .failed, nil: break
            }
            guard !isClosed else { throw WireError.libraryIsUnavailable }
            let task = Task { try await open(user) }
            states[user] = .opening(task)
            return try await task.value
        }
    }

    /// Returns a user's host. If the library is damaged, moves it aside and returns the host of an empty library.
    private func hostToReplace(of user: UInt32) async throws -> LibraryHost {
        do { return try await host(of: user) } catch {
            guard case .failed(_, isDamaged: true) = states[user], !isClosed else { throw error }
            Journal.write(.warning, "The damaged library of user \(user) is set aside: a backup is to replace it.")
            let task = Task {
                do { try await Self.setAside(user, in: stateFolder, at: services.clock.now()) } catch {
                    states[user] = .failed(services.clock.sinceBoot(), isDamaged: true)
                    Journal.write(.error, "The damaged library of user \(user) could not be set aside: \(error)")
                    throw WireError.libraryIsUnavailable
                }
                return try await open(user)
            }
            states[user] = .opening(task)
            return try await task.value
        }
    }

    private func open(_ user: UInt32) async throws -> LibraryHost {
        do {
            try await makeRoom()
            let library = try await Self.library(
                of: user, in: stateFolder, services.settings, services.environment)
            let host = try await startHost(for: library)
            idleTracker.beginOperation(on: user)
            Task {
                if await host.startMaintenance(isSwept: swept.contains(user)) { swept.insert(user) }
                idleTracker.endOperation(on: user)
            }
            scheduleIdleCheck()
            return host
        } catch {
            states[user] = .failed(services.clock.sinceBoot(), isDamaged: Library.isDamage(error))
            Journal.write(.error, "The library of user \(user) could not be opened: \(error)")
            throw WireError.libraryIsUnavailable
        }
    }

    /// Closes unused hosts until the number of hosts, including the one that is being opened, is within the limit.
    ///
    /// - Throws: `TooManyLibraries` if every other host is in use, or was used in the last two seconds.
    private func makeRoom() async throws {
        while true {
            guard isOverLimit else { return }
            for case .closing(let task) in states.values {
                await task.value
                break
            }
            guard isOverLimit else { return }
            let now = services.clock.sinceBoot()
            let unused = hosts.filter { user, host in
                if case .open = states[user] { !host.isInUse } else { false }
            }
            guard let user = idleTracker.longestUnused(of: unused.keys, at: now, unusedFor: Self.leastIdleTime),
                let host = unused[user]
            else { throw TooManyLibraries(limit: services.settings.libraries) }
            await beginClosing(host, of: user).value
        }
    }

    /// Whether more libraries are open, opening or closing than the configuration allows.
    private var isOverLimit: Bool {
        states.values.count { if case .failed = $0 { false } else { true } } > services.settings.libraries
    }

    /// Makes the host of an open library, and starts serving it.
    @discardableResult
    func startHost(for library: Library) async throws -> LibraryHost {
        let user = library.user
        do {
            let host = try await LibraryHost(on: services, library, after: suspended[user], among: self)
            // Adds the host before `begin` asks which connections exist. So the host learns of connections that leave
            // meanwhile.
            hosts[user] = host
            try await host.begin()
            try await library.confirmRestoration()
            // The replaced files can be hard links to restored files, which must have only one name.
            do { try await library.removeReplaced() } catch {
                Journal.write(.error, "What a restored library replaced could not be removed: \(error)")
            }
            states[user] = .open(host)
            idleTracker.noteUse(of: user, at: services.clock.sinceBoot())
            suspended[user] = nil
            if var late = lateEntries.removeValue(forKey: user) {
                host.core.audit.carryOn(late.take(at: services.clock.now(), all: true))
            }
            return host
        } catch {
            hosts[user] = nil
            await library.close()
            throw error
        }
    }

    /// Closes a library, and opens the restored library that `prepare` puts in its place. Calls wait meanwhile. If an
    /// error occurs, opens the previous library again.
    ///
    /// - Throws: `libraryUnavailable`, and the errors of `prepare`.
    func replace(
        _ host: LibraryHost, preparing prepare: @escaping @BrokerActor () async throws -> Void
    ) async throws -> LibraryHost {
        let user = host.core.user
        guard let open = openHost(of: user), open.core.library === host.core.library else {
            throw WireError.libraryIsUnavailable
        }
        host.endAll()
        let preparation = Preparation()
        await beginClosing(host, of: user) {
            do { try await prepare() } catch { preparation.failure = error }
        }.value
        if let failure = preparation.failure {
            await reopen(user)
            throw failure
        }
        suspended[user] = suspended[user]?.forReplacement
        swept.remove(user)
        do {
            let replacement = try await self.host(of: user)
            replacement.notifyOfReplacement()
            return replacement
        } catch {
            states[user] = nil
            // The restored library is not confirmed, so the next opening brings the previous library back.
            await reopen(user)
            throw error
        }
    }

    private func reopen(_ user: UInt32) async {
        // The journal states the reason for a failure, and the next call tries again.
        _ = try? await host(of: user)
    }

    // MARK: Events

    /// Starts watching the bus and the policy. When a connection leaves the bus, its state is dropped before later
    /// messages are handled.
    func watch() async throws {
        services.policy.watch { [weak self] in
            guard let self else { return }
            for host in hosts.values { host.policyChanged() }
        }
        await services.bus.watchDrained { [weak self] name in BrokerActor.assumeIsolated { self?.drained(name) } }
        try await services.bus.watchNames { [weak self] change in
            guard change.newOwner == nil, change.name.isUnique else { return }
            BrokerActor.assumeIsolated { self?.left(change.name) }
        }
    }

    private func left(_ name: BusName) {
        let connection = services.connections.remove(name)
        for host in hosts.values { host.left(name, connection) }
    }

    private func drained(_ name: BusName) {
        guard let connection = services.connections[name] else { return }
        for host in hosts.values { host.drained(connection) }
    }

    // MARK: Closing

    /// Starts a timer to close idle hosts. A broker for only one user, on a private bus, never closes its host.
    private func scheduleIdleCheck() {
        guard timer == nil, case .everyUser = services.owners else { return }
        timer = BrokerActor.after(services.settings.idleTime / 4) { [weak self] in
            guard let self else { return }
            timer = nil
            closeIdleHosts()
            if !hosts.isEmpty { scheduleIdleCheck() }
        }
    }

    private func closeIdleHosts() {
        guard !isClosed else { return }
        let now = services.clock.sinceBoot()
        for (user, host) in hosts {
            guard case .open = states[user] else { continue }
            if host.isInUse { idleTracker.noteUse(of: user, at: now) }
            guard idleTracker.isIdle(user, at: now) else { continue }
            beginClosing(host, of: user)
        }
    }

    @discardableResult
    private func beginClosing(
        _ host: LibraryHost, of user: UInt32, then work: @escaping @BrokerActor () async -> Void = {}
    ) -> Task<Void, Never> {
        hosts[user] = nil
        let task = Task { await close(host, of: user, then: work) }
        states[user] = .closing(task)
        return task
    }

    private func close(_ host: LibraryHost, of user: UInt32, then work: @BrokerActor () async -> Void) async {
        suspended[user] = await host.close()
        await work()
        idleTracker.noteClosed(user)
        states[user] = nil
        guard !isTrimmingMemory else { return }
        isTrimmingMemory = true
        // The delay lets this host, and other hosts that are closing, free their memory first.
        BrokerActor.after(.seconds(1)) { [weak self] in
            self?.isTrimmingMemory = false
            Task { await Self.trimMemory() }
        }
    }

    /// Saves the state that must survive this process, and closes all libraries.
    func close() async {
        isClosed = true
        for state in states.values {
            switch state {
            // This only waits for the task, which itself stores the new state.
            case .opening(let task): _ = await task.result
            case .closing(let task): await task.value
            case .open, .failed: break
            }
        }
        let open = hosts.values
        // Clears the tables to break reference cycles, because the hosts refer to this object.
        (hosts, states) = ([:], [:])
        for host in open { suspended[host.core.user] = await host.close() }
        let unwritten = suspended.map { ($0, $1.audit) } + lateEntries.map { ($0, $1) }
        for (user, var batch) in unwritten { Self.report(batch.take(at: services.clock.now(), all: true), of: user) }
        (suspended, lateEntries) = ([:], [:])
    }

    /// Ends all prompts and requests before the libraries are closed.
    func endRequests() {
        for host in hosts.values { host.endRequests() }
    }

    // MARK: Audit

    /// Records the audit entries of calls that ended after their library was closed. Writes them to the library's log
    /// if the library is open again, or when it is next opened. If this broker is stopping, writes them to the
    /// journal.
    func record(_ entries: [AuditEntry], endedLateIn user: UInt32) {
        if let host = hosts[user] {
            host.core.audit.carryOn(entries)
        } else if isClosed {
            Self.report(entries, of: user)
        } else {
            lateEntries[user, default: AuditBatch(services.settings.audit)].putBack(entries)
        }
    }

    private static func report(_ entries: [AuditEntry], of user: UInt32) {
        for entry in entries {
            let client = entry.client.isEmpty ? "" : " by " + visibleIdentity(entry.client, limit: 200)
            Journal.write(
                .notice,
                "Not in the audit log of user \(user), which is closed: \(entry.operation.rawValue), "
                    + "\(entry.outcome.rawValue)\(client)")
        }
    }
}

/// Holds the error of `prepare`, which runs between closing a library and opening it again.
@BrokerActor private final class Preparation {
    var failure: (any Error)?
}

/// Thrown if the maximum number of libraries is open, and all of them are in use.
private struct TooManyLibraries: Error, CustomStringConvertible {
    let limit: Int

    var description: String { "\(limit) libraries are in use, and no more may be open ([limits] libraries)" }
}
