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

    func parse(_ arguments: [String]) throws(Failure) -> Result {
        var scan = Scan(arguments[...], options: Array(Set(commands.flatMap(\.allOptions))))
        try scan.run()
        if scan.words.isEmpty, scan.asksForVersion { return .version }
        let matching = commands.filter { scan.words.starts(with: $0.words) }
        guard let command = matching.max(by: { $0.words.count < $1.words.count }) else {
            return try withoutCommand(scan)
        }
        if scan.asksForHelp { return .help(command.words) }
        return .run(try invocation(of: command, scan))
    }

    private func withoutCommand(_ scan: Scan) throws(Failure) -> Result {
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
        let words = scan.words.prefix(2).map(Text.plain).joined(separator: " ")
        throw .usage("There is no command '\(words)'.\(suggestion(for: scan.words))")
    }

    private func suggestion(for words: [String]) -> String {
        guard let noun = Spelling.nearest(to: words[0], among: commands.map { $0.words[0] }) else { return "" }
        let verbs = commands.filter { $0.words[0] == noun }
        return " Did you mean \(verbs.map { "'\($0.name)'" }.joined(separator: " or "))?"
    }

    private func invocation(of command: Command, _ scan: Scan) throws(Failure) -> Invocation {
        var values: [Option: [String]] = [:]
        for (option, value) in scan.found {
            guard let own = command.allOptions.first(where: { $0.name == option.name }) else {
                throw .usage("'\(command.name)' takes no option '--\(option.name)'.", of: command)
            }
            if case .one = own.value, values[own] != nil {
                throw .usage("'--\(own.name)' can stand only once.", of: command)
            }
            values[own, default: []].append(value ?? "")
        }
        let operands = Array(scan.words.dropFirst(command.words.count)) + scan.afterDashes
        if operands.count < command.operands.fewest {
            let missing = command.operands.filter { $0.count == .one || $0.count == .atLeastOne }[operands.count]
            throw .usage("\(missing.name) is missing: \(missing.help.lowercasedFirst).", of: command)
        }
        if let most = command.operands.most, operands.count > most {
            throw .usage("'\(Text.plain(operands[most]))' is one argument too many.", of: command)
        }
        return Invocation(command: command, values: values, operands: operands)
    }
}

/// One pass over the words of a command line.
private struct Scan {
    private var rest: ArraySlice<String>
    private let options: [Option]
    /// What is no option, in order, before `--`.
    private(set) var words: [String] = []
    private(set) var afterDashes: [String] = []
    private(set) var found: [(Option, String?)] = []
    private(set) var asksForVersion = false

    var asksForHelp: Bool { found.contains { $0.0.name == Option.help.name } }

    init(_ arguments: ArraySlice<String>, options: [Option]) {
        rest = arguments
        self.options = options
    }

    mutating func run() throws(Failure) {
        while let word = rest.popFirst() {
            if word == "--" {
                afterDashes = Array(rest)
                return
            } else if word.hasPrefix("--") {
                try long(word.dropFirst(2))
            } else if word.hasPrefix("-"), word.count > 1 {
                try letters(word.dropFirst())
            } else {
                words.append(word)
            }
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
            let nearest = Spelling.nearest(to: name, among: options.map(\.name))
            let suggestion = nearest.map { " Did you mean '--\($0)'?" } ?? ""
            throw .usage("There is no option '--\(Text.plain(name))'.\(suggestion)")
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
                throw .usage("There is no option '-\(Text.plain(String(letter)))'.")
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
        guard let value = rest.popFirst() else { throw .usage("'\(option)' needs a value: \(placeholder).") }
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
