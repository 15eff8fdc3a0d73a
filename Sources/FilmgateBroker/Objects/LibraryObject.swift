internal import FilmgateDBus
internal import FilmgatePolicy
internal import FilmgateWire

/// Serves `org.filmgate.Library1`.
@BrokerActor struct LibraryObject {
    let gate: Gate
    let fetching: Fetching
    let changing: PerformChanges
    let capabilities: Capabilities

    var interface: ServedInterface {
        ServedInterface(
            root: LibraryInterface.self,
            [
                gate.handler(LibraryInterface.fetch, noting: { _, reply in AuditSubject(count: Int(reply.values.1)) }) {
                    _, admission, arguments in
                    let (path, count) = try await fetching.fetch(arguments, admission)
                    return Arguments(path, count)
                },
                ServedMethod(isolated: LibraryInterface.performChanges.method) { call, arguments in
                    let batch: Arguments<[RawChange], Options>
                    do {
                        batch = try arguments.decoded()
                    } catch {
                        throw await changing.undecodable(error, in: call)
                    }
                    return Arguments(try await changing.perform(batch.values.0, batch.values.1, for: call))
                },
                gate.handler(LibraryInterface.cancelChanges) { _, admission, arguments in
                    admission.connection.cancelConfirmation(arguments.values)
                    return Arguments()
                },
                gate.handler(LibraryInterface.createTransient) { _, admission, arguments in
                    let (title, assets) = arguments.values
                    return Arguments(
                        LibraryIdentifier(
                            try await fetching.makeTransient(title, assets.map(\.id), admission)))
                },
                gate.handler(LibraryInterface.getCapabilities) { _, admission, arguments in
                    let (kind, ids) = arguments.values
                    return Arguments(try await capabilities.capabilities(of: kind, ids, admission))
                },
            ])
    }
}
