import FilmgateDBus
import FilmgateModel

/// Exports the object that GNOME Shell and KRunner call to search for photos.
struct SearchObjects: ObjectTree {
    let provider: SearchProvider

    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        path == SearchProvider.path ? [gnome, kde] : nil
    }

    func children(of path: ObjectPath, for sender: BusName) async -> [String] {
        let prefix = path.rawValue == "/" ? "/" : path.rawValue + "/"
        guard SearchProvider.path.rawValue.hasPrefix(prefix) else { return [] }
        return SearchProvider.path.rawValue.dropFirst(prefix.utf8.count).split(separator: "/").prefix(1).map(
            String.init)
    }

    // MARK: org.gnome.Shell.SearchProvider2

    private typealias Words = MessageArguments<[String]>
    private static let initial = Method<Words, Words>("GetInitialResultSet")
    private static let narrowed = Method<MessageArguments<[String], [String]>, Words>("GetSubsearchResultSet")
    private static let metas = Method<Words, MessageArguments<[Options]>>("GetResultMetas")
    private static let activate = Method<MessageArguments<String, [String], UInt32>, NoArguments>("ActivateResult")
    private static let launch = Method<MessageArguments<[String], UInt32>, NoArguments>("LaunchSearch")

    private var gnome: ServedInterface {
        let provider = provider
        return ServedInterface(
            "org.gnome.Shell.SearchProvider2",
            methods: [
                ServedMethod(Self.initial) { _, arguments in
                    MessageArguments(await provider.results(try arguments.decoded().values))
                },
                ServedMethod(Self.narrowed) { _, arguments in
                    let (_, words) = try arguments.decoded().values
                    return MessageArguments(await provider.results(words))
                },
                ServedMethod(Self.metas) { _, arguments in
                    let ids = try arguments.decoded().values
                    return MessageArguments(await gnomeMetas(await provider.descriptions(ids), of: provider))
                },
                ServedMethod(Self.activate) { _, arguments in
                    await provider.activate(try arguments.decoded().values.0)
                    return MessageArguments()
                },
                ServedMethod(Self.launch) { _, _ in
                    if await !provider.lock.isLocked { provider.open(nil) }
                    return MessageArguments()
                },
            ], introspection: "<interface name=\"org.gnome.Shell.SearchProvider2\"/>", check: provider.checkCaller)
    }

    // MARK: org.kde.krunner1

    fileprivate typealias Match = Structure<String, String, String, Int32, Double, Options>
    private static let match = Method<MessageArguments<String>, MessageArguments<[Match]>>("Match")
    private static let actions = Method<NoArguments, MessageArguments<[Structure<String, String, String>]>>("Actions")
    private static let run = Method<MessageArguments<String, String>, NoArguments>("Run")

    private var kde: ServedInterface {
        let provider = provider
        return ServedInterface(
            "org.kde.krunner1",
            methods: [
                ServedMethod(Self.match) { _, arguments in
                    let words = try arguments.decoded().values.split(separator: " ").map(String.init)
                    let results = await provider.descriptions(await provider.results(words))
                    return MessageArguments(await matches(results, of: provider))
                },
                ServedMethod(Self.actions) { _, _ in MessageArguments([]) },
                ServedMethod(Self.run) { _, arguments in
                    await provider.activate(try arguments.decoded().values.0)
                    return MessageArguments()
                },
            ], introspection: "<interface name=\"org.kde.krunner1\"/>", check: provider.checkCaller)
    }
}

/// Returns the results in KRunner's format. KRunner sorts by relevance, so the newest photo gets the highest value.
private func matches(_ results: [SearchDescription], of provider: SearchProvider) async -> [SearchObjects.Match] {
    /// KRunner's match type `PossibleMatch`.
    let possible: Int32 = 30
    let pictures = await provider.pixels(of: results)
    return results.enumerated().map { index, result in
        var details: Options = ["subtext": Variant(result.details)]
        if let picture = result.asset.flatMap({ pictures[$0] }) {
            details["icon-data"] = Variant(
                Structure(
                    picture.width, picture.height, picture.width * 4, true, Int32(8), Int32(4), picture.bytes))
        }
        return SearchObjects.Match(
            result.id, result.title, "org.filmgate.Filmgate", possible, 0.8 / Double(index + 1), details)
    }
}

/// Returns the results in GNOME Shell's format: one dictionary for each result, with the picture as a serialized icon.
private func gnomeMetas(_ results: [SearchDescription], of provider: SearchProvider) async -> [Options] {
    let pictures = await provider.pictures(of: results)
    return results.map { result in
        var meta: Options = ["id": Variant(result.id), "name": Variant(result.title)]
        if !result.details.isEmpty { meta["description"] = Variant(result.details) }
        if let picture = result.asset.flatMap({ pictures[$0] }) {
            meta["icon"] = Variant(Structure("bytes", Variant(picture)))
        }
        return meta
    }
}
