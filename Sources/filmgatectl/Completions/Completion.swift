internal import FilmgateCommandLine
internal import FilmgateText

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
    /// Returns what a shell offers for the operand with this index. After an operand that can be repeated, it offers what that one and all
    /// later ones take.
    func completion(ofOperand index: Int) -> Option.Completion {
        guard let repeated = operands.firstIndex(where: { $0.count == .any || $0.count == .atLeastOne }),
            index >= repeated
        else { return index < operands.count ? operands[index].completion : .nothing }
        return operands[repeated...].lazy.map(\.completion).first { $0 != .nothing } ?? .nothing
    }
}

extension [Command] {
    /// The first words of the commands, each once.
    var nouns: [String] {
        reduce(into: []) { nouns, command in
            if nouns.last != command.words[0], !nouns.contains(command.words[0]) { nouns.append(command.words[0]) }
        }
    }

    /// Returns the summary of a command, or the verbs of a noun.
    func summary(ofNoun noun: String) -> String {
        let own = filter { $0.words[0] == noun }
        if own.count == 1, own[0].words.count == 1 { return own[0].summary.english }
        return own.map { $0.words.count > 1 ? $0.words[1] : noun }.joined(separator: ", ")
    }

    /// All forms of all options that take a value: `--limit`, `-n`.
    var formsWithValue: [String] {
        Set(flatMap(\.allOptions).filter { $0.value != .none }.flatMap(\.forms)).sorted()
    }
}
