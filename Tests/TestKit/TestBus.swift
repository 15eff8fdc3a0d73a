public import FilmgateDBus
internal import Foundation
public import Testing

/// A bus of a test's own.
public protocol TestBus: Sendable {
    /// Connects on a loop and thread of the connection's own, which end with the bus.
    func connect() async throws -> Connection

    /// Ends every connection, as when the daemon ends.
    func disconnectAll()
}

/// On which kind of bus a test runs that runs on both.
public enum BusKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case daemon, inMemory

    /// Both kinds; the bus in memory alone where `FILMGATE_NO_DAEMON` is set, as `make check` sets it.
    public static var tested: [BusKind] {
        ProcessInfo.processInfo.environment["FILMGATE_NO_DAEMON"] == nil ? allCases : [.inMemory]
    }

    /// Starts a bus, which ends with its last reference.
    public func start() throws -> any TestBus {
        switch self {
        case .daemon: try PrivateBus()
        case .inMemory: InMemoryBus()
        }
    }

    public var testDescription: String {
        switch self {
        case .daemon: "on a dbus-daemon"
        case .inMemory: "on a bus in memory"
        }
    }
}
