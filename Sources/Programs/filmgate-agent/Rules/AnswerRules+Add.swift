import FilmgateKeyFiles
import FilmgatePolicy
import Glibc

extension AnswerRules {
    /// Adds the rules of `--answer`: a file, or one rule such as `flatpak:org.example.App read-write=limit`.
    ///
    /// - Throws: if the file cannot be read, or if a rule is invalid.
    mutating func add(_ argument: String) throws(AgentError) {
        if let words = AnswerRules.words(of: argument) {
            try add(words: words, argument)
        } else {
            try add(file: argument)
        }
    }

    /// Splits a rule into its pattern and its `key=value` parts. Returns nil if the argument is not a rule.
    private static func words(of argument: String) -> [String]? {
        let words = argument.split(separator: " ").map(String.init)
        return words.count > 1 && words.dropFirst().allSatisfy { $0.contains("=") } ? words : nil
    }

    private mutating func add(words: [String], _ argument: String) throws(AgentError) {
        var section = try AnswerRules.section(words[0], named: "--answer '\(argument)'", in: "--answer")
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            do { try section.set(parts[0], to: parts[1]) } catch {
                throw AgentError("--answer: \(parts[0]): \(error.text)", code: EX_CONFIG)
            }
        }
        sections.append(section)
    }

    private mutating func add(file path: String) throws(AgentError) {
        let file = try AnswerRules.reading(path) { () throws(KeyFileError) in try KeyFile(path: path) }
        for group in file.groups {
            var section = try AnswerRules.section(
                group, named: "\(AnswerRules.lastPart(of: path)) [\(group)]", in: path)
            for key in file.keys(of: group) {
                let text = try AnswerRules.reading(path) { () throws(KeyFileError) in try file.string(key, in: group) }
                do { try section.set(key, to: text ?? "") } catch {
                    throw AgentError("\(path): [\(group)] \(key): \(error.text)", code: EX_CONFIG)
                }
            }
            sections.append(section)
        }
    }

    private static func reading<Value>(
        _ path: String, _ body: () throws(KeyFileError) -> Value
    ) throws(AgentError) -> Value {
        do { return try body() } catch { throw AgentError("\(path): \(error.message)", code: EX_CONFIG) }
    }

    private static func section(_ pattern: String, named name: String, in place: String) throws(AgentError) -> Section {
        do { return Section(pattern: try ClientPattern(pattern), name: name) } catch {
            throw AgentError("\(place): [\(pattern)]: \(error.sentence)", code: EX_CONFIG)
        }
    }

    private static func lastPart(of path: String) -> String { String(path.split(separator: "/").last ?? "rules") }
}
