internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateWire

/// Sends each signal to the connections that it concerns, and to no other.
actor Announcer {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let connection: Connection
    /// Administrators that asked for the list of grants.
    private var administrators: Set<BusName> = []

    init(_ connection: Connection, loop: EventLoop) {
        self.connection = connection
        self.loop = loop
    }

    func statusChanged(_ access: AccessLevel, to status: String, for names: Set<BusName>) async {
        for name in names {
            await connection.emit(
                AuthorizationInterface.statusChanged, of: AuthorizationInterface.name, at: Wire.rootPath, to: name,
                Arguments(access, status))
        }
    }

    func grantsChanged() async {
        for name in administrators {
            await connection.emit(
                AdminInterface.grantsChanged, of: AdminInterface.name, at: Wire.rootPath, to: name, Arguments())
        }
    }

    func addAdministrator(_ name: BusName) { administrators.insert(name) }

    func departed(_ name: BusName) { administrators.remove(name) }
}
