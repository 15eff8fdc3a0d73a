internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateWire

/// Serves `org.filmgate.Admin1`.
struct AdminObject {
    let gate: Gate
    let administer: Administer
    let announcer: Announcer
    let library: Library
    let explaining: ExplainAccess

    var interface: ServedInterface {
        ServedInterface(
            root: AdminInterface.self,
            [
                gate.handler(administering: AdminInterface.listGrants) { call, permit, arguments in
                    await announcer.addAdministrator(call.sender)
                    return Arguments(try await administer.grants(arguments.values, by: permit))
                },
                gate.handler(administering: AdminInterface.setGrant, noting: { _, _ in nil }) { _, permit, arguments in
                    let (client, level, options) = arguments.values
                    try await administer.setGrant(client.id, to: level.level, options, by: permit)
                    return Arguments()
                },
                gate.handler(administering: AdminInterface.resetGrant, noting: { _, _ in nil }) {
                    _, permit, arguments in
                    let (client, option) = arguments.values
                    try await administer.resetGrant(client.id, option, by: permit)
                    return Arguments()
                },
                gate.handler(administering: AdminInterface.getSelection) { _, permit, arguments in
                    let (client, option) = arguments.values
                    try permit.check(option.user)
                    return Arguments(try await library.selection(of: .client(client.id)).map(\.description))
                },
                gate.handler(administering: AdminInterface.changeSelection, noting: { _, _ in nil }) {
                    _, permit, arguments in
                    let (client, add, remove, option) = arguments.values
                    try await administer.changeSelection(
                        of: client.id, adding: add.map(\.id), removing: remove.map(\.id), option, by: permit)
                    return Arguments()
                },
                gate.handler(administering: AdminInterface.explainAccess) { _, permit, arguments in
                    let (client, asset, option) = arguments.values
                    try permit.check(option.user)
                    return Arguments(
                        AccessDescription(try await explaining.explain(client.id, asset.id, by: permit)))
                },
                gate.handler(administering: AdminInterface.listClients) { _, _, _ in
                    Arguments(await administer.clients())
                },
                gate.handler(administering: AdminInterface.readAudit, noting: { _, _ in nil }) {
                    call, permit, arguments in
                    Arguments(try await administer.audit(arguments.values, by: permit, calling: call.sender))
                },
            ])
    }
}
