import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Serves `org.filmgate.Admin1`.
@BrokerActor struct AdminObject {
    let adminGate: AdminGate

    var interface: ServedInterface {
        ServedInterface(
            root: AdminInterface.self,
            [listGrants, setGrant, resetGrant, pauseClient] + selections + readers + inbox + keptItems)
    }

    private var listGrants: ServedMethod {
        adminGate.method(AdminInterface.listGrants) { arguments in
            AdminRequest(user: arguments.values.user, client: arguments.values.client) {
                "see which apps may reach the photos of \($0)"
            }
        } serve: { library, arguments in
            library.core.signals.addAdministrator(library.connection)
            return MessageArguments(
                try await library.host.grantAdministration.grants(arguments.values, by: library.permit))
        }
    }

    private var setGrant: ServedMethod {
        adminGate.decidingMethod(AdminInterface.setGrant) { arguments in
            let (client, level, options) = arguments.values
            let (standing, rules) = adminGate.grants(of: client.id, on: options.user)
            let decision = SetGrantArguments(client.id, level.level, options)
            let transition = decision.transition(from: standing, under: rules)
            let request = AdminRequest(
                user: options.user, client: client.id, level: transition.level, createsLibrary: true
            ) {
                let later = transition.isLater ? " for a time, then '\(transition.level.rawValue)'," : ""
                return "set the access '\(level.level.rawValue)'\(later) to the photos of \($0) for \(client.id.quoted)"
            }
            let operation = adminGate.operation(
                of: transition, about: client.id, on: options.user, mutes: options.isMuted)
            return (operation, request)
        } serve: { library, arguments in
            let (client, level, options) = arguments.values
            try await library.host.grantAdministration.setGrant(
                SetGrantArguments(client.id, level.level, options), by: library.permit)
            if options.isMuted { library.host.coordinator.rulesChanged() }
            return MessageArguments()
        }
    }

    private var resetGrant: ServedMethod {
        adminGate.decidingMethod(AdminInterface.resetGrant) { arguments in
            let (client, option) = arguments.values
            let (standing, rules) = adminGate.grants(of: client.id, on: option.user)
            let transition = GrantTransition(resetting: client.id, from: standing, under: rules)
            let level = transition.level
            let request = AdminRequest(user: option.user, client: client.id, level: level) {
                let left = level == .undetermined ? "" : ", which leaves the access '\(level.rawValue)',"
                return "take back what was decided about the photos of \($0)\(left) for \(client.id.quoted)"
            }
            let operation = adminGate.operation(of: transition, about: client.id, on: option.user, mutes: false)
            return (operation, request)
        } serve: { library, arguments in
            try await library.host.grantAdministration.resetGrant(arguments.values.0.id, by: library.permit)
            return MessageArguments()
        }
    }

    private var pauseClient: ServedMethod {
        adminGate.method(AdminInterface.pauseClient) { arguments in
            let (client, options) = arguments.values
            return AdminRequest(user: options.user, client: client.id) {
                "pause the access to the photos of \($0) for \(client.id.quoted)"
            }
        } serve: { library, arguments in
            let (client, options) = arguments.values
            try await library.host.grantAdministration.pause(client.id, options, by: library.permit)
            library.host.coordinator.rulesChanged()
            return MessageArguments()
        }
    }

    private var selections: [ServedMethod] {
        [
            adminGate.method(AdminInterface.getSelection) { arguments in
                let (client, option) = arguments.values
                return AdminRequest(user: option.user, client: client.id) {
                    "see the selected photos of \($0) for \(client.id.quoted)"
                }
            } serve: { library, arguments in
                let holder = library.core.grants.standing(of: arguments.values.0.id).holder
                return MessageArguments(try await library.core.library.selection(of: holder).map(\.description))
            },
            adminGate.decidingMethod(AdminInterface.changeSelection) { arguments in
                let (client, add, _, option) = arguments.values
                let request = AdminRequest(user: option.user, client: client.id, level: .limited) {
                    "change the selected photos of \($0) for \(client.id.quoted)"
                }
                return (AdminOperation(adding: add.count), request)
            } serve: { library, arguments in
                let (client, add, remove, _) = arguments.values
                try await library.host.grantAdministration.changeSelection(
                    of: client.id, adding: add.map(\.id), removing: remove.map(\.id), by: library.permit)
                return MessageArguments()
            },
        ]
    }

