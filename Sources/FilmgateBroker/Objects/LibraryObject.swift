internal import FilmgateDBus
internal import FilmgatePolicy
internal import FilmgateWire

/// Serves `org.filmgate.Library1`.
struct LibraryObject {
    let gate: Gate
    let fetching: Fetching
    let changing: PerformChanges
    let capabilities: Capabilities

    var interface: ServedInterface {
        ServedInterface(
            root: LibraryInterface.self,
            [
                gate.handler(LibraryInterface.fetch, noting: { _, reply in AuditSubject(count: Int(reply.values.1)) }) {
                    call, admission, arguments in
                    let (path, count) = try await fetching.fetch(arguments, for: call, admission)
                    return Arguments(path, count)
                },
                ServedMethod(LibraryInterface.performChanges.method) { call, arguments in
                    let batch: Arguments<[RawChange], Options>
                    do {
                        batch = try arguments.decoded()
                    } catch {
                        throw await changing.undecodable(error, in: call)
                    }
                    return Arguments(try await changing.perform(batch.values.0, batch.values.1, for: call))
                },
                gate.handler(LibraryInterface.cancelChanges) { call, _, arguments in
                    await changing.confirming.waiting.cancel(arguments.values, of: call.sender)
                    return Arguments()
                },
                gate.handler(LibraryInterface.createTransient) { call, admission, arguments in
                    let (title, assets) = arguments.values
                    return Arguments(
                        LibraryIdentifier(
                            try await fetching.makeTransient(title, assets.map(\.id), for: call, admission)))
                },
                gate.handler(LibraryInterface.getCapabilities) { call, admission, arguments in
                    let (kind, ids) = arguments.values
                    return Arguments(try await capabilities.capabilities(of: kind, ids, for: call, admission))
                },
            ])
    }
}
