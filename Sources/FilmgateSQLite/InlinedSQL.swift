extension SQL {
    /// The same with its values in the text, for what SQLite keeps as text or compares with that: an index and those who ask for
    /// what it holds. Never for values that somebody else chose.
    ///
    /// - Precondition: no `?` stands in it but for its values.
    public var inlined: SQL {
        let parts = text.split(separator: "?", omittingEmptySubsequences: false)
        precondition(parts.count == values.count + 1, "a question mark that is no value: \(text)")
        var text = String(parts[0])
        for (value, part) in zip(values, parts.dropFirst()) { text += value.literal + part }
        return SQL(text)
    }
}

extension SQLValue {
    fileprivate var literal: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): "'\(text.replacing("'", with: "''"))'"
        case .blob(let bytes): "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
        }
    }
}
