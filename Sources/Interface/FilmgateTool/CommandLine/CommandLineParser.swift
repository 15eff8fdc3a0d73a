import FilmgateLibraryTools
import FilmgateText

/// Parses command lines according to a table of commands.
struct CommandLineParser {
    enum Result {
        case run(Invocation)
        /// Help for the commands that begin with these words.
        case help([String], asJSON: Bool)
        case version
    }

    let commands: [Command]
    let surroundings: CommandEnvironment

    func parse(_ words: [String]) throws(CommandFailure) -> Result { try parse(words.map { Argument($0) }) }

    func parse(_ arguments: [Argument]) throws(CommandFailure) -> Result {
        let probable = probableCommand(arguments)
        let scan: CommandLineScanner
        do throws(UsageError) {
            scan = try CommandLineScanner(arguments, options: commands.options, suggested: probable?.allOptions)
        } catch {
            throw .usage(error.message, of: probable)
        }
        let arguments = CommandAliases.resolved(scan.words, among: commands)
        let words = arguments.map(\.shown)
        if words.isEmpty, scan.has(.version) { return .version }
        let matching = commands.filter { words.starts(with: $0.words) }
        guard let command = matching.max(by: { $0.words.count < $1.words.count }) else {
            return try withoutCommand(arguments, scan)
        }
        if scan.has(.help) { return .help(command.words, asJSON: scan.has(.json)) }
        let operands = arguments.dropFirst(command.words.count) + scan.wordsAfterDashes
        return .run(try invocation(of: command, Array(operands), scan))
    }

    private func withoutCommand(_ arguments: [Argument], _ scan: CommandLineScanner) throws(CommandFailure) -> Result {
        for argument in arguments.prefix(2) { _ = try argument.checkedText(of: nil) }
        let words = arguments.map(\.shown)
        let isBeginning = commands.contains { $0.words.starts(with: words) }
        if scan.has(.help) || words.isEmpty, isBeginning { return .help(words, asJSON: scan.has(.json)) }
        if words.first == "help" {
            let rest = CommandAliases.resolved(Array(arguments.dropFirst()), among: commands).map(\.shown)
            if commands.contains(where: { $0.words.starts(with: rest) }) { return .help(rest, asJSON: scan.has(.json)) }
        }
        if isBeginning {
            let verbs = commands.filter { $0.words.starts(with: words) }.map { $0.words[words.count] }
            let values = ["noun": words.joined(separator: " "), "verbs": verbs.joined(separator: ", ")]
            throw .usage(localized("'{noun}' needs a verb: {verbs}.", values))
        }
        throw unknownCommand(words)
    }

    /// Returns the command that the person probably means. Some of the words may turn out to be values of options.
    private func probableCommand(_ arguments: [Argument]) -> Command? {
        let words = CommandAliases.resolved(arguments.filter { !$0.isOption }, among: commands).map(\.shown)
        return commands.filter { words.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
    }

    private func unknownCommand(_ words: [String]) -> CommandFailure {
        let shown = words.prefix(2).map(Text.printable).joined(separator: " ")
        let noun = words[0]
        let verbs = commands.filter { $0.words[0] == noun }.compactMap { $0.words.dropFirst().first }
        let question =
            verbs.isEmpty
            ? self.question(afterUnknownNoun: words)
            : SpellChecker.question(words[1], among: verbs) { "\(noun) \($0)" }
        let message = localized("There is no command '{command}'.", ["command": shown])
        let help = "filmgatectl \(verbs.isEmpty ? "" : "\(noun) ")--help"
        return CommandFailure(
            .usage, PhraseJoiner.sentences([message] + question),
            advice: localized("'{help}' lists the commands.", ["help": help]))
    }

    /// Suggests commands for an unknown first word: the commands with this word as their verb; if there are none,
    /// nouns and aliases of similar spelling; if there are none, the commands whose verb is the second word.
    private func question(afterUnknownNoun words: [String]) -> [String] {
        let withVerb = { (verb: String) in commands.filter { $0.words.dropFirst() == [verb] }.map(\.name) }
        let named = withVerb(words[0])
        guard named.isEmpty else { return SpellChecker.question(offering: named) }
        let near = SpellChecker.question(words[0], among: commands.nouns + CommandAliases.commands.map(\.0)) { noun in
            commands.contains { $0.words == [noun] + words.dropFirst().prefix(1) } && words.count > 1
                ? "\(noun) \(words[1])" : noun
        }
        guard near.isEmpty, words.count > 1 else { return near }
        return SpellChecker.question(offering: withVerb(words[1]))
    }

    static func missing(_ operand: CommandOperand, of command: Command) -> CommandFailure {
        let isEnglish = operand.localizedHelp == operand.help
        let meaning = isEnglish ? operand.help.lowercasedFirst : operand.localizedHelp
        return .usage(
            localized("{name} is missing: {meaning}.", ["name": operand.name, "meaning": meaning]), of: command)
    }

    private func invocation(
        of command: Command, _ operands: [Argument], _ scan: CommandLineScanner
    ) throws(CommandFailure) -> Invocation {
        var values = OptionValues()
        for (option, value) in scan.found where option.name != Option.version.name {
            guard let own = command.allOptions.first(where: { $0.name == option.name }) else {
                let question = SpellChecker.question(option.name, among: command.allOptions.map(\.name)) { "--\($0)" }
                let message = localized(
                    "'{command}' has no option '--{option}'.", ["command": command.name, "option": option.name])
                throw .usage(PhraseJoiner.sentences([message] + question), of: command)
            }
            do throws(UsageError) { try values.add(value, to: own) } catch {
                throw .usage(error.message, of: command)
            }
        }
        if operands.count < command.operands.fewest {
            let missing = command.operands.filter { $0.count == .one || $0.count == .atLeastOne }[operands.count]
            throw CommandLineParser.missing(missing, of: command)
        }
        if let most = command.operands.most, operands.count > most {
            let word = "'\(Text.printable(operands[most].shown))'"
            throw .usage(localized("Unexpected argument {word}.", ["word": word]), of: command)
        }
        for (index, operand) in operands.enumerated()
        where !command.operands.operand(at: index, of: operands.count).isPath {
            _ = try operand.checkedText(of: command)
        }
        return Invocation(command: command, values: values, arguments: operands, surroundings: surroundings)
    }
}

extension Argument {
    var path: DiskPath { DiskPath(bytes: bytes) }

    /// Returns the text. Throws if the word is not UTF-8.
    fileprivate func checkedText(of command: Command?) throws(CommandFailure) -> String {
        do { return try checkedText() } catch { throw .usage(error.message, of: command) }
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
