import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum ListOption {
    static let sort = Option(
        "sort", value: .one("PROPERTY"),
        completion: .list(AssetProperty.allCases.flatMap { [$0.rawValue, "-\($0.rawValue)"] }),
        "Sort by this property, descending with '-' before it; several with commas (default: -creation-date)")
    static let trashed = Option("include-trashed", "Include those in the trash")
    static let count = Option("count", "Write only the number of assets")
    static let pictures = Option(
        "pictures", "Show a small picture of each asset, in a terminal. With NO_COLOR, only terminals with images can")
}

extension Command {
    static let listAssets = Command(
        "assets", "list", summary: "List photos and videos, newest first",
        details: [
            "A condition compares properties with values: = != < <= > >=, in (…), between … and …, contains, like (with % and _), is null. Combine comparisons with and, or, not and parentheses. Write texts as 'text' and dates as date '2024-05-01'. docs/predicates.md describes the language.",
            "The creation date is shown by the clock where the photo was taken, or by that of the library if its time zone is not known. Other dates are in local time. Dates in a condition are in UTC.",
            TranslatableText(
                "With --json, all properties are written, or those that --columns names. Properties: {names}.",
                ["names": AssetColumn.allNames.joined(separator: ", ")]),
            "With --pictures, each asset takes several lines: its picture, and a line for each property. Kitty, iTerm2 and terminals with sixels show the picture itself, over ssh too; others show it in colored blocks. A word replaces a picture that cannot be made.",
        ],
        options: AssetChoice.options + [
            AssetChoice.words, ListOption.sort, .limit, AssetColumn.option, ListOption.trashed,
            ListOption.count, ListOption.pictures, .noHeader, .ids,
        ],
        examples: [
            Example("assets list --limit 10", "The ten newest photos."),
            Example("assets list --where 'rating >= 4 and favorite'", "The photos that match a condition."),
            Example("assets list --album Travel/Summer", "The photos of an album, in its order."),
            Example("assets list --limit 20 --pictures", "The twenty newest photos, with pictures."),
            Example("assets list --sort -file-size -n 5 --columns file-size,filename", "Which files are the largest?"),
        ]
    ) { invocation in
        try invocation.exclude(ListOption.count, AssetColumn.option)
        try invocation.exclude(ListOption.count, .ids, .json)
        for option in [ListOption.count, .ids, .json, .noHeader] { try invocation.exclude(ListOption.pictures, option) }
        let pictures = invocation.has(ListOption.pictures) ? try PictureListLayout(invocation.surroundings) : nil
        let columns = try invocation.assetColumns()
        let limit = try invocation.limit()
        let sort = try Command.sort(invocation)
        let condition = try invocation.condition()
        let library = try await invocation.library()
        var request = try await invocation.request(in: library).limit(limit)
        if let sort { request = request.sorted(by: sort) }
        if invocation.has(ListOption.trashed) { request = request.includingTrashed }
        let usual = pictures == nil ? AssetColumn.usual(width: invocation.output.columns) : AssetColumn.besidePictures
        let shown = columns ?? usual
        if columns != nil || !invocation.writesJSON {
            request = request.reading(shown)
        }
        let wanted = request
        let result = try await invocation.explaining(condition) { try await library.fetch(wanted) }
        if invocation.has(ListOption.count) {
            try invocation.output.writeLine(String(result.count))
        } else if let pictures {
            try await PictureLister(result, library, invocation).write(shown, pictures)
        } else {
            try await AssetLister(result).write(shown, as: invocation)
        }
        if result.count == 0, !invocation.writesJSON {
            let isAll =
                condition == nil && invocation.text(AssetChoice.album) == nil
                && invocation.text(AssetChoice.words) == nil
            let advice = try await invocation.hiddenAdvice(wanted, in: library)
            invocation.note(
                advice
                    ?? (isAll
                        ? localized("The library is empty. 'filmgatectl import PATH' adds photos.")
                        : localized("Nothing was found.")))
        }
        return pictures != nil && invocation.interruption.isRequested ? .interrupted : .success
    }

    private static func sort(_ invocation: Invocation) throws(CommandFailure) -> [QueryOrder<AssetProperty>]? {
        try invocation.propertyWords(ListOption.sort)?.map { word throws(CommandFailure) in
            let isDescending = word.hasPrefix("-")
            let name = isDescending ? String(word.dropFirst()) : word
            guard let property = AssetProperty(rawValue: name) else {
                throw invocation.unknownProperty(
                    name, among: AssetProperty.allCases.map(\.rawValue), ListOption.sort)
            }
            return QueryOrder(by: property, ascending: !isDescending)
        }
    }
}
