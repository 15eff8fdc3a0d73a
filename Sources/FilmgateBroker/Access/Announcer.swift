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

    func statusChanged(_ change: AccessChange) {
        if change.before.addOnly != change.after.addOnly {
            tell(.addOnly, change.after.addOnly.rawValue, to: change.name)
        }
        if change.before.readWrite != change.after.readWrite {
            tell(.readWrite, change.after.readWrite.rawValue, to: change.name)
        }
    }

    private func tell(_ access: AccessLevel, _ status: String, to name: BusName) {
        connection.assumeIsolated { connection in
            _ = connection.emit(
                AuthorizationInterface.statusChanged, of: AuthorizationInterface.name, at: Wire.rootPath, to: name,
                Arguments(access, status))
        }
    }

    func grantsChanged() {
        connection.assumeIsolated { [administrators] connection in
            for name in administrators {
                connection.emit(
                    AdminInterface.grantsChanged, of: AdminInterface.name, at: Wire.rootPath, to: name, Arguments())
            }
        }
    }

    func addAdministrator(_ name: BusName) { administrators.insert(name) }

    func departed(_ name: BusName) { administrators.remove(name) }
}
