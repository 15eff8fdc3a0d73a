import FilmgateKeyFiles
public import FilmgatePolicy

/// The parsed text of a policy file: its rules and the findings about it.
public struct ParsedPolicyFile: Sendable {
    /// The rules that could be read. They must not be applied if any finding is an error.
    public private(set) var rules: [Rule] = []
    public private(set) var findings: [RuleFinding] = []

    private let file: String
    /// Whether the current section's heading has an error.
    private var isInFaultySection = false
    private var sections: [String: Int] = [:]
    private var keys: [String: Int] = [:]

    /// - Parameter file: the path of the file, which findings contain.
    public init(_ bytes: [UInt8], of file: String) {
        self.file = file
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let index = lines.firstIndex(where: { !ParsedPolicyFile.isText($0) }) {
            report(.error, index + 1, "This is not text: a policy file is UTF-8 without NUL.")
            return
        }
        for (index, line) in lines.enumerated() {
            take(index + 1 < lines.count ? line + [UInt8(ascii: "\n")] : line, number: index + 1)
        }
        guard findings.isEmpty else { return }
        if !KeyFileLine.allows(file: bytes) { report(.error, nil, "GLib does not accept this as a key file.") }
        for rule in rules where rule.rules.places.isEmpty {
            report(.warning, rule.place.line, "The section [\(rule.pattern)] is empty.")
        }
    }

    private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
        !line.contains(0) && String(validating: line, as: UTF8.self) != nil
    }

    private mutating func take(_ line: ArraySlice<UInt8>, number: Int) {
        switch KeyFileLine(line) {
        case .nothing: break
        case .section(let name): begin(name, at: number)
        case .entry(let key, let value): take(key, trimmed(value), at: number)
        case .fault: report(.error, number, "This is not a comment, a [section] or KEY=VALUE.")
        }
    }

    private mutating func begin(_ name: String, at line: Int) {
        keys = [:]
        isInFaultySection = true
        if let first = sections[name] {
            return report(
                .error, line, "The section [\(quoted(name))] exists already at line \(first). Join the two.")
        }
        sections[name] = line
        do {
            rules.append(Rule(try ClientPattern(name), at: place(line)))
            isInFaultySection = false
        } catch {
            report(.error, line, error.sentence)
        }
    }

    private mutating func take(_ name: String, _ value: String, at line: Int) {
        guard !sections.isEmpty else {
            return report(.error, line, "'\(quoted(name))' is before the first section.")
        }
        if let first = keys[name] {
            return report(.error, line, "'\(quoted(name))' is set already at line \(first).")
        }
        keys[name] = line
        guard let key = PolicyKey(rawValue: name) else {
            let known = PolicyKey.allCases.map(\.rawValue).joined(separator: ", ")
            return report(.error, line, "There is no key '\(quoted(name))'. The keys are \(known).")
        }
        do {
            var rules = isInFaultySection ? ClientRules() : self.rules.last?.rules ?? ClientRules()
            try rules.set(key, to: value, at: place(line))
            if !isInFaultySection { self.rules[self.rules.count - 1].rules = rules }
        } catch {
            report(.error, line, "'\(name)' must be \(error.expected), not '\(quoted(value))'.")
        }
    }

    private func place(_ line: Int?) -> PolicyFileLocation { PolicyFileLocation(file: file, line: line) }

    private mutating func report(_ severity: RuleFinding.Severity, _ line: Int?, _ sentence: String) {
        findings.append(RuleFinding(severity, at: place(line), sentence))
    }
}

/// Returns the value without spaces and tabs at its end.
private func trimmed(_ value: String) -> String {
    var value = value[...]
    while let last = value.last, last == " " || last == "\t" { value.removeLast() }
    return String(value)
}

/// Returns text of the file for a message: at most 64 code points, without control characters.
private func quoted(_ text: String) -> String {
    let visible = text.unicodeScalars.prefix(64).filter { $0.value >= 32 && !(127...159).contains($0.value) }
    return String(String.UnicodeScalarView(visible)) + (text.unicodeScalars.count > 64 ? "…" : "")
}

/// A line of a key file, parsed by GLib.
///
/// GLib does not report line numbers, so each line is parsed alone. The result is the same, because a line of a key
/// file depends on no other line except the heading of its section.
enum KeyFileLine: Equatable {
    /// A comment or a blank line.
    case nothing
    case section(String)
    case entry(key: String, value: String)
    /// A line that is not allowed in a key file.
    case fault

    /// - Parameter line: UTF-8 without NUL, including its line end.
    init(_ line: some Sequence<UInt8>) {
        if let file = KeyFileLine.keyFile(Array(line)) {
            self = file.groups.first.map { .section($0) } ?? .nothing
        } else if let file = KeyFileLine.keyFile(Array("[section]\n".utf8) + line),
            let key = file.keys(of: "section").first
        {
            self = .entry(key: key, value: file.rawValue(of: key, in: "section") ?? "")
        } else {
            self = .fault
        }
    }

    /// Returns whether GLib accepts the file as a whole.
    static func allows(file: [UInt8]) -> Bool { keyFile(file) != nil }

    /// Keeps translations: without this, GLib silently drops entries in other languages.
    private static func keyFile(_ bytes: [UInt8]) -> KeyFile? { try? KeyFile(bytes, keepsTranslations: true) }
}
