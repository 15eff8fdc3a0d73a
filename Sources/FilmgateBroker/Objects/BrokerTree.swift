internal import FilmgateDBus
internal import FilmgateWire

/// Which objects there are, for whom: the root for everyone, results and requests for the connection that made them.
struct BrokerTree: ObjectTree {
    let root: [ServedInterface]
    let result: ServedInterface
    let results: ResultRegistry
    let request: ServedInterface
    let requests: RequestRegistry

    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        if path == Wire.rootPath { return root }
        if await results.exists(path, of: sender) { return [result] }
        return await requests.exists(path, of: sender) ? [request] : nil
    }

    func children(of path: ObjectPath, for sender: BusName) async -> [String] {
        let paths = await results.paths(of: sender) + requests.paths(of: sender) + [Wire.rootPath]
        let prefix = path.description == "/" ? "/" : path.description + "/"
        return Set(
            paths.compactMap { path in
                guard path.description.hasPrefix(prefix) else { return nil }
                return path.description.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
            }
        ).sorted()
    }
}
