internal import FilmgateModel
internal import FilmgateSQLite

/// The rules of the values in an entry of the undo log. They come back into the columns that the aspect names. A trimmed entry has none.
struct UndoValues {
    var first: ColumnRule
    var second = ColumnRule.nothing
    var third = ColumnRule.nothing

    init(of aspect: UndoAspect) {
        switch aspect {
        case .asset: first = .id
        case .album: (first, second, third) = (.id, .date, .count)
        case .folder: (first, second) = (.id, .date)
        case .trashed: first = .date
        case .creationDate: (first, second) = (.date, .flag)
        case .content, .title, .albumTitle, .folderTitle: first = .title
        case .joined, .favorite, .hidden: first = .flag
        case .caption: first = .text(Bounds.captionBytes)
        case .keywords: first = .keywords
        case .timeZone: first = TableRules.timeZone
        case .rating: first = .integer(0...5)
        case .location: (first, second) = (TableRules.latitude, TableRules.longitude)
        // The last is what `returnToBurst` reads, as JSON.
        case .burst: (first, second, third) = (.id, .bytes(64), .text(4_096))
        case .albumFolder, .folderParent, .albumCover: first = .row
        case .folderOrder: first = .text(1 << 24)
        case .member: (first, second, third) = (.integer(AlbumOrder.positions), .count, .row)
        }
    }
}

extension ColumnRule {
    /// The rule of a value for the aspect of its entry.
    static func ofAspect(_ value: KeyPath<UndoValues, ColumnRule>) -> ColumnRule {
        let column: SQL = value == \.first ? "first" : value == \.second ? "second" : "third"
        let cases = UndoAspect.allCases.map { aspect in
            let rule = ColumnRule.optional(UndoValues(of: aspect)[keyPath: value])
            return "WHEN \(aspect.rawValue) THEN \(rule.holds(for: column))" as SQL
        }
        return .condition("CASE aspect \(cases.joined(by: " ")) ELSE 0 END")
    }
}
