/// What a shell offers where a value is to be typed.
enum Completion: Hashable, Sendable {
    /// Nothing: only the person knows, or asking the broker at a key's press would cost a password.
    case nothing
    case files
    case folders
    case words([String])

    /// The answers to a question.
    static let yesOrNo = Completion.words(["yes", "no"])
}

/// The shells whose completions are made from the table of commands.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    func script(for commands: [Command]) -> String {
        switch self {
        case .bash: BashCompletion(commands: commands).script
        case .zsh: ZshCompletion(commands: commands).script
        case .fish: FishCompletion(commands: commands).script
        }
    }
}

extension Command {
    /// What can stand as the operand of that number, counted from 0: where one before it may stand several times, what any from there on can be.
    func completion(ofOperand index: Int) -> Completion {
        guard let repeated = operands.firstIndex(where: { $0.count == .any || $0.count == .atLeastOne }),
            index >= repeated
        else { return index < operands.count ? operands[index].completion : .nothing }
        return operands[repeated...].lazy.map(\.completion).first { $0 != .nothing } ?? .nothing
    }

    /// The number of operands beyond which all are completed alike.
    var completedOperands: Int { operands.count }
}

extension [Command] {
    /// The first words, each once.
    var nouns: [String] {
        reduce(into: []) { nouns, command in
            if nouns.last != command.words[0], !nouns.contains(command.words[0]) { nouns.append(command.words[0]) }
        }
    }

    /// What the tool does, for a word that begins several commands or is one.
    func summary(ofNoun noun: String) -> String {
        let own = filter { $0.words[0] == noun }
        if own.count == 1, own[0].words.count == 1 { return own[0].summary }
        return own.map { $0.words.count > 1 ? $0.words[1] : noun }.joined(separator: ", ")
    }

    /// Every form of the options of all commands that take a value: `--limit`, `-n`.
    var formsWithValue: [String] {
        Set(flatMap(\.allOptions).filter { $0.value != .none }.flatMap(\.forms)).sorted()
    }
}

extension Option {
    /// As they are typed.
    var forms: [String] { ["--\(name)"] + (letter.map { ["-\($0)"] } ?? []) }
}
