import Filmgate
import FilmgateLibraryTools
import FilmgateText
import FoundationEssentials

private enum UndoOption {
    static let client = Option(
        "client", value: .one("CLIENT"), completion: .names(.apps), "Take back what this app changed")
    static let since = Option(
        "since", value: .one("WHEN"),
        "Only what was changed since then: 90m, 2h, 3d or 2w ago, or a date such as 2030-12-31 or 2030-12-31T18:00")
    static let until = Option("until", value: .one("WHEN"), "Only what was changed before then")
    static let dryRun = Option("dry-run", "Show what would be taken back, and change nothing")
}

extension Command {
    static let undo = Command(
        "undo", summary: "Take back what an app changed, or your own changes",
        details: [
            "Titles, ratings, albums, the trash, edits and everything else return to what they were before. What the app added goes to the trash. What somebody else changed later stays, and is listed with the reason, and so is what was deleted for good.",
            "Without --client, takes back what was changed with this tool or the library's window: since a time, or without --since and --until the last change. An import is many changes: name the time at which you began it. The last change may be an undo: so a second undo brings back what the first one took away. Changes can be taken back for 90 days, or [history] days of the configuration. If some of an app's changes are not kept any more, values return to what they were at the earliest time that is kept, and the command says so.",
        ],
        options: [UndoOption.client, UndoOption.since, UndoOption.until, UndoOption.dryRun, .user, .noHeader],
        examples: [
            Example(
                "undo --client flatpak:org.example.Tagger --since 2h --dry-run", "What did this app do to my photos?"),
            Example("undo --client flatpak:org.example.Tagger --since 2h", "Take it back"),
            Example("undo", "Take back what I did last"),
            Example("undo --since 10m", "Take back what I did in the last ten minutes, such as an import"),
        ]
    ) { invocation in
        let now = TimeText.now
        let since = try invocation.pastDate(UndoOption.since, before: now)
        let until = try invocation.pastDate(UndoOption.until, before: now)
        let library = try await invocation.library()
        let administration = library.administration
        let client = try await invocation.client(UndoOption.client, administration)
        let result = try await administration.undoChanges(
            of: client, since: since, until: until, isDryRun: invocation.has(UndoOption.dryRun))
        if invocation.writesJSON {
            try invocation.write(json: result)
            return .success
        }
        if invocation.has(UndoOption.dryRun) { try await list(result, in: library, invocation) }
        if !result.skipped.isEmpty {
            try invocation.writeTable(
                [
                    .init(localized("LEFT AS IT IS"), isIdentifier: true), .init(localized("WHAT")),
                    .init(localized("WHY"), shrinks: true),
                ], result.skipped.map { [$0.id.description, $0.aspect, $0.reason] })
        }
        if let date = result.keptSince {
            invocation.error.writeIfPossible(
                localized(
                    "What it changed before {date} is not kept any more, so values return to what they were then, and not to what they were before.",
                    ["date": TimeText.exact(date)]) + "\n")
        }
        let count = result.undone
        invocation.note(
            invocation.has(UndoOption.dryRun)
                ? counted("{n} thing would be taken back.", "{n} things would be taken back.", count)
                : counted("{n} thing was taken back.", "{n} things were taken back.", count))
        return .success
    }
}

/// The maximum number of objects that a dry run lists.
private let mostListed = 100

/// Lists the first objects whose changes would be undone, sorted by name.
private func list(_ changes: UndoneChanges, in library: PhotoLibrary, _ invocation: Invocation) async throws {
    let ids = changes.ids.prefix(mostListed)
    guard !ids.isEmpty else { return }
    var names: [ObjectID: String] = [:]
    for node in try await library.collectionTree([.album]).nodes { names[node.id] = node.name }
    let assets = ids.filter { names[$0] == nil }.map { AssetID(uuid: $0.uuid) }
    let request = FetchRequest.assets(withIdentifiers: assets).includingHidden.includingTrashed.reading([.filename])
    for asset in try await library.all(request) { names[ObjectID(asset.id)] = asset.filename }
    let rows = ids.map { (id: $0.description, name: names[$0] ?? "") }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    try invocation.writeTable(
        [.init(localized("WOULD CHANGE"), isIdentifier: true), .init(localized("NAME"), shrinks: true)],
        rows.map { [$0.id, $0.name] })
    if changes.undone > rows.count {
        invocation.note(counted("and {n} more", "and {n} more", changes.undone - rows.count))
    }
}

extension UndoneChanges: JSONOptionEncodable {}
