package import FilmgateDBus

/// A factory of connections to a bus that has no address, such as the in-memory bus of this package's tests.
public final class BusConnectionFactory: Hashable, Sendable {
    /// Opens a connection on an event loop, and calls `Hello`.
    let open: @Sendable (EventLoop) async throws -> Connection

    package init(_ open: @escaping @Sendable (EventLoop) async throws -> Connection) { self.open = open }

    public static func == (left: BusConnectionFactory, right: BusConnectionFactory) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PhotoLibrary.Bus {
    /// Opens a connection to this bus.
    ///
    /// - Throws: `busUnavailable` if the bus cannot be reached.
    func connect(on loop: EventLoop) async throws(PhotoLibraryError) -> Connection {
        do {
            if case .connector(let connector) = self { return try await connector.open(loop) }
            return try await Connection.open(address, on: loop)
        } catch {
            throw .busUnavailable(at: address, error)
        }
    }

    private var address: String {
        switch self {
        case .usual: Self.environmentAddress ?? "system"
        case .system: "system"
        case .address(let address): address
        case .connector: "in memory"
        }
    }
}
