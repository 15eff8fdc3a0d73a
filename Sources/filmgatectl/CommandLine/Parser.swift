internal import FilmgateText

/// Reads a command line against the table of commands.
///
/// Options may stand anywhere, before the noun too; `--` ends them. A long option's value follows `=` or stands next.
struct Parser {
    enum Result {
        case run(Invocation)
        /// Help for one command, or for all whose words begin so.
        case help([String])
        case version
    }

    let commands: [Command]

    func parse(_ words: [String]) throws(Failure) -> Result { try parse(words.map { Argument($0) }) }

    func parse(_ arguments: [Argument]) throws(Failure) -> Result {
        let options = Array(Set(commands.flatMap(\.allOptions)))
        var scan = Scan(arguments[...], options: options, of: probableCommand(arguments))
        try scan.run()
        scan.resolveAliases(among: commands)
        if scan.words.isEmpty, scan.asksForVersion { return .version }
        let matching = commands.filter { scan.words.starts(with: $0.words) }
        guard let command = matching.max(by: { $0.words.count < $1.words.count }) else {
            return try withoutCommand(scan)
        }
        if scan.asksForHelp { return .help(command.words) }
        return .run(try invocation(of: command, scan))
    }

    private func withoutCommand(_ scan: Scan) throws(Failure) -> Result {
        for word in scan.arguments.prefix(2) { _ = try word.checkedText() }
        let isBeginning = commands.contains { $0.words.starts(with: scan.words) }
        if scan.asksForHelp || scan.words.isEmpty, isBeginning { return .help(scan.words) }
        if scan.words.first == "help" {
            let words = Array(scan.words.dropFirst())
            if commands.contains(where: { $0.words.starts(with: words) }) { return .help(words) }
        }
        if isBeginning {
            let verbs = commands.filter { $0.words.starts(with: scan.words) }.map { $0.words[scan.words.count] }
            throw .usage("'\(scan.words.joined(separator: " "))' needs a verb: \(verbs.joined(separator: ", ")).")
        }
        throw unknownCommand(scan)
    }

    /// The command that is meant most probably, while it is not known yet which words are options' values.
    private func probableCommand(_ arguments: [Argument]) -> Command? {
        let words = Aliases.resolved(arguments.filter { !$0.isOption }, among: commands).map(\.shown)
        return commands.filter { words.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
    }

    private func unknownCommand(_ scan: Scan) -> Failure {
        let words = scan.words.prefix(2).map(Text.plain).joined(separator: " ")
        let verbs = commands.filter { $0.words[0] == scan.words[0] }.compactMap { $0.words.dropFirst().first }
        guard verbs.isEmpty else {
            let noun = scan.words[0]
            return Failure(
                .usage,
                "There is no command '\(words)'."
                    + Spelling.question(scan.words[1], among: verbs) { "\(noun) \($0)" },
                advice: "'filmgatectl \(noun) --help' shows what there is.")
        }
        return Failure(
            .usage, "There is no command '\(words)'.\(Spelling.question(scan.words[0], among: commands.nouns))",
            advice: "'filmgatectl --help' shows what there is.")
    }

    private func invocation(of command: Command, _ scan: Scan) throws(Failure) -> Invocation {
        var values: [Option: [String]] = [:]
        for (option, value) in scan.found {
            guard let own = command.allOptions.first(where: { $0.name == option.name }) else {
                throw .usage(
                    "'\(command.name)' takes no option '--\(option.name)'."
                        + Spelling.question(option.name, among: command.allOptions.map(\.name)) { "--\($0)" },
                    of: command)
            }
            if case .one = own.value, values[own] != nil {
                throw .usage("'--\(own.name)' can stand only once.", of: command)
            }
            values[own, default: []].append(value ?? "")
        }
        let operands = Array(scan.arguments.dropFirst(command.words.count)) + scan.afterDashes
        if operands.count < command.operands.fewest {
            let missing = command.operands.filter { $0.count == .one || $0.count == .atLeastOne }[operands.count]
            throw .usage("\(missing.name) is missing: \(missing.help.lowercasedFirst).", of: command)
        }
        if let most = command.operands.most, operands.count > most {
            throw .usage("'\(Text.plain(operands[most].shown))' is one argument too many.", of: command)
        }
        for (index, operand) in operands.enumerated()
        where !command.operands.operand(at: index, of: operands.count).isPath {
            _ = try operand.checkedText(of: command)
        }
        return Invocation(command: command, values: values, arguments: operands)
    }
}

/// One pass over the words of a command line.
private struct Scan {
    private var rest: ArraySlice<Argument>
    private let options: [Option]
    /// For messages.
    private let command: Command?
    /// What is no option, in order, before `--`.
    private(set) var arguments: [Argument] = []
    private(set) var afterDashes: [Argument] = []
    private(set) var found: [(Option, String?)] = []
    private(set) var asksForVersion = false

    var asksForHelp: Bool { found.contains { $0.0.name == Option.help.name } }

    /// The same for comparing.
    var words: [String] { arguments.map(\.shown) }

    init(_ arguments: ArraySlice<Argument>, options: [Option], of command: Command?) {
        rest = arguments
        self.command = command
        self.options = options
    }

    /// Where options stand before the words.
    mutating func resolveAliases(among commands: [Command]) {
        arguments = Aliases.resolved(arguments, among: commands)
    }

    mutating func run() throws(Failure) {
        while let argument = rest.popFirst() {
            guard argument.isOption else {
                arguments.append(argument)
                continue
            }
            let word = try argument.checkedText()
            if word == "--" {
                afterDashes = Array(rest)
                return
            }
            try word.hasPrefix("--") ? long(word.dropFirst(2)) : letters(word.dropFirst())
        }
    }

    private mutating func long(_ text: Substring) throws(Failure) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        if name == "version", parts.count == 1 {
            asksForVersion = true
            return
        }
        guard let option = options.first(where: { $0.name == name }) else {
            let names = (command?.allOptions ?? options).map(\.name).sorted()
            throw .usage(
                "There is no option '--\(Text.plain(name))'.\(Spelling.question(name, among: names) { "--\($0)" })",
                of: command)
        }
        switch (option.value.placeholder, parts.count) {
        case (nil, 1): found.append((option, nil))
        case (nil, _): throw .usage("'--\(name)' takes no value.")
        case (_, 2): found.append((option, String(parts[1])))
        case (let placeholder?, _): found.append((option, try next(after: "--\(name)", placeholder)))
        }
    }

    private mutating func letters(_ text: Substring) throws(Failure) {
        var letters = text
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                throw .usage("There is no option '-\(Text.plain(String(letter)))'.", of: command)
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

    private mutating func next(after option: String, _ placeholder: String) throws(Failure) -> String {
        guard let value = try rest.popFirst()?.checkedText() else {
            throw .usage("'\(option)' needs a value: \(placeholder).")
        }
        guard !value.hasPrefix("--") else {
            let joined = option.hasPrefix("--") ? "\(option)=" : option
            throw .usage(
                "'\(option)' needs a value, \(placeholder), and '\(Text.plain(value))' looks like another option; where it "
                    + "is meant, write '\(joined)\(Text.plain(value))'.")
        }
        return value
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
