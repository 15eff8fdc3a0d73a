internal import Filmgate

private enum ListOption {
    static let limit = Option("limit", letter: "n", value: .one("COUNT"), "Show at most so many")
    static let sort = Option(
        "sort", value: .one("PROPERTY"),
        "Sort by this property, with '-' before it downwards; several with commas (otherwise -creation-date)")
    static let trashed = Option("include-trashed", "Also those in the trash")
    static let bursts = Option("include-burst-members", "Also those of a burst that nobody picked")
    static let columns = Option(
        "columns", value: .one("LIST"),
        "What to show: the contract's names of properties with commas, and 'pixels' for width and height")
    static let count = Option("count", "Write only how many there are")
}

extension Command {
    static let listAssets = Command(
        "assets", "list", summary: "List photos and videos, the newest first",
        details: [
            "A condition compares properties with values: = != < <= > >=, in (…), between … and …, contains, like (with % "
                + "and _), is null, joined by and, or, not and parentheses; texts stand in 'quotation marks', dates are "
                + "date '2024-05-01'. docs/predicates.md has it all.",
            "With --json every property is written, or those that --columns names. Properties: "
                + AssetColumn.allNames.joined(separator: ", ") + ".",
        ],
        options: AssetChoice.options + [
            ListOption.sort, ListOption.limit, ListOption.columns, ListOption.trashed, ListOption.bursts,
            ListOption.count,
        ],
        examples: [
            Example("assets list --limit 10", "The ten newest."),
            Example("assets list --where 'rating >= 4 and favorite'", "What a condition holds for."),
            Example("assets list --album Travel/Summer", "What is in an album, in its order."),
            Example("assets list --sort -file-size -n 5 --columns file-size,filename", "What takes most space?"),
        ]
    ) { invocation in
        try invocation.exclude(ListOption.count, ListOption.columns)
        let columns = try invocation.value(ListOption.columns, expected: "names of properties", readColumns)
        let limit = try invocation.number(ListOption.limit)
        let sort = try invocation.value(ListOption.sort, expected: "names of properties", readSort)
        let library = try await invocation.library()
        var request = try await invocation.request(in: library).limit(limit ?? 0)
        if let sort { request = request.sorted(by: sort) }
        if invocation.has(ListOption.trashed) { request = request.includingTrashed }
        if invocation.has(ListOption.bursts) { request = request.includingBurstMembers }
        let shown = columns ?? AssetColumn.usual(width: invocation.output.columns)
        if columns != nil || !invocation.writesJSON {
            request = request.reading(shown.reduce(into: []) { $0.formUnion($1.properties) })
        }
        let wanted = request
        let result = try await invocation.explaining(invocation.text(AssetChoice.condition)) {
            try await library.fetch(wanted)
        }
        if invocation.has(ListOption.count) {
            try invocation.output.writeLine(String(result.count))
        } else {
            try await AssetListing(result).write(shown, as: invocation)
        }
        if result.count == 0, !invocation.writesJSON {
            let isAll = invocation.text(AssetChoice.condition) == nil && invocation.text(AssetChoice.album) == nil
            let advice = try await invocation.hiddenAdvice(wanted, in: library)
            invocation.note(
                advice
                    ?? (isAll
                        ? "The library is empty: 'filmgatectl import PATH' brings photos in." : "Nothing was found."))
        }
        return .success
    }

    private static func readColumns(_ text: String) -> [AssetColumn]? {
        let columns = text.split(separator: ",").map { AssetColumn(String($0)) }
        return columns.isEmpty || columns.contains(nil) ? nil : columns.compactMap { $0 }
    }

    private static func readSort(_ text: String) -> [FetchRequest<Asset>.SortDescriptor]? {
        let words = text.split(separator: ",")
        let sort = words.compactMap { word -> FetchRequest<Asset>.SortDescriptor? in
            let isDescending = word.hasPrefix("-")
            return AssetProperty(rawValue: String(isDescending ? word.dropFirst() : word))
                .map { FetchRequest<Asset>.SortDescriptor($0, ascending: !isDescending) }
        }
        return sort.isEmpty || sort.count < words.count ? nil : sort
    }
}
