import FilmgateModel
import FilmgateSystem

/// A table of comma-separated values whose first row has the names of the columns.
struct CommaSeparated {
    /// The names of the columns.
    let names: [String]
    let rows: [[String: String]]

    /// Returns nil for a file that cannot be read, or is too large.
    init?(_ file: PhotoFile) {
        guard let bytes = file.contents(atMost: CommaSeparated.mostBytes) else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    init(_ text: String) {
        var table: [[String]] = [[]]
        var field = ""
        var isQuoted = false
        var previous: Character?
        for character in text {
            switch character {
            case "\"":
                // Two quotes within quotes stand for one.
                if !isQuoted, previous == "\"" { field.append(character) }
                isQuoted.toggle()
            case "," where !isQuoted:
                table[table.count - 1].append(field)
                field = ""
            case "\n" where !isQuoted, "\r\n" where !isQuoted:
                table[table.count - 1].append(field)
                field = ""
                table.append([])
            default: field.append(character)
            }
            previous = character
        }
        table[table.count - 1].append(field)
        // A byte order mark is not a part of the first name.
        let names = (table.first ?? []).map { name in
            String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "\u{FEFF}" }))
        }
        self.names = names
        rows = table.dropFirst().filter { $0.count > 1 || $0.first?.isEmpty == false }.map { values in
            Dictionary(zip(names, values)) { first, _ in first }
        }
    }

    private static let mostBytes = 64 << 20
}

extension PhotoFile {
    /// Returns the content of the file; nil if it cannot be read or is larger.
    func contents(atMost bytes: Int) -> [UInt8]? {
        guard size <= bytes else { return nil }
        // A file that cannot be read is ignored.
        return try? open().0.bytes(at: 0, count: Int(size))
    }
}
