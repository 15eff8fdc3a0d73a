internal import Filmgate
internal import FilmgateCommandLine
internal import FilmgateText

extension Command {
    private static let limit = Option("limit", letter: "n", value: .one("COUNT"), "The most to show; 0: all")

    static let search = Command(
        "search", summary: TranslatableText("Find photos and videos by words"),
        details: [
            TranslatableText(
                "Finds photos that have every word in their title, caption, file name or keywords, in upper or lower case, newest first. 'assets list --where' takes other conditions."
            )
        ],
        operands: [Operand("WORD", count: .atLeastOne, "A word to search for")],
        options: [limit, AssetChoice.hidden, .noHeader, .ids],
        examples: [
            Example("search sea", "Photos with the word 'sea'."),
            Example("search lake 2024 --ids", "Only identifiers, for a different command."),
        ]
    ) { invocation in
        let words = invocation.operands.flatMap { $0.split(separator: " ").map(String.init) }
        guard !words.isEmpty else {
            throw Failure.usage(localized("The words to search for are empty."), of: invocation.command)
        }
        let limit = try invocation.number(limit, 0...UInt32.max)
        var request = FetchRequest<Asset>.assets.newestFirst.limit(limit ?? 0)
        if invocation.has(AssetChoice.hidden) { request = request.includingHidden }
        for word in words {
            request = request.where(
                "title contains ? or caption contains ? or filename contains ? or keywords contains ?", word, word,
                word, word)
        }
        let columns = AssetColumn.usual(width: invocation.output.columns)
        let shown = columns.reduce(into: Set<AssetProperty>()) { $0.formUnion($1.properties) }
        let result = try await invocation.library().fetch(invocation.writesJSON ? request : request.reading(shown))
        try await AssetListing(result).write(columns, as: invocation)
        if result.count == 0 { invocation.note(localized("Nothing was found.")) }
        return .success
    }
}
