/// A peer's text made fit to stand in an error: at most 64 characters, none of them a control character.
public func quotable(_ text: String) -> String {
    let visible = String(String.UnicodeScalarView(text.unicodeScalars.prefix(65).filter { !$0.properties.isHidden }))
    return visible.count > 64 ? visible.prefix(64) + "…" : visible
}

/// A peer's words made fit to be shown to a person: on one line, without control, formatting and bidirectional characters.
///
/// - Parameter limit: in code points; what is longer is cut, and ends in an ellipsis.
public func plain(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var isAfterSpace = true
    for scalar in text.unicodeScalars {
        let isSpace = scalar.properties.isWhitespace
        guard isSpace || !scalar.properties.isHidden, !(isSpace && isAfterSpace) else { continue }
        isAfterSpace = isSpace
        result.append(isSpace ? " " : scalar)
        if result.count > limit { break }
    }
    if result.last == " " { result.removeLast() }
    return result.count > limit ? String(String.UnicodeScalarView(result.prefix(limit - 1))) + "…" : String(result)
}

/// An identity made fit to be shown: what cannot be seen is replaced and not left out, so that none looks like another that goes
/// without.
public func visible(_ identity: String, limit: Int) -> String {
    let scalars = identity.unicodeScalars.prefix(limit).map { scalar in
        scalar.properties.isHidden || scalar != " " && scalar.properties.isWhitespace ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(scalars)) + (identity.unicodeScalars.count > limit ? "…" : "")
}

/// An identity in quotation marks, to stand in a sentence of somebody else's: what cannot be seen, and what could close the quotation,
/// is replaced. Of a long one the middle is left out, so that a path keeps the name of its file. The marks are ASCII: a terminal without
/// UTF-8 shows them too.
public func visiblyQuoted(_ identity: String) -> String {
    let scalars = visible(identity, limit: .max).unicodeScalars.map { scalar in
        (scalar.properties.isQuotationMark || quotationLookalikes.contains(scalar)) && scalar != "'"
            ? "\u{FFFD}" : scalar
    }
    let (head, tail) = (40, 120)
    guard scalars.count > head + tail + 3 else { return "\"\(text(scalars))\"" }
    return "\"\(text(scalars.prefix(head)))...\(text(scalars.suffix(tail)))\""
}

/// Doubled primes, dittos and ornaments.
private let quotationLookalikes: Set<Unicode.Scalar> = [
    "\u{02BA}", "\u{02EE}", "\u{2033}", "\u{2036}", "\u{275D}", "\u{275E}", "\u{3003}",
]

private func text(_ scalars: some Sequence<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }

extension Unicode.Scalar.Properties {
    /// Control, formatting (bidirectional marks among them), private and unassigned characters, and letters that fill a place
    /// unseen.
    fileprivate var isHidden: Bool {
        switch generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: true
        default: isDefaultIgnorableCodePoint
        }
    }
}
