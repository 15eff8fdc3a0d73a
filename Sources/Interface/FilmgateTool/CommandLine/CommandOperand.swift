import FilmgateText

/// An argument of a command that is not an option.
struct CommandOperand: Hashable, Sendable {
    enum Count: String, Hashable, Sendable {
        case one, optional, any
        case atLeastOne = "at-least-one"
    }

    /// The name in capitals, as help shows it.
    let name: String
    let count: Count
    /// The description: a sentence in English, without a period at the end.
    let help: String
    /// The words that a shell offers as completions.
    let completion: Option.Completion
    /// Whether the operand is a path, which need not be UTF-8.
    let isPath: Bool

    init(
        _ name: String, count: Count = .one, completion: Option.Completion = .nothing, isPath: Bool = false,
        _ help: String
    ) {
        self.isPath = isPath
        self.name = name
        self.count = count
        self.completion = completion
        self.help = help
    }

    static let client = CommandOperand(
        "CLIENT", completion: .names(.apps),
        "The app: KIND:NAME, such as 'flatpak:org.example.App' or 'exe:/usr/bin/example'")

    var localizedHelp: String { localized(help) }

    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .any: "[\(name)…]"
        case .atLeastOne: "\(name)…"
        }
    }
}

extension [CommandOperand] {
    /// Returns the operand for the word at an index. A repeatable operand takes all words that the other operands do
    /// not take.
    func operand(at index: Int, of total: Int) -> CommandOperand {
        guard let repeated = firstIndex(where: { $0.count == .any || $0.count == .atLeastOne }) else {
            return self[Swift.min(index, count - 1)]
        }
        if index < repeated { return self[index] }
        return self[Swift.max(repeated, count - (total - index))]
    }

    var fewest: Int { count { $0.count == .one || $0.count == .atLeastOne } }

    /// The maximum number of operands; nil for any number.
    var most: Int? { contains { $0.count == .any || $0.count == .atLeastOne } ? nil : count }
}
