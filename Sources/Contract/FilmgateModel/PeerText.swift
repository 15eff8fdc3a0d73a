/// Returns the beginning of a peer's text for an error message: at most 64 code points, without invisible ones.
/// Text that is cut ends in an ellipsis.
public func quotable(_ text: String) -> String {
    let visible = text.unicodeScalars.lazy.filter { !$0.properties.isHidden }.prefix(65)
    return String(String.UnicodeScalarView(visible.prefix(64))) + (visible.count > 64 ? "…" : "")
}

/// Returns a peer's text for display: on one line, without invisible characters.
///
/// - Parameter limit: the maximum length in code points. Longer text is cut, and ends in an ellipsis.
public func singleLine(_ text: String, limit: Int) -> String {
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

/// Returns a client's identity for display. Replaces invisible characters rather than removing them, so that the
/// identity never looks like another identity.
public func visibleIdentity(_ identity: String, limit: Int) -> String {
    let scalars = identity.unicodeScalars.prefix(limit).map { scalar in
        scalar.properties.isHidden || scalar != " " && scalar.properties.isWhitespace ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(scalars)) + (identity.unicodeScalars.count > limit ? "…" : "")
}

/// Returns a client's identity in quotation marks, for a sentence. Replaces invisible characters, and characters that
/// look like a quotation mark. Omits the middle of a long identity, so that a path keeps its file name. The quotation
/// marks are ASCII, which every terminal can show.
public func quotedIdentity(_ identity: String) -> String {
    let scalars = visibleIdentity(identity, limit: .max).unicodeScalars.map { scalar in
        (scalar.properties.isQuotationMark || quotationLookalikes.contains(scalar)) && scalar != "'"
            ? "\u{FFFD}" : scalar
    }
    let (head, tail) = (40, 120)
    guard scalars.count > head + tail + 3 else { return "\"\(text(scalars))\"" }
    return "\"\(text(scalars.prefix(head)))...\(text(scalars.suffix(tail)))\""
}

/// Other characters that look like quotation marks: double primes, ditto marks and ornaments.
private let quotationLookalikes: Set<Unicode.Scalar> = [
    "\u{02BA}", "\u{02EE}", "\u{2033}", "\u{2036}", "\u{275D}", "\u{275E}", "\u{3003}",
]

private func text(_ scalars: some Sequence<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }

extension Unicode.Scalar {
    /// Whether the character moves the cursor, sets colors, hides text, breaks a line or changes the direction of text.
    /// Joiners and variation selectors do not count, because scripts and emoji need them.
    package var isUnprintable: Bool {
        if value >= 0x20 && value < 0x7F { return false }
        if self == "\u{200C}" || self == "\u{200D}" { return false }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: true
        case .otherLetter: properties.isDefaultIgnorableCodePoint
        default: false
        }
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the character is invisible: control, formatting (including bidirectional marks), private-use, unassigned
    /// and default-ignorable characters.
    package var isHidden: Bool {
        switch generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: true
        default: isDefaultIgnorableCodePoint
        }
    }
}
