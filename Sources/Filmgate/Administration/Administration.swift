public import FilmgateModel
public import FilmgatePolicy
public import FoundationEssentials
internal import FilmgateDBus
internal import FilmgateWire

extension PhotoLibrary {
    /// Grants and clients, for the library's owner and administrators; everyone else gets `notAuthorized`.
    public var administration: Administration { Administration(link: link) }

    /// Who may do what with the library, `org.filmgate.Admin1`.
    public struct Administration: Sendable {
        let link: BrokerLink

        /// All grants that anybody made, or one client's alone.
        public func grants(of client: ClientID? = nil) async throws(PhotoLibraryError) -> [ClientGrant] {
            let filter = GrantFilter(client: client, user: link.user)
            return try await call(AdminInterface.listGrants, Arguments(filter)).values.map(ClientGrant.init)
        }

        /// Decides for a client; it takes effect with the client's next call.
        ///
        /// - Parameters:
        ///   - client: as `flatpak:org.example.App`.
        ///   - level: `none`, `addOnly`, `limited` or `full`.
        ///   - selection: with `limited`, the assets that it sees, and albums whose assets it sees, whatever joins them or leaves
        ///     them; nil: nothing yet.
        ///   - keepsSelection: with `limited` and no selection, whether what is selected stays so. It does if the client is
        ///     limited when the decision takes effect.
        ///   - rights: nil: what is usual for the kind of client, which for sandboxed ones is all but `location`.
        ///   - expires: when it goes back to undetermined by itself; nil: never.
        public func setGrant(
            of client: ClientID, to level: Level, selection: [ObjectID]? = nil, keepsSelection: Bool = false,
            rights: Rights? = nil, expires: Date? = nil
        ) async throws(PhotoLibraryError) {
            let options = GrantOptions(
                user: link.user, selection: selection, keepsSelection: keepsSelection,
                expires: expires.map { Timestamp($0) }, rights: rights)
            _ = try await call(AdminInterface.setGrant, Arguments(GrantedClientName(client), LevelName(level), options))
        }

        /// Makes it as if nobody had ever decided.
        public func resetGrant(of client: ClientID) async throws(PhotoLibraryError) {
            _ = try await call(AdminInterface.resetGrant, Arguments(ClientName(client), link.userOption))
        }

        /// The assets and albums that were selected for a client.
        public func selection(of client: ClientID) async throws(PhotoLibraryError) -> [ObjectID] {
            let texts = try await call(AdminInterface.getSelection, Arguments(ClientName(client), link.userOption))
                .values
            return texts.compactMap { ObjectID($0) }
        }

        /// - Throws: `invalidArgument` where the client's level is not `limited`.
        public func changeSelection(
            of client: ClientID, adding: [ObjectID] = [], removing: [ObjectID] = []
        ) async throws(PhotoLibraryError) {
            let arguments = Arguments(
                ClientName(client), adding.map { LibraryIdentifier($0) }, removing.map { LibraryIdentifier($0) },
                link.userOption)
            _ = try await call(AdminInterface.changeSelection, arguments)
        }

        /// The connections that the broker knows.
        public func clients() async throws(PhotoLibraryError) -> [ConnectedApp] {
            try await call(AdminInterface.listClients, Arguments()).values.map(ConnectedApp.init)
        }

        /// An element at once, and then each time that `grants` would now tell something else; it ends where the bus goes
        /// away, and for whoever may not see grants.
        public var grantsChanged: AsyncStream<Void> {
            link.signals(
                AdminInterface.grantsChanged, of: AdminInterface.name,
                beginning: { (connection) async throws(PhotoLibraryError) in
                    // The broker tells those that have asked.
                    _ = try await connection.call(
                        AdminInterface.listGrants, of: AdminInterface.name, Arguments(GrantFilter(user: link.user)))
                    return [()]
                },
                { _ in () })
        }

        func call<In, Out>(_ row: ContractMethod<In, Out>, _ arguments: In) async throws(PhotoLibraryError) -> Out {
            try await link.call(row, of: AdminInterface.name, arguments)
        }
    }
}
