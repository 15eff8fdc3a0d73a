import Filmgate
import FilmgateText

extension Command {
    private static let by = Option(
        "by", value: .one("PROPERTY"), completion: .words(CountedProperty.allCases.map(\.rawValue)),
        "What to count by: year, month, day, media-type, subtype, rating, favorite, keyword, camera or place (default: year)"
    )

    static let countAssets = Command(
        "assets", "count", summary: "Count photos and videos by year, keyword, camera and so on",
        details: [
            "Dates are listed with the newest first, in the time zone in which a photo was taken. Other values are listed with the most frequent first, at most 10,000. A photo with several keywords counts for each."
        ],
        options: AssetChoice.options + [by, AssetChoice.words, .noHeader],
        examples: [
            Example("assets count --by month", "How many photos are from each month?"),
            Example("assets count --by keyword --where 'rating >= 4'", "The keywords of the best photos."),
        ]
    ) { invocation in
        let name = invocation.text(by) ?? CountedProperty.year.rawValue
        guard let property = CountedProperty(rawValue: name) else {
            let message = localized(
                "'--{option}': assets cannot be counted by '{word}'.",
                ["option": by.name, "word": Text.printable(name)])
            throw invocation.usage(
                PhraseJoiner.sentences(
                    [message] + SpellChecker.question(name, among: CountedProperty.allCases.map(\.rawValue))))
        }
        let condition = try invocation.condition()
        let library = try await invocation.library()
        let request = try await invocation.request(in: library)
        let counts = try await invocation.explaining(condition) { try await library.count(request, by: property) }
        return try invocation.write(
            counts.map { CountRecord(value: $0.value, count: $0.count) },
            [.init(name.uppercased(), shrinks: true), .init(localized("COUNT"), numeric: true)],
            ifNone: localized("Nothing was found.")
        ) { [$0.value, Text.number(Int($0.count))] }
    }
}

/// A line of `assets count --json`.
private struct CountRecord: Encodable {
    let value: String
    let count: UInt32
}