    private var readers: [ServedMethod] {
        [
            adminGate.method(AdminInterface.explainAccess) { arguments in
                let (client, _, options) = arguments.values
                return AdminRequest(user: options.user, client: client.id) {
                    "see the reasons of the access to the photos of \($0) for \(client.id.quoted)"
                }
            } serve: { library, arguments in
                let (client, asset, options) = arguments.values
                let explaining = library.host.explaining
                var matches: [NamedAsset] = []
                if let name = options.name {
                    matches = try await explaining.assets(named: name, by: library.permit) {
                        let request = AdminRequest(user: options.user) { "find photos of \($0) by name" }
                        try await adminGate.authorize(.lookUp, request, library.call)
                    }
                }
                let explanation = try await explaining.explain(client.id, asset.id, by: library.permit)
                return MessageArguments(AccessExplanation(explanation, matches: matches))
            },
            adminGate.listClients,
            adminGate.method(AdminInterface.replayPolicy) { arguments in
                AdminRequest(user: arguments.values.1.user) {
                    "see which access to the photos of \($0) a policy would have decided otherwise"
                }
            } serve: { library, arguments in
                let (policy, options) = arguments.values
                return MessageArguments(try await library.host.replaying.replay(policy, options))
            },
            adminGate.decidingMethod(AdminInterface.undoChanges) { arguments in
                let (client, options) = arguments.values
                let request = AdminRequest(user: options.user, client: client.id) { user in
                    client.id.map { "take back what \($0.quoted) changed in the photo library of \(user)" }
                        ?? "take back what the owner changed last in the photo library of \(user)"
                }
                return (AdminOperation(undoingOf: client.id, namesOwnBatches: options.names != nil), request)
            } serve: { library, arguments in
                let (client, options) = arguments.values
                return MessageArguments(
                    try await library.host.undoing.undo(
                        client.id, options, by: library.permit, on: library.connection))
            },
            adminGate.method(AdminInterface.readAudit) { arguments in
                // On a private bus, the request is about the only library, whatever user the filter names.
                let user = adminGate.services.owners == .everyUser ? arguments.values.filter.user : nil
                return AdminRequest(user: user, client: arguments.values.filter.client) {
                    "see which access to the photos of \($0) apps were given and refused"
                }
            } serve: { library, arguments in
                var query = arguments.values
                if adminGate.services.owners == .everyUser { query.filter.user = nil }
                return MessageArguments(
                    try await library.host.grantAdministration.audit(query, by: library.permit, on: library.connection))
            },
        ]
    }

    private var keptItems: [ServedMethod] {
        [
            adminGate.method(AdminInterface.listKeptItems) { arguments in
                AdminRequest(user: arguments.values.user, client: arguments.values.client) {
                    "see which picked photos of \($0) apps can open again"
                }
            } serve: { library, arguments in
                MessageArguments(try await library.host.keptItems.list(arguments.values, by: library.permit))
            },
            adminGate.method(AdminInterface.forgetKeptItems) { arguments in
                let (client, _, option) = arguments.values
                return AdminRequest(user: option.user, client: client.id) {
                    "take back picked photos of \($0) from \(client.id.quoted)"
                }
            } serve: { library, arguments in
                let (client, handles, _) = arguments.values
                let known = handles.compactMap(\.handle)
                // Ignores strings that are not handles. Only an empty list means all items.
                if handles.isEmpty || !known.isEmpty {
                    try await library.host.keptItems.forget(known, of: client.id, by: library.permit)
                }
                return MessageArguments()
            },
        ]
    }

    private var inbox: [ServedMethod] {
        [
            adminGate.method(AdminInterface.listInbox) { arguments in
                AdminRequest(user: arguments.values.user, client: arguments.values.client) {
                    "see what waits in the inbox of \($0)"
                }
            } serve: { library, arguments in
                library.core.signals.addInboxReader(library.connection)
                return MessageArguments(try await library.host.inbox.items(arguments.values, for: library.permit))
            },
            adminGate.method(AdminInterface.acceptAdded) { arguments in
                let (ids, option) = arguments.values
                return AdminRequest(user: option.user) { "keep \(ids.added) to the photos of \($0)" }
            } serve: { library, arguments in
                let ids = arguments.values.0.map(\.id)
                try await library.host.inbox.decide(.keep, about: ids, by: library.permit)
                return MessageArguments()
            },
            adminGate.method(AdminInterface.rejectAdded) { arguments in
                let (ids, options) = arguments.values
                let verb = options.removes ? "delete" : "reject"
                return AdminRequest(user: options.user) { "\(verb) \(ids.added) to the photos of \($0)" }
            } serve: { library, arguments in
                let (ids, options) = arguments.values
                let decision: InboxDecision = options.removes ? .remove : .reject
                try await library.host.inbox.decide(decision, about: ids.map(\.id), by: library.permit)
                return MessageArguments()
            },
        ]
    }
}

extension [AssetIDText] {
    /// The items of the decision, as text for display.
    fileprivate var added: String { count == 1 ? "1 item that an app added" : "\(count) items that apps added" }
}

extension AdminGate {
    /// Serves `Admin1.ListClients`, which is about the bus rather than a library. Users see their own connections, and
    /// root sees all connections.
    var listClients: ServedMethod {
        ServedMethod(AdminInterface.listClients, .administration(self, of: nil)) { call, arguments, record in
            let caller = try await caller(of: call)
            record.client = caller.client
            record.isByOwner = caller.client.isOwnersTool && caller.ownUser != nil
            return (try await visibleUser(for: caller, call), try arguments.decoded())
        } serve: { _, user, _ in
            MessageArguments(await hosts.clients(of: user))
        }
    }
}

extension LibraryHosts {
    /// Returns the connected clients, with the numbers of their open results and requests.
    ///
    /// - Parameter user: nil means all users.
    func clients(of user: UInt32?) async -> [ConnectedApp] {
        var clients: [ConnectedApp] = []
        for peer in await services.peers.connections() where user == nil || peer.client?.user == user {
            let connection = services.connections[peer.name]
            let access = peer.client.flatMap { client in openHost(of: client.user)?.core.grants.access(of: client) }
            clients.append(
                ConnectedApp(
                    name: peer.name.description, client: peer.client?.id, through: peer.client?.delegate,
                    user: peer.client?.user, pid: peer.pid, openResults: connection?.results.open.count ?? 0,
                    openRequests: connection?.requests.open.count ?? 0,
                    isSubscribed: connection?.subscription.observer != nil, level: access?.level, pause: access?.pause))
        }
        return clients
    }
}
