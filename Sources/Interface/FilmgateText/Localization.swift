import CFilmgateTerminal
import Glibc

/// Translates text into the person's language with gettext.
public enum Localized {
    /// Uses the language of the environment. Call this once, before other threads run and before any text is shown.
    public static func begin() {
        fg_use_utf8_locale()
        unsafe setlocale(LC_MESSAGES, "")
        unsafe setlocale(LC_TIME, "")
    }

    /// Replaces the placeholders in a string with values. Braces inside a value are not replaced.
    public static func filled(_ text: String, _ values: [String: String]) -> String {
        guard !values.isEmpty else { return text }
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

    /// The gettext domain. Its folder is set when the first text is translated, because many programs translate none.
    public static let domain: String = {
        let domain = "filmgate"
        if let folder { unsafe bindtextdomain(domain, folder) }
        unsafe bind_textdomain_codeset(domain, "UTF-8")
        return domain
    }()

    /// The folder of the translations: `FILMGATE_LOCALES`, or `share/locale` in this program's installation prefix. Nil
    /// stands for the system's folder.
    private static var folder: String? {
        if let folder = unsafe fg_trusted_variable("FILMGATE_LOCALES"), unsafe folder[0] != 0 {
            return unsafe String(cString: folder)
        }
        // The program's path is PREFIX/libexec/filmgate/PROGRAM.
        let programs = ThisProgram.folder
        return programs.isEmpty ? nil : programs + "/../../share/locale"
    }
}

/// Returns the translation of a string, with values for the placeholders, which are names in braces.
///
///     localized("{app} asks to add photos.", ["app": name])
public func localized(_ text: String, _ values: [String: String] = [:]) -> String {
    // For an empty string, gettext returns the header of the translations.
    guard !text.isEmpty else { return text }
    // Without a translation, gettext returns the given pointer, so the result is copied inside the closure.
    let found = unsafe text.withCString { text in
        unsafe dgettext(Localized.domain, text).map { unsafe String(cString: $0) }
    }
    return Localized.filled(found ?? text, values)
}

/// Returns the translation of a string that depends on a number. `{n}` is the placeholder for the number.
public func counted(_ one: String, _ many: String, _ number: Int, _ values: [String: String] = [:]) -> String {
    var values = values
    values["n"] = Text.number(number)
    let found = unsafe one.withCString { one in
        unsafe many.withCString { many in
            unsafe dngettext(Localized.domain, one, many, UInt(clamping: number)).map { unsafe String(cString: $0) }
        }
    }
    return Localized.filled(found ?? many, values)
}
