extension SQL {
    /// The same statement, with literal values in place of the placeholders. Never use it with values that come from a
    /// client. The conditions of partial indexes need literals, and so do the queries that use such an index.
    ///
    /// - Precondition: every `?` in the text is a placeholder for a value.
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
