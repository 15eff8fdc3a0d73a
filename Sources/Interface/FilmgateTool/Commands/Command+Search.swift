import Filmgate
import FilmgateText

extension Command {
    static let search = Command(
        "search", summary: "Find photos and videos by words",
        details: [
            "Finds photos that have every word in their title, caption, alt text, keywords, file name or place, newest first. The beginning of a word is enough. Upper and lower case and accents do not matter. 'assets list --where' takes other conditions.",
            TranslatableText(
                "With --json, all properties are written, or those that --columns names. Properties: {names}.",
                ["names": AssetColumn.allNames.joined(separator: ", ")]),
        ],
        operands: [CommandOperand("WORD", count: .atLeastOne, "A word to search for")],
        options: [.limit, AssetColumn.option, AssetChoice.hidden, AssetChoice.bursts, .noHeader, .ids],
        examples: [
            Example("search sea", "Photos with the word 'sea'."),
            Example("search lake 2024 --ids", "Only identifiers, for a different command."),
        ]
    ) { invocation in
        let words = invocation.operands.joined(separator: " ")
        guard words.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw invocation.usage(localized("There is no word to search for. A word has letters or digits."))
        }
        let chosen = try invocation.assetColumns()
        let limit = try invocation.limit()
        var request = FetchRequest<Asset>.assets.matching(words).newestFirst.limit(limit)
        if invocation.has(AssetChoice.hidden) { request = request.includingHidden }
        if invocation.has(AssetChoice.bursts) { request = request.includingBurstMembers }
        let columns = chosen ?? AssetColumn.usual(width: invocation.output.columns)
        if chosen != nil || !invocation.writesJSON {
            request = request.reading(columns)
        }
        let result = try await invocation.library().fetch(request)
        try await AssetLister(result).write(columns, as: invocation)
        if result.count == 0 { invocation.note(localized("Nothing was found.")) }
        return .success
    }
}
