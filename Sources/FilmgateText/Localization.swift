internal import CFilmgateTerminal
internal import Glibc

/// Texts in the person's language, by gettext.
public enum Localized {
    private static let domain = "filmgate"

    /// Uses the language of the environment. Call it once, before anything is shown.
    ///
    /// - Parameter folder: with the translations; nil: the system's.
    public static func begin(folder: String? = nil) {
        unsafe setlocale(LC_ALL, "")
        if let folder { unsafe bindtextdomain(domain, folder) }
        unsafe bind_textdomain_codeset(domain, "UTF-8")
        unsafe textdomain(domain)
    }
}

/// Returns the translation of a text, with values in the places that their names in braces mark.
///
///     localized("{app} asks to add photos.", ["app": name])
public func localized(_ text: String, _ values: [String: String] = [:]) -> String {
    // gettext answers an empty text with the header of the translations.
    guard !text.isEmpty else { return text }
    // If there is no translation, gettext returns the pointer that it was given.
    let found = unsafe text.withCString { text in unsafe gettext(text).map { unsafe String(cString: $0) } }
    return filled(found ?? text, values)
}

/// Returns the translation of a text that depends on a number, which `{n}` marks.
public func counted(_ one: String, _ many: String, _ number: Int, _ values: [String: String] = [:]) -> String {
    var values = values
    values["n"] = Text.number(number)
    let found = unsafe one.withCString { one in
        unsafe many.withCString { many in
            unsafe ngettext(one, many, UInt(clamping: number)).map { unsafe String(cString: $0) }
        }
    }
    return filled(found ?? many, values)
}

/// Fills each place once, so that a value with braces is not filled again.
private func filled(_ text: String, _ values: [String: String]) -> String {
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        filled += rest[..<open]
        let name = String(rest[rest.index(after: open)..<close])
        filled += values[name] ?? String(rest[open...close])
        rest = rest[rest.index(after: close)...]
    }
    return filled + rest
}
