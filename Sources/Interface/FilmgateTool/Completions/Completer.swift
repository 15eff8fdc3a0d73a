import FilmgateText

/// A string that a shell can insert at the end of a command line, and its meaning.
struct Completion: Hashable, Sendable {
    let text: String
    var meaning = ""
}

/// Completes command lines: `filmgatectl __complete WORD…`, which the scripts in `data/completions` call.
///
/// The words are the arguments up to the cursor, unquoted and without the program's name. The last word is completed,
/// and can be empty. Each line of the output is a candidate, a tab, and the candidate's meaning. An empty candidate
/// with the meaning `files` or `folders` makes the shell complete paths.
struct Completer {
    static let command = "__complete"
    /// Stands for the word to complete. No argument can contain a NUL.
    private static let gap = Argument("\0")

    let commands: [Command]
    let surroundings: CommandEnvironment

    /// Returns the candidates; none if the line has a mistake. Leaves out candidates with characters that must not
    /// reach a terminal.
    func answer(to words: [Argument]) async -> String {
        // A mistake is reported when the person runs the line.
        let found = (try? await candidates(for: words)) ?? []
        return found.filter { !$0.text.unicodeScalars.contains(where: \.isUnprintable) }
            .map { "\($0.text)\t\(Text.printable($0.meaning))\n" }.joined()
    }

    private func candidates(for words: [Argument]) async throws -> [Completion] {
        let word = words.last?.shown ?? ""
        let scan = try CommandLineScanner(words.dropLast() + [Self.gap], options: commands.options)
        let before = CommandAliases.resolved(scan.words.filter { $0 != Self.gap }, among: commands).map(\.shown)
        let named = commands.first { before.starts(with: $0.words) }
        let given = scan.found.filter { $0.value != Self.gap.text }

        if let option = scan.found.last?.option, given.count < scan.found.count {
            return try await values(of: option.name, of: named, given, at: word)
        }
        if scan.wordsAfterDashes.last != Self.gap, word.hasPrefix("-") {
            guard let sign = word.firstIndex(of: "=") else {
                let options = named?.allOptions ?? Option.common + [.version]
                let open = options.filter { option in option.isRepeatable || !scan.has(option) }
                return matching(open.map { Completion(text: "--\($0.name)", meaning: $0.localizedHelp) }, word)
            }
            let beginning = word[...sign]
            let offered = try await values(
                of: String(beginning.dropFirst(2).dropLast()), of: named, given,
                at: String(word[word.index(after: sign)...]))
            return offered.map { value in
                value.text.isEmpty ? value : Completion(text: "\(beginning)\(value.text)", meaning: value.meaning)
            }
        }
        guard let command = named else { return matching(nextWords(after: before), word) }
        let index = before.count - command.words.count + scan.wordsAfterDashes.filter { $0 != Self.gap }.count
        return try await candidates(command.completion(ofOperand: index), of: command, given, at: word)
    }

    private func nextWords(after before: [String]) -> [Completion] {
        let possible = commands.filter { $0.words.starts(with: before) && $0.words.count > before.count }
        var candidates: [Completion] = []
        for command in possible where !candidates.contains(where: { $0.text == command.words[before.count] }) {
            let word = command.words[before.count]
            let verbs = possible.filter { $0.words[before.count] == word }.compactMap { $0.words.dropFirst().first }
            let isWhole = command.words.count == before.count + 1
            candidates.append(
                Completion(
                    text: word, meaning: isWhole ? command.summary.translation : verbs.joined(separator: ", ")))
        }
        return candidates
    }

    private typealias GivenOptions = [(option: Option, value: String?)]

    private func values(
        of name: String, of command: Command?, _ given: GivenOptions, at word: String
    ) async throws -> [Completion] {
        guard let command, let option = command.allOptions.first(where: { $0.name == name }) else { return [] }
        return try await candidates(option.completion, of: command, given, at: word)
    }

    /// - Parameter word: the text to complete: the last word, or its part after `--option=`.
    private func candidates(
        _ completion: Option.Completion, of command: Command, _ given: GivenOptions, at word: String
    ) async throws -> [Completion] {
        switch completion {
        case .nothing: return []
        case .files: return [Completion(text: "", meaning: "files")]
        case .folders: return [Completion(text: "", meaning: "folders")]
        case .words(let words): return matching(words.map { Completion(text: $0) }, word)
        case .list(let words):
            let before = word.lastIndex(of: ",").map { word[...$0] } ?? ""
            let used = before.split(separator: ",").map(String.init)
            return matching(words.filter { !used.contains($0) }.map { Completion(text: "\(before)\($0)") }, word)
        case .names(let names):
            var values = OptionValues()
            for (option, value) in given { try values.add(value, to: option) }
            let invocation = Invocation(command: command, values: values, arguments: [], surroundings: surroundings)
            return matching(await invocation.candidates(names), word)
        }
    }

    private func matching(_ candidates: [Completion], _ word: String) -> [Completion] {
        // Compares bytes, as shells do. `hasPrefix` would compare characters.
        candidates.filter { $0.text.utf8.starts(with: word.utf8) }
    }
}

extension Option {
    fileprivate var isRepeatable: Bool { if case .many = value { true } else { false } }
}

extension Command {
    /// Returns the completion for the operand with this index. If an operand before it can be repeated, the word may
    /// belong to that operand or to any later one.
    fileprivate func completion(ofOperand index: Int) -> Option.Completion {
        guard let repeated = operands.firstIndex(where: { $0.count == .any || $0.count == .atLeastOne }),
            index >= repeated
        else { return index < operands.count ? operands[index].completion : .nothing }
        return operands[repeated...].lazy.map(\.completion).first { $0 != .nothing } ?? .nothing
    }
}
