/// The words of a search. An asset matches if, for each search word, it contains a word that begins with the search
/// word, ignoring case and accents.
public struct SearchWords: Hashable, Sendable {
    public let words: [String]

    /// Splits a string at white space, and drops words without letters and digits. Returns nil if no word is left.
    public init?(_ text: String) {
        words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
            .filter { $0.unicodeScalars.contains(where: \.isSearched) }
        guard !words.isEmpty else { return nil }
    }

    /// The words as text, separated by spaces.
    public var text: String { words.joined(separator: " ") }

    /// The properties that a search covers, except those that the client may not read.
    public static let properties: [AssetProperty] = [.title, .caption, .altText, .keywords, .filename, .place]
}

extension Unicode.Scalar {
    /// Whether the character is part of a word.
    fileprivate var isSearched: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        case .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
            .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format,
            .surrogate, .unassigned:
            false
        @unknown default: false
        }
    }
}
