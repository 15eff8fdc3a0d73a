public import FilmgateDBus
import Foundation
public import Testing

/// Whether this run starts no dbus-daemon, as `make check` asks for: tests that need one are cancelled.
let isWithoutDaemons = ProcessInfo.processInfo.environment["FILMGATE_NO_DAEMONS"] != nil

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

    /// Both kinds; in a run without daemons the bus in memory alone.
    public static var tested: [BusKind] { isWithoutDaemons ? [.inMemory] : allCases }

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
