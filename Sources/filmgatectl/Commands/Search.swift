internal import Filmgate
internal import FilmgateText

extension Command {
    private static let limit = Option("limit", letter: "n", value: .one("COUNT"), "Show at most so many; 0: all")

    static let search = Command(
        "search", summary: "Find photos and videos by words",
        details: [
            "Finds what has every word, in letters of any case, in its title, its caption or its file's name, or as one of its "
                + "keywords, the newest first. 'assets list --where' takes conditions of every kind."
        ],
        operands: [Operand("WORD", count: .atLeastOne, "What to look for")],
        options: [limit, AssetChoice.hidden, .noHeader, .ids],
        examples: [
            Example("search sea", "By the sea."),
            Example("search lake 2024 --ids", "Identifiers alone, for another command."),
        ]
    ) { invocation in
        let limit = try invocation.number(limit, 0...UInt32.max)
        var request = FetchRequest<Asset>.assets.newestFirst.limit(limit ?? 0)
        if invocation.has(AssetChoice.hidden) { request = request.includingHidden }
        for word in invocation.operands.flatMap({ $0.split(separator: " ").map(String.init) }) {
            request = request.where(
                "title contains ? or caption contains ? or filename contains ? or keywords contains ?", word, word,
                word, word)
        }
        let columns = AssetColumn.usual(width: invocation.output.columns)
        let shown = columns.reduce(into: Set<AssetProperty>()) { $0.formUnion($1.properties) }
        let result = try await invocation.library().fetch(invocation.writesJSON ? request : request.reading(shown))
        try await AssetListing(result).write(columns, as: invocation)
        if result.count == 0 { invocation.note("Nothing was found.") }
        return .success
    }
}
