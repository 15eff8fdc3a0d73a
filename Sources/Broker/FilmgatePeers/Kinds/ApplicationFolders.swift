/// The folders with desktop files.
public enum ApplicationFolders {
    /// Returns all folders for a person. Earlier folders override later ones.
    ///
    /// - Parameter variable: returns the value of an environment variable.
    public static func all(_ variable: (String) -> String?) -> [String] {
        let shared = variable("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        let folders =
            [own(variable).map { "\($0)/applications" }, ownFlatpaks(variable)].compactMap(\.self)
            + shared.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/applications" }
            + ["/var/lib/flatpak/exports/share/applications"]
        var seen: Set<String> = []
        return folders.filter { seen.insert($0).inserted }
    }

    /// Returns the folder of the Flatpaks that the person has installed for themselves.
    public static func ownFlatpaks(_ variable: (String) -> String?) -> String? {
        let installation = path("FLATPAK_USER_DIR", variable) ?? own(variable).map { "\($0)/flatpak" }
        return installation.map { "\($0)/exports/share/applications" }
    }

    private static func own(_ variable: (String) -> String?) -> String? {
        path("XDG_DATA_HOME", variable) ?? path("HOME", variable).map { "\($0)/.local/share" }
    }

    /// Ignores relative paths, as the XDG specification requires.
    private static func path(_ name: String, _ variable: (String) -> String?) -> String? {
        guard let value = variable(name), value.hasPrefix("/") else { return nil }
        return value
    }
}
