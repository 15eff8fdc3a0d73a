/// An error in a command line, described by a sentence.
public struct UsageError: Error, Equatable {
    public let message: String

    public init(_ message: String) { self.message = message }
}

/// Separates the options of a command line from the other arguments.
///
/// Options can be anywhere before `--`. The value of a long option follows `=` or is the next argument.
public struct CommandLineScanner {
    /// The arguments before `--` that are not options, in order.
    public private(set) var words: [Argument] = []
    public private(set) var wordsAfterDashes: [Argument] = []
    public private(set) var found: [(option: Option, value: String?)] = []

    private var rest: ArraySlice<Argument>
    private let options: [Option]
    private let suggested: [Option]

    /// - Parameters:
    ///   - options: all options of the program.
    ///   - suggested: the options that an error may suggest. Nil suggests any option.
    public init(_ arguments: [Argument], options: [Option], suggested: [Option]? = nil) throws(UsageError) {
        rest = arguments[...]
        self.options = options
        self.suggested = suggested ?? options
        while let argument = rest.popFirst() {
            guard argument.isOption else {
                words.append(argument)
                continue
            }
            let word = try argument.checkedText()
            if word == "--" {
                wordsAfterDashes = Array(rest)
                return
            }
            try word.hasPrefix("--") ? long(word.dropFirst(2)) : letters(word.dropFirst())
        }
    }

    public func has(_ option: Option) -> Bool { found.contains { $0.option.name == option.name } }

    private mutating func long(_ text: Substring) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.name == name }) else {
            let question = SpellChecker.question(name, among: suggested.map(\.name).sorted()) { "--\($0)" }
            throw UsageError(PhraseJoiner.sentences([CommandLineScanner.missing("--" + name)] + question))
        }
        switch (option.value.placeholder, parts.count) {
        case (nil, 1): found.append((option, nil))
        case (nil, _): throw UsageError(localized("'--{option}' takes no value.", ["option": name]))
        case (_, 2): found.append((option, String(parts[1])))
        case (let placeholder?, _): found.append((option, try next(after: "--\(name)", placeholder)))
        }
    }

    private mutating func letters(_ text: Substring) throws(UsageError) {
        var letters = text
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                throw UsageError(CommandLineScanner.missing("-" + String(letter)))
            }
            guard let placeholder = option.value.placeholder else {
                found.append((option, nil))
                continue
            }
            let value = letters.isEmpty ? try next(after: "-\(letter)", placeholder) : String(letters)
            found.append((option, value))
            return
        }
    }

    private mutating func next(after option: String, _ placeholder: String) throws(UsageError) -> String {
        guard let value = try rest.popFirst()?.checkedText() else {
            throw UsageError(
                localized("'{option}' needs a value: {value}.", ["option": option, "value": placeholder]))
        }
        guard !value.hasPrefix("--") else {
            let joined = option.hasPrefix("--") ? "\(option)=" : option
            throw UsageError(
                localized(
                    "'{option}' needs a value ({value}), but {word} looks like an option. If it is the value, write {joined}.",
                    [
                        "option": option, "value": placeholder, "word": quoted(value), "joined": quoted(joined + value),
                    ]))
        }
        return value
    }

    private static func missing(_ option: String) -> String {
        localized("There is no option {option}.", ["option": quoted(option)])
    }
}

func quoted(_ word: String) -> String { "'\(Text.printable(word))'" }
