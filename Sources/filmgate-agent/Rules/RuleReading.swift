internal import CFilmgateGLib
internal import FilmgatePolicy
internal import Glibc

extension Rules {
    /// Adds what `--answer` was given: a file, or a rule in words as `flatpak:org.example.App read-write=limit select=newest:10`.
    ///
    /// - Throws: where the file cannot be read or something in it is not as it must be; the section and the key are named.
    mutating func add(_ argument: String) throws(Complaint) {
        if let words = Rules.words(of: argument) { try add(words: words, argument) } else { try add(file: argument) }
    }

    /// A rule in words has a pattern and one value at least; no file is named so by anybody who wants it to be found.
    private static func words(of argument: String) -> [String]? {
        let words = argument.split(separator: " ").map(String.init)
        return words.count > 1 && words.dropFirst().allSatisfy { $0.contains("=") } ? words : nil
    }

    private mutating func add(words: [String], _ argument: String) throws(Complaint) {
        var section = try Rules.section(words[0], named: "--answer '\(argument)'", in: "--answer")
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            do { try section.set(parts[0], to: parts[1]) } catch {
                throw Complaint("--answer: \(parts[0]): \(error.text).", code: EX_CONFIG)
            }
        }
        sections.append(section)
    }

    private mutating func add(file path: String) throws(Complaint) {
        guard let file = g_key_file_new() else { return }
        defer { g_key_file_unref(file) }
        var error: UnsafeMutablePointer<GError>?
        guard g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, &error) != 0 else {
            let text = error.map { String(cString: $0.pointee.message) } ?? "it cannot be read"
            if let error { g_error_free(error) }
            throw Complaint("\(path): \(text)", code: EX_CONFIG)
        }
        for group in Rules.names(g_key_file_get_groups(file, nil)) {
            var section = try Rules.section(group, named: "\(Rules.lastPart(of: path)) [\(group)]", in: path)
            for key in Rules.names(g_key_file_get_keys(file, group, nil, nil)) {
                let raw = g_key_file_get_string(file, group, key, nil)
                defer { g_free(raw) }
                do { try section.set(key, to: raw.map { String(cString: $0) } ?? "") } catch {
                    throw Complaint("\(path): [\(group)] \(key): \(error.text).", code: EX_CONFIG)
                }
            }
            sections.append(section)
        }
    }

    private static func section(_ pattern: String, named name: String, in place: String) throws(Complaint) -> Section {
        do { return Section(pattern: try ClientPattern(pattern), name: name) } catch {
            throw Complaint("\(place): [\(pattern)]: \(error.sentence)", code: EX_CONFIG)
        }
    }

    private static func lastPart(of path: String) -> String { String(path.split(separator: "/").last ?? "rules") }

    private static func names(_ list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
        guard let list else { return [] }
        defer { g_strfreev(list) }
        var names: [String] = []
        while let name = list[names.count] { names.append(String(cString: name)) }
        return names
    }
}
