import FilmgateDBus

/// A connection to a bus, for diagnosing why a library cannot be reached. Works without a running broker.
public struct BusInspection: Sendable {
    private let connection: Connection
    private let bus: PhotoLibrary.Bus

    /// - Throws: `busUnavailable` if the bus cannot be reached.
    public init(of bus: PhotoLibrary.Bus) async throws(PhotoLibraryError) {
        self.bus = bus
        connection = try await BusInspection.connection(to: bus)
    }

    private static func connection(to bus: PhotoLibrary.Bus) async throws(PhotoLibraryError) -> Connection {
        try await bus.connect(on: BrokerLink.loop())
    }

    /// Returns whether a connection currently owns the bus name.
    public func isOwned(_ name: String) async throws(PhotoLibraryError) -> Bool {
        let method = Method<MessageArguments<String>, MessageArguments<Bool>>("NameHasOwner")
        return try await ask(method, MessageArguments(name)).values
    }

    /// Returns the bus names for which the bus can start a service.
    public func activatableNames() async throws(PhotoLibraryError) -> Set<String> {
        let method = Method<NoArguments, MessageArguments<[String]>>("ListActivatableNames")
        return Set(try await ask(method, MessageArguments()).values)
    }

    /// Returns whether the bus provides process descriptors (pidfds) of its clients. A pidfd still identifies the right
    /// process after a process ID was reused.
    public func givesProcessDescriptors() async throws(PhotoLibraryError) -> Bool {
        do {
            return try await connection.credentials(of: connection.uniqueName).handle != nil
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    /// The bus's reaction to a request for statistics, such as the number of bytes that a client has not read yet.
    public enum Statistics: Sendable {
        case given
        /// The bus refuses to report statistics to this caller.
        case refused
        /// The bus does not support the request.
        case unknown
    }

    public func statistics() async throws(PhotoLibraryError) -> Statistics {
        let method = Method<MessageArguments<String>, MessageArguments<Options>>("GetConnectionStats")
        do {
            _ = try await connection.call(
                method, of: "org.freedesktop.DBus.Debug.Stats", at: BusInspection.path, on: .bus,
                MessageArguments(connection.uniqueName.rawValue))
            return .given
        } catch let error as ErrorReply where error.name == "org.freedesktop.DBus.Error.AccessDenied" {
            return .refused
        } catch let error as ErrorReply where error.name.hasPrefix("org.freedesktop.DBus.Error.Unknown") {
            return .unknown
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    /// Returns whether the bus delivers replies to calls that were never made. If so, a program can send forged
    /// replies.
    public func deliversUnrequestedReplies() async throws(PhotoLibraryError) -> Bool {
        let other = try await BusInspection.connection(to: bus)
        let result: Result<Bool, any Error>
        do { result = .success(try await connection.receivesUnrequestedReplies(from: other)) } catch {
            result = .failure(error)
        }
        await other.close()
        do { return try result.get() } catch { throw PhotoLibraryError(error) }
    }

    /// Returns whether a program with the caller's rights may monitor all messages on the bus.
    public func allowsMonitoring() async throws(PhotoLibraryError) -> Bool {
        let other = try await BusInspection.connection(to: bus)
        let isAllowed = await other.becomesMonitor()
        await other.close()
        return isAllowed
    }

    /// Returns the identifiers of the actions registered with polkit. Starts polkit if it is not running.
    ///
    /// - Throws: an error if polkit does not answer.
    public func authorizationActions() async throws(PhotoLibraryError) -> Set<String> {
        let method = Method<MessageArguments<String>, MessageArguments<[Action]>>("EnumerateActions")
        do {
            let actions = try await connection.call(
                method, of: "org.freedesktop.PolicyKit1.Authority", at: "/org/freedesktop/PolicyKit1/Authority",
                on: "org.freedesktop.PolicyKit1", MessageArguments("C")
            ).values
            return Set(actions.map(\.values.0))
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    public func close() async { await connection.close() }

    private static let path: ObjectPath = "/org/freedesktop/DBus"

    private func ask<In, Out>(_ method: Method<In, Out>, _ arguments: In) async throws(PhotoLibraryError) -> Out {
        do {
            return try await connection.call(
                method, of: "org.freedesktop.DBus", at: BusInspection.path, on: .bus, arguments)
        } catch {
            throw PhotoLibraryError(error)
        }
    }
}

/// A polkit action: its identifier, five strings to display, three default authorizations, and annotations.
private typealias Action = Structure<
    String, String, String, String, String, String, UInt32, UInt32, UInt32, [String: String]
>
