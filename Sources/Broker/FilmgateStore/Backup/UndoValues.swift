import FilmgateModel
import FilmgateSQLite

/// The rules of the values in an entry of the undo log. An undo writes them back into the columns that the aspect
/// names. A trimmed entry has none.
enum UndoValues {
    static let rules: [(name: SQL, rule: ColumnRule)] = [
        ("value", .condition(value)),
        rule("longitude", TableRules.longitude, of: .location),
        rule("is_guessed", .flag, of: .creationDate),
        rule("creation_date", .date, of: .album, .folder),
        rule("respacings", .count, of: .album, .member),
        rule("predecessor", .row, of: .member),
        rule("burst_key", .bytes(64), of: .burst),
        // The JSON that `returnToBurst` reads.
        rule("burst_membership", .text(4_096), of: .burst),
    ]

    /// The condition that `value` is valid for its aspect.
    private static var value: SQL {
        let cases = UndoAspect.allCases.map { aspect in
            let allowed = ColumnRule.optional(rule(ofValue: aspect))
            return "WHEN \(aspect.rawValue) THEN \(allowed.holds(for: "value"))" as SQL
        }
        return "CASE aspect \(cases.joined(by: " ")) ELSE 0 END"
    }

    private static func rule(ofValue aspect: UndoAspect) -> ColumnRule {
        switch aspect {
        case .asset, .album, .folder, .burst: .id
        case .trashed, .creationDate: .date
        case .content, .title, .altText, .albumTitle, .folderTitle: .title
        case .joined, .favorite, .hidden: .flag
        case .caption: .text(Bounds.captionBytes)
        case .keywords: .keywords
        case .timeZone: TableRules.timeZone
        case .rating: .integer(0...5)
        case .location: TableRules.latitude
        case .albumFolder, .folderParent, .albumCover: .row
        case .folderOrder: .text(1 << 24)
        case .member: .integer(AlbumOrder.positions)
        }
    }

    /// The rule of a column that only entries of a few aspects use.
    private static func rule(
        _ name: SQL, _ rule: ColumnRule, of aspects: UndoAspect...
    ) -> (name: SQL, rule: ColumnRule) {
        let words = aspects.map { "\($0.rawValue)" as SQL }.joined(by: ", ")
        return (name, .condition("\(name) IS NULL OR aspect IN (\(words)) AND \(rule.holds(for: name))"))
    }
}
