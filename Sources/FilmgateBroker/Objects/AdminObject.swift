internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Serves `org.filmgate.Admin1`.
struct AdminObject {
    let door: Door

    var interface: ServedInterface {
        ServedInterface(root: AdminInterface.self, [listGrants, setGrant, resetGrant] + selections + others)
    }

    private var listGrants: ServedMethod {
        door.handler(AdminInterface.listGrants) { arguments in
            Matter(.oversee, of: arguments.values.user, client: arguments.values.client) {
                "see which apps may reach the photos of \($0)"
            }
        } serve: { call, site, arguments in
            await site.house.announcer.addAdministrator(call.sender)
            return Arguments(try await site.house.administer.grants(arguments.values, by: site.permit))
        }
    }

    private var setGrant: ServedMethod {
        door.handler(AdminInterface.setGrant, noting: { _, _ in nil }) { arguments in
            let (client, level, options) = arguments.values
            let (standing, rules) = await door.grants(of: client.id, on: options.user)
            let transition = GrantTransition(
                setting: level.level, rights: options.rights ?? .usual(for: client.id.kind),
                isForGood: options.expires == nil, selecting: options.selection?.count ?? 0, of: client.id,
                over: standing, under: rules)
            return Matter(
                transition.deed, of: options.user, client: client.id, level: transition.level, isFounding: true
            ) {
                let later = transition.isLater ? " for a time, then '\(transition.level.rawValue)'," : ""
                return "set the access '\(level.level.rawValue)'\(later) to the photos of \($0) for \(client.id.quoted)"
            }
        } serve: { _, site, arguments in
            let (client, level, options) = arguments.values
            try await site.house.administer.setGrant(client.id, to: level.level, options, by: site.permit)
            return Arguments()
        }
    }

    private var resetGrant: ServedMethod {
        door.handler(AdminInterface.resetGrant, noting: { _, _ in nil }) { arguments in
            let (client, option) = arguments.values
            let (standing, rules) = await door.grants(of: client.id, on: option.user)
            let transition = GrantTransition(resetting: client.id, from: standing, under: rules)
            let level = transition.level
            return Matter(transition.deed, of: option.user, client: client.id, level: level) {
                let left = level == .undetermined ? "" : ", which leaves the access '\(level.rawValue)',"
                return "take back what was decided about the photos of \($0)\(left) for \(client.id.quoted)"
            }
        } serve: { _, site, arguments in
            try await site.house.administer.resetGrant(arguments.values.0.id, by: site.permit)
            return Arguments()
        }
    }

    private var selections: [ServedMethod] {
        [
            door.handler(AdminInterface.getSelection) { arguments in
                let (client, option) = arguments.values
                return Matter(.oversee, of: option.user, client: client.id) {
                    "see the selected photos of \($0) for \(client.id.quoted)"
                }
            } serve: { _, site, arguments in
                let client = arguments.values.0.id
                return Arguments(try await site.house.library.selection(of: .client(client)).map(\.description))
            },
            door.handler(AdminInterface.changeSelection, noting: { _, _ in nil }) { arguments in
                let (client, add, _, option) = arguments.values
                return Matter(Deed(adding: add.count), of: option.user, client: client.id, level: .limited) {
                    "change the selected photos of \($0) for \(client.id.quoted)"
                }
            } serve: { _, site, arguments in
                let (client, add, remove, _) = arguments.values
                try await site.house.administer.changeSelection(
                    of: client.id, adding: add.map(\.id), removing: remove.map(\.id), by: site.permit)
                return Arguments()
            },
        ]
    }

    private var others: [ServedMethod] {
        [
            door.handler(AdminInterface.explainAccess) { arguments in
                let (client, _, option) = arguments.values
                return Matter(.oversee, of: option.user, client: client.id) {
                    "see the reasons of the access to the photos of \($0) for \(client.id.quoted)"
                }
            } serve: { _, site, arguments in
                let (client, asset, _) = arguments.values
                return Arguments(
                    AccessDescription(
                        try await site.house.explaining.explain(client.id, asset.id, by: site.permit)))
            },
            door.listClientsHandler,
            door.handler(AdminInterface.readAudit, noting: { _, _ in nil }) { arguments in
                // In the private setting the filter is about who asked; there is one library.
                let user = door.grounds.owners == .everyUser ? arguments.values.filter.user : nil
                return Matter(.readAudit, of: user, client: arguments.values.filter.client) {
                    "see what apps were given and refused of the photos of \($0)"
                }
            } serve: { call, site, arguments in
                var query = arguments.values
                if door.grounds.owners == .everyUser { query.filter.user = nil }
                return Arguments(try await site.house.administer.audit(query, by: site.permit, calling: call.sender))
            },
        ]
    }
}
