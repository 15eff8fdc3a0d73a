import FilmgateModel
import FilmgateSQLite

/// A rule that decides which values of a column are valid.
indirect enum ColumnRule: Sendable {
    case integer(ClosedRange<Int64>)
    case real(ClosedRange<Double>)
    /// A string without NUL characters, with at most this many bytes.
    case text(Int)
    /// A blob of exactly this many bytes.
    case blob(Int)
    /// A blob of at most this many bytes.
    case bytes(Int)
    case word([String])
    /// A JSON array of keywords.
    case keywords
    /// NULL, or a value that follows the rule.
    case optional(ColumnRule)
    /// An SQL condition, which can use all columns of the row.
    case condition(SQL)

    /// The highest valid count or row number. A row number near SQLite's own limit would prevent inserts.
    static let most: Int64 = 1 << 48
    static let count = integer(0...most)
    static let row = integer(1...most)
    static let flag = integer(0...1)
    /// The dates that clients can set, and one more day at both ends, for files' dates in any time zone.
    static let date = integer(
        ContractLimits.dates.lowerBound.rawValue - 86_400_000_000...ContractLimits.dates.upperBound.rawValue
            + 86_400_000_000)
    static let id = blob(16)
    static let hash = blob(32)
    static let title = text(ContractLimits.titleBytes)
    /// A bus identifier, followed by a connection's name on that bus.
    static let connection = text(512)
    /// A list of at most `GrantTerm.mostConnections` connections of a client.
    static let connections = text(GrantTerm.mostConnections * 513)

    static func word<Word: CaseIterable & RawRepresentable<String>>(of type: Word.Type) -> ColumnRule {
        .word(Word.allCases.map(\.rawValue))
    }

    /// Returns the SQL condition that a column follows the rule. The condition is true or false, never NULL.
    func holds(for column: SQL) -> SQL {
        switch self {
        case .integer(let range):
            "(typeof(\(column)) = 'integer' AND \(column) BETWEEN \(range.lowerBound) AND \(range.upperBound))"
        case .real(let range):
            "(typeof(\(column)) IN ('real', 'integer') AND \(column) BETWEEN \(range.lowerBound) AND \(range.upperBound))"
        case .text(let most):
            """
            (typeof(\(column)) = 'text' AND length(CAST(\(column) AS BLOB)) <= \(most)
                AND instr(CAST(\(column) AS BLOB), x'00') = 0)
            """
        case .blob(let count): "(typeof(\(column)) = 'blob' AND length(\(column)) = \(count))"
        case .bytes(let most): "(typeof(\(column)) = 'blob' AND length(\(column)) <= \(most))"
        case .word(let words):
            "(typeof(\(column)) = 'text' AND \(column) IN (\(words.map { "\($0)" as SQL }.joined(by: ", "))))"
        case .keywords:
            """
            (\(ColumnRule.text(1 << 20).holds(for: column)) AND CASE WHEN json_valid(\(column)) THEN
                json_type(\(column)) = 'array' AND json_array_length(\(column)) <= \(ContractLimits.keywords)
                AND NOT EXISTS (SELECT 1 FROM json_each(\(column)) AS k WHERE k.type <> 'text' OR k.value = ''
                    OR length(CAST(k.value AS BLOB)) > \(ContractLimits.keywordBytes)
                    OR instr(CAST(k.value AS BLOB), x'00') > 0)
                ELSE 0 END)
            """
        case .optional(let rule): "(\(column) IS NULL OR \(rule.holds(for: column)))"
        case .condition(let condition): "ifnull(\(condition), 0)"
        }
    }
}

/// The rules for the values in the undo log. An undo writes the values back to the columns that the entry's aspect,
/// such as `title`, determines. A trimmed entry has no values, because they were deleted.
enum UndoValues {
    static let rules: [(name: SQL, rule: ColumnRule)] = [
        ("value", .condition(value)),
        rule("longitude", TableRules.longitude, of: .location),
        rule("is_guessed", .flag, of: .creationDate),
        rule("creation_date", .date, of: .album, .folder),
        rule("respacings", .count, of: .album, .member),
        rule("predecessor", .row, of: .member),
        rule("burst_key", .bytes(64), of: .burst),
        // A JSON object that `returnToBurst` reads.
        rule("burst_membership", .text(4_096), of: .burst),
    ]

    /// The SQL condition that the column `value` is valid for the entry's aspect.
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
        case .caption: .text(ContractLimits.captionBytes)
        case .keywords: .keywords
        case .timeZone: TableRules.timeZone
        case .rating: .integer(0...5)
        case .location: TableRules.latitude
        case .albumFolder, .folderParent, .albumCover: .row
        case .folderOrder: .text(1 << 24)
        case .albumRule: .text(ContractLimits.predicateBytes)
        case .member: .integer(AlbumPositionEditor.positions)
        }
    }

    /// Returns the rule for a column that only entries with certain aspects use.
    private static func rule(
        _ name: SQL, _ rule: ColumnRule, of aspects: UndoAspect...
    ) -> (name: SQL, rule: ColumnRule) {
        let words = aspects.map { "\($0.rawValue)" as SQL }.joined(by: ", ")
        return (name, .condition("\(name) IS NULL OR aspect IN (\(words)) AND \(rule.holds(for: name))"))
    }
}
