internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateWire

/// Sends each signal to the connections that it concerns, and to no other.
///
/// Whoever has not taken in what was sent before is told later, once, how it is then.
actor SignalDispatcher {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let connection: Connection
    /// Administrators that asked for the list of grants.
    private var administrators: Set<BusName> = []
    /// Those of them who have not been told yet that grants changed.
    private var owedGrants: Set<BusName> = []
    /// Of whom has not been told yet, what has become of which access.
    private var owedStatuses: [BusName: [AccessLevel: String]] = [:]

    init(_ connection: Connection, loop: EventLoop) {
        self.connection = connection
        self.loop = loop
    }

    func statusChanged(_ change: AccessChange) {
        if change.before.addOnly != change.after.addOnly {
            tell(.addOnly, change.after.addOnly.rawValue, to: change.name)
        }
        if change.before.readWrite != change.after.readWrite {
            tell(.readWrite, change.after.readWrite.rawValue, to: change.name)
        }
    }

    private func tell(_ access: AccessLevel, _ status: String, to name: BusName) {
        let isTold = send(
            AuthorizationInterface.statusChanged, of: AuthorizationInterface.name, Arguments(access, status), to: name)
        if !isTold { owedStatuses[name, default: [:]][access] = status }
    }

    func grantsChanged() {
        for name in administrators { tellGrantsChanged(name) }
    }

    private func tellGrantsChanged(_ name: BusName) {
        let isTold = send(AdminInterface.grantsChanged, of: AdminInterface.name, Arguments(), to: name)
        if !isTold { owedGrants.insert(name) }
    }

    /// - Returns: whether it was sent: nothing is to whoever is behind.
    private func send<Values>(
        _ signal: Signal<Values>, of interface: InterfaceName, _ values: Values, to name: BusName
    ) -> Bool {
        connection.assumeIsolated { connection in
            guard !connection.isBackpressured(name) else { return false }
            connection.emit(signal, of: interface, at: Wire.rootPath, to: name, values)
            return true
        }
    }

    /// A connection has taken in what it was sent: it is told what is owed.
    func drained(_ name: BusName) {
        for (access, status) in owedStatuses.removeValue(forKey: name) ?? [:] { tell(access, status, to: name) }
        if owedGrants.remove(name) != nil { tellGrantsChanged(name) }
    }

    /// Whether a connection is to be told later.
    func isBackpressured(_ name: BusName) -> Bool { connection.assumeIsolated { $0.isBackpressured(name) } }

    /// - Parameter names: connections that are told the same, in one breath.
    /// - Returns: those to whom it could not be sent.
    func libraryChanged(_ token: ChangeTokenText, _ changes: ChangesDescription, to names: [BusName]) -> [BusName] {
        connection.assumeIsolated { connection in
            connection.emit(
                ObservationInterface.libraryChanged, of: ObservationInterface.name, at: Wire.rootPath, toEach: names,
                Arguments(token, changes))
        }
    }

    var hasAdministrators: Bool { !administrators.isEmpty }

    func addAdministrator(_ name: BusName) { administrators.insert(name) }

    func departed(_ name: BusName) {
        administrators.remove(name)
        owedGrants.remove(name)
        owedStatuses[name] = nil
    }
}
