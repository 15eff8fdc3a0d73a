import FilmgateModel

// The rules that determine by type which operands can be compared.

extension QueryType {
    /// Whether values of the type have an order.
    var isOrdered: Bool {
        switch self {
        case .text, .number, .date: true
        // True, because the check of `isComparable` gives a better error for these types.
        case .texts, .words, .place, .unasked: true
        case .word, .boolean, .identifier, .contentHash: false
        }
    }

    var isComparable: Bool {
        switch self {
        case .texts, .words, .place, .unasked: false
        case .text, .word, .boolean, .number, .date, .identifier, .contentHash: true
        }
    }

    /// Returns whether operands of this type can be compared with operands of the other type.
    func fits(_ other: QueryType) -> Bool {
        switch (self, other) {
        case (.text, .word), (.word, .text), (.word, .word): true
        default: self == other
        }
    }

    var noun: String {
        switch self {
        case .text: "a text"
        case .word: "one of several words"
        case .texts, .words: "a list"
        case .boolean: "true or false"
        case .number: "a number"
        case .date: "a date"
        case .place: "a place"
        case .identifier: "an identifier"
        case .contentHash: "a content hash"
        case .unasked: "readable, but not searchable"
        }
    }

    func described(as property: some QueryProperty) -> String { "'\(property.rawValue)' is \(noun)" }

    /// Advice for a predicate's author: the valid uses of a property of this type.
    var advice: String {
        switch self {
        case .text: "compare it with a text in single quotes"
        case .word(let words): "compare it with one of \(words.map { "'\($0)'" }.joined(separator: ", "))"
        case .texts, .words: "use 'contains' or 'is null'"
        case .boolean: "compare it with true or false, or write it alone"
        case .number: "compare it with a number"
        case .date: "compare it with a date, such as date '2024-05-01T12:00:00Z'"
        case .place: "use 'near' or 'is null', or its '.latitude' and '.longitude'"
        case .identifier: "compare it with an identifier in single quotes"
        case .contentHash: "compare it with 'sha256:' and 64 hexadecimal digits, in single quotes"
        case .unasked: "leave it out"
        }
    }
}
