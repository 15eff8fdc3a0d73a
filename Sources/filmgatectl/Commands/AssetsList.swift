internal import Filmgate

private enum ListOption {
    static let limit = Option("limit", letter: "n", value: .one("COUNT"), "Show at most so many")
    static let sort = Option(
        "sort", value: .one("PROPERTY"),
        "Sort by this property, with '-' before it downwards; several with commas (otherwise -creation-date)")
    static let hidden = Option("include-hidden", "Also those that are hidden from view")
    static let trashed = Option("include-trashed", "Also those in the trash")
    static let columns = Option(
        "columns", value: .one("LIST"),
        "What to show: the contract's names of properties with commas, and 'pixels' for width and height")
    static let count = Option("count", "Write only how many there are")
}

extension Command {
    static let listAssets = Command(
        "assets", "list", summary: "List photos and videos, the newest first",
        details: [
            "With --json every property is written, or those that --columns names. Properties: "
                + AssetColumn.allNames.joined(separator: ", ") + "."
        ],
        options: [
            ListOption.limit, ListOption.sort, ListOption.columns, ListOption.hidden, ListOption.trashed,
            ListOption.count,
        ],
        examples: [
            Example("assets list --limit 10", "The ten newest."),
            Example("assets list --sort -file-size -n 5 --columns file-size,filename", "What takes most space?"),
        ]
    ) { invocation in
        try invocation.exclude(ListOption.count, ListOption.columns)
        let columns = try invocation.value(ListOption.columns, expected: "names of properties", readColumns)
        var request = FetchRequest.assets.limit(try invocation.number(ListOption.limit) ?? 0)
        if let sort = try invocation.value(ListOption.sort, expected: "names of properties", readSort) {
            request = request.sorted(by: sort)
        }
        if invocation.has(ListOption.hidden) { request = request.includingHidden }
        if invocation.has(ListOption.trashed) { request = request.includingTrashed }
        let shown = columns ?? AssetColumn.usual
        if columns != nil || !invocation.writesJSON {
            request = request.reading(shown.reduce(into: []) { $0.formUnion($1.properties) })
        }
        let result = try await invocation.library().fetch(request)
        if invocation.has(ListOption.count) {
            try invocation.output.writeLine(String(result.count))
        } else if invocation.writesJSON {
            try await writeJSON(of: result, to: invocation.output)
        } else {
            try await writeTable(of: result, shown, to: invocation.output)
        }
        return .success
    }

    /// As many as are laid out and written at once.
    private static let page = 500

    private static func writeTable(
        of result: FetchResult, _ columns: [AssetColumn], to stream: StandardStream
    ) async throws {
        var table = Table(columns.map(\.column), width: stream.columns)
        try await inPages(result) { assets in
            try stream.write(table.lines(assets.map { asset in columns.map { $0.text(of: asset) } }))
        }
    }

    private static func writeJSON(of result: FetchResult, to stream: StandardStream) async throws {
        var writer = JSONArrayWriter(to: stream)
        try await inPages(result) { try writer.write($0.map { AssetRecord(asset: $0) }) }
        try writer.finish()
    }

    /// At least one page, which is empty where nothing was found.
    private static func inPages(_ result: FetchResult, _ body: ([Asset]) throws -> Void) async throws {
        var page: [Asset] = []
        var isFirst = true
        for try await asset in result {
            page.append(asset)
            guard page.count == Command.page else { continue }
            try body(page)
            page.removeAll(keepingCapacity: true)
            isFirst = false
        }
        if isFirst || !page.isEmpty { try body(page) }
    }

    private static func readColumns(_ text: String) -> [AssetColumn]? {
        let columns = text.split(separator: ",").map { AssetColumn(String($0)) }
        return columns.isEmpty || columns.contains(nil) ? nil : columns.compactMap { $0 }
    }

    private static func readSort(_ text: String) -> [FetchRequest.SortDescriptor]? {
        let words = text.split(separator: ",")
        let sort = words.compactMap { word -> FetchRequest.SortDescriptor? in
            let isDescending = word.hasPrefix("-")
            return AssetProperty(rawValue: String(isDescending ? word.dropFirst() : word))
                .map { FetchRequest.SortDescriptor($0, ascending: !isDescending) }
        }
        return sort.isEmpty || sort.count < words.count ? nil : sort
    }
}
