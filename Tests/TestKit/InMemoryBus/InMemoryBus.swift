public import FilmgateDBus
public import FilmgateSystem
import Foundation
import Synchronization

/// A bus within the test's process, for connections that need no dbus-daemon.
///
/// Messages go through libdbus' marshalling as on a socket. The bus passes what a session bus passes, replies to no
/// call included, in one order for all. It has no limits and starts no services; its statistics say that everything was
/// taken in.
public final class InMemoryBus: TestBus {
    typealias MemberID = UInt64

    private let router: Mutex<MessageRouter>
    private let loops = Mutex<[EventLoop]>([])

    public init() {
        var random = SystemRandomNumberGenerator()
        let id = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
        router = Mutex(MessageRouter(busID: id))
    }

    deinit { stop() }

    /// Connects on a loop and thread of the connection's own, which end with the bus.
    public func connect() async throws -> Connection { try await connect(as: .ofThisProcess) }

    /// Connects on a loop and thread of the connection's own, which end with the bus.
    ///
    /// - Parameter credentials: what the bus tells others of the connection.
    public func connect(as credentials: Credentials) async throws -> Connection {
        let loop = try EventLoop.onOwnThread(named: "test")
        loops.withLock { $0.append(loop) }
        return try await connect(as: credentials, on: loop)
    }

    /// Connects on a loop, which several connections may share.
    public func connect(
        as credentials: Credentials = .ofThisProcess, on loop: EventLoop
    ) async throws -> Connection {
        try await Connection.open(on: loop) { InMemoryTransport(to: self, as: credentials, notify: $0) }
    }

    /// Disconnects everybody, as when the daemon ends.
    public func disconnectAll() { router.withLock { $0.disconnectAll() } }

    /// Disconnects everybody, and ends the loops that `connect` started.
    public func stop() {
        disconnectAll()
        for loop in loops.withLock({ $0 }) { loop.stop() }
        loops.withLock { $0 = [] }
    }

    // MARK: For transports

    func join(_ inbox: MessageInbox, as credentials: Credentials) -> MemberID {
        router.withLock { $0.join(inbox, as: credentials) }
    }

    func leave(_ member: MemberID) { router.withLock { $0.leave(member) } }

    func route(_ message: BusMessage, from member: MemberID) { router.withLock { $0.route(message, from: member) } }
}

extension InMemoryBus {
    /// What a bus in memory tells of a connection: each part may be missing.
    public struct Credentials: Sendable {
        public var user: UInt32?
        public var process: UInt32?
        /// A pidfd of the process.
        public var processDescriptor: OwnedDescriptor?
        public var securityLabel: String?

        public init(
            user: UInt32? = nil, process: UInt32? = nil, processDescriptor: OwnedDescriptor? = nil,
            securityLabel: String? = nil
        ) {
            self.user = user
            self.process = process
            self.processDescriptor = processDescriptor
            self.securityLabel = securityLabel
        }

        /// The user and process that the test runs as.
        public static var ofThisProcess: Credentials {
            Credentials(user: getuid(), process: UInt32(getpid()))
        }
    }
}
