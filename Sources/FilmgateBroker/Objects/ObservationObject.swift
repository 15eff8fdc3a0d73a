internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateWire

/// Serves `org.filmgate.Observation1`.
@BrokerActor struct ObservationObject {
    let gate: Gate
    let library: Library
    let observers: Observers

    var interface: ServedInterface {
        ServedInterface(
            root: ObservationInterface.self,
            [
                gate.handler(ObservationInterface.subscribe) { call, admission, _ in
                    Arguments(ChangeTokenText(try await observers.subscribe(call, admission.view)))
                }.followed { call in BrokerActor.assumeIsolated { observers.begin(call) } },
                gate.handler(ObservationInterface.unsubscribe) { _, admission, _ in
                    admission.connection.unsubscribe()
                    return Arguments()
                },
                gate.handler(
                    ObservationInterface.changesSince,
                    noting: { _, reply in
                        let changes = reply.values.1.changes
                        return AuditSubject(count: changes.count, ids: changes.all)
                    }
                ) { _, admission, arguments in
                    let page = try await library.changes(
                        since: arguments.values.0.token, visibleTo: admission.visibility, of: admission.holder)
                    return Arguments(
                        ChangeTokenText(library.token(of: page.position, for: admission.holder)),
                        ChangesDescription(page.changes, hasMore: page.hasMore))
                },
            ])
    }
}

extension LibraryChanges {
    /// Every identifier that it lists.
    fileprivate var all: [ObjectID] {
        let assets = [inserted, updated, deleted, enteredScope, leftScope].joined().map { ObjectID($0) }
        let albums = [albumsInserted, albumsUpdated, albumsDeleted].joined().map { ObjectID($0) }
        return assets + albums + [foldersInserted, foldersUpdated, foldersDeleted].joined().map { ObjectID($0) }
    }
}
