internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateSystem
internal import FilmgateWire

/// The person's photo library, as far as this app may use it.
///
///     let library = try await PhotoLibrary.connect()
///     guard try await library.authorizationStatus(for: .readWrite).allowsReading else { return }
///     for try await asset in try await library.fetch(.assets.newestFirst.limit(50)) { … }
///
/// It may be used from anywhere. Where the broker was started anew and cannot tell any more whose connection this is,
/// the library connects again by itself.
public final class PhotoLibrary: Sendable {
    /// The release of Filmgate that this library is of.
    public static var version: String { Release.version }

    /// Where the broker is found.
    public enum Bus: Hashable, Sendable {
        /// The bus that `FILMGATE_BUS_ADDRESS` names; without it the system bus.
        case usual
        case system
        /// A D-Bus address, as `unix:path=/run/example`.
        case address(String)

        /// What `FILMGATE_BUS_ADDRESS` says; nil if it is not set, and in a set-group-ID program, as the agent is.
        public static var environmentAddress: String? { environmentVariable("FILMGATE_BUS_ADDRESS") }

        var address: String {
            switch self {
            case .usual: Self.environmentAddress ?? "system"
            case .system: "system"
            case .address(let address): address
            }
        }
    }

    let link: BrokerLink

    init(_ link: BrokerLink) { self.link = link }

    /// Reaches the broker.
    ///
    /// - Parameters:
    ///   - user: whose grants and library are administered; nil: the caller's own.
    ///   - authenticate: called where something takes a person's saying who they are; what it is to be done for is done once more
    ///     where it returns true, and the person may then be asked. Without it, such calls throw `interactionRequired`.
    /// - Throws: `busUnavailable`, `brokerUnavailable`.
    public static func connect(
        to bus: Bus = .usual, administering user: UInt32? = nil, authenticate: (@Sendable () async -> Bool)? = nil
    ) async throws(PhotoLibraryError) -> PhotoLibrary {
        let link = try BrokerLink(to: bus.address, administering: user, authenticate: authenticate)
        _ = try await link.connection()
        return PhotoLibrary(link)
    }

    // MARK: Authorization

    /// What this app is allowed; never asks the person. `org.filmgate.Authorization1.GetStatus`.
    public func authorizationStatus(for access: AccessLevel) async throws(PhotoLibraryError) -> AuthorizationStatus {
        try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.status(for: access)
        }
    }

    /// What this app is allowed at the moment, an element for each kind of access, and then each change of it, whoever
    /// makes it.
    ///
    /// It ends where the bus goes away. A broker that was started anew tells of changes once this app has called it again.
    public var statusChanges: AsyncStream<StatusChange> {
        link.signals(
            AuthorizationInterface.statusChanged, of: AuthorizationInterface.name,
            beginning: { (connection) async throws(PhotoLibraryError) in
                var statuses: [StatusChange] = []
                for access in AccessLevel.allCases {
                    statuses.append(StatusChange(access: access, status: try await connection.status(for: access)))
                }
                return statuses
            },
            { signal in
                let (access, name) = signal.values
                return AuthorizationStatus(rawValue: name).map { StatusChange(access: access, status: $0) }
            })
    }

    /// How the broker sees this app. `org.filmgate.Authorization1.GetClient`.
    public func clientIdentity() async throws(PhotoLibraryError) -> ClientIdentity {
        try await link.connection().identity()
    }

    // MARK: Fetching

    /// Takes a snapshot of what matches, within what this app may see. `org.filmgate.Library1.Fetch`.
    ///
    ///     let best = try await library.fetch(.assets.where(\.rating >= 4).newestFirst.limit(50))
    ///     let summer = try await library.fetch(.albums.where { $0.title.like("Summer%") })
    ///
    /// - Throws: `invalidPredicate` for a condition that says no sense, with the column of its text; `limitsExceeded` where going
    ///   through the library for it takes too long.
    public func fetch<Element>(
        _ request: FetchRequest<Element>
    ) async throws(PhotoLibraryError) -> FetchResult<Element> {
        try await FetchResult(request, link)
    }

    /// Closes the connection; every use of the library from then on opens another.
    public func disconnect() async { await link.close() }
}
