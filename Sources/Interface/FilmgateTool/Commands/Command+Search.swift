import Filmgate
import FilmgateLibraryTools
import FilmgateText

extension Command {
    static let search = Command(
        "search", summary: "Find photos and videos by words",
        details: [
            "Finds photos that have every word in their title, caption, alt text, keywords, file name or place, newest first. The beginning of a word is enough. Upper and lower case and accents do not matter. 'assets list --where' takes other conditions.",
            "Words can also be dates (2019, May 2019, 2019-05-03), kinds (videos, favorites, live photos, screenshots) and the names of cameras and lenses. Photos that have such a word in a text are found, too.",
            TranslatableText(
                "With --json, all properties are written, or those that --columns names. Properties: {names}.",
                ["names": AssetColumn.allNames.joined(separator: ", ")]),
        ],
        operands: [CommandOperand("WORD", count: .atLeastOne, "A word to search for")],
        options: [.limit, AssetColumn.option, AssetChoice.hidden, AssetChoice.bursts, .noHeader, .ids],
        examples: [
            Example("search sea", "Photos with the word 'sea'."),
            Example("search 2019 paris", "Photos from Paris in 2019."),
            Example("search lake videos --ids", "Only identifiers, for a different command."),
        ]
    ) { invocation in
        let words = invocation.operands.joined(separator: " ")
        guard words.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw invocation.usage(localized("There is no word to search for. A word has letters or digits."))
        }
        let chosen = try invocation.assetColumns()
        let limit = try invocation.limit()
        var all = FetchRequest<Asset>.assets.newestFirst
        if invocation.has(AssetChoice.hidden) { all = all.includingHidden }
        if invocation.has(AssetChoice.bursts) { all = all.includingBurstMembers }
        let columns = chosen ?? AssetColumn.usual(width: invocation.output.columns)
        let isWhole = chosen == nil && invocation.writesJSON
        let read: (FetchRequest<Asset>) -> FetchRequest<Asset> = { isWhole ? $0 : $0.reading(columns) }
        let library = try await invocation.library()
        let search = try await PhotoSearchQuery(for: words, library.searchVocabulary(of: all))
        let count: Int
        if search.readings.count == 1 {
            let result = try await library.fetch(read(all.matching(words).limit(limit)))
            count = result.count
            try await AssetLister(result).write(columns, as: invocation)
        } else {
            let found = try await library.assets(that: search, findsIn: all)
            let ids = limit == 0 ? found : Array(found.prefix(Int(limit)))
            count = ids.count
            try await AssetLister(IdentifiedAssets(ids: ids, library: library, read: read)).write(
                columns, as: invocation)
        }
        if count == 0 { invocation.note(localized("Nothing was found.")) }
        return .success
    }
}
