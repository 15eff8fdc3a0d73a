internal import FilmgateDBus
internal import FilmgateWire

/// Serves `org.filmgate.Library1`.
struct LibraryObject {
    let gate: Gate
    let fetching: FetchAssets
    let changing: PerformChanges

    var interface: ServedInterface {
        ServedInterface(
            root: LibraryInterface.self,
            [
                gate.handler(LibraryInterface.fetch) { [fetching] call, admission, arguments in
                    let (path, count) = try await fetching.fetch(arguments.values.1.query, for: call, admission)
                    return Arguments(path, count)
                },
                ServedMethod(LibraryInterface.performChanges.method) { [changing] call, arguments in
                    let (changes, options) = try arguments.decoded().values
                    return Arguments(try await changing.perform(changes, options, for: call))
                },
            ])
    }
}
