import CFilmgateGLib

/// The person's preferred languages, which GLib reads from the environment.
public enum Languages {
    /// The names of locales such as `de_AT` and `de`, the preferred one first, without encodings and without `C`.
    ///
    /// Reads `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`.
    public static var ofThisProcess: [String] {
        guard let names = g_get_language_names() else { return [] }
        var languages: [String] = []
        var index = 0
        while let name = names[index] {
            let language = String(cString: name)
            if language != "C", language != "POSIX", !language.contains(".") { languages.append(language) }
            index += 1
        }
        return languages
    }
}
