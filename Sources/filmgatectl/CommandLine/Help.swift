internal import FilmgateText

/// What `--help` shows, made from the table of commands.
struct Help {
    let commands: [Command]
    /// Of lines.
    let columns: Int

    /// For one command, for all of a noun, or for all.
    func text(for words: [String]) -> String {
        if let command = commands.first(where: { $0.words == words }) { return text(for: command) }
        return overview(of: commands.filter { $0.words.starts(with: words) }, isWhole: words.isEmpty)
    }

    private func overview(of commands: [Command], isWhole: Bool) -> String {
        var text = "Usage: filmgatectl COMMAND [OPTIONS]\n\n"
        guard isWhole else {
            let width = (commands.map(\.name.count).max() ?? 0) + 2
            for command in commands { text += entry(command.name, command.summary, width: width) }
            return text + "\n'filmgatectl COMMAND --help' says more about each.\n"
        }
        text += marked("Commands, and the verbs of those that have some:") + "\n" + nouns
        let aliases = Aliases.commands.map { "\($0.0) (\($0.1))" }.joined(separator: ", ")
        text += paragraph("Short: \(aliases).", indent: 2)
        text += "\n" + marked("Every command takes:") + "\n" + list(Help.options.map { ($0.usage, $0.help) })
        text += "\n"
        text += paragraph(
            "'filmgatectl COMMAND --help' says more, 'filmgatectl NOUN --help' of all its verbs, and filmgatectl(1) has it all."
        )
        return text
    }

    /// What stands beside all commands.
    private static let options =
        Option.common + [Option("version", "Show which release this is, without a command")]

    /// A line for the commands of one word, and one for each noun.
    private var nouns: String {
        let alone = commands.filter { $0.words.count == 1 }.map(\.name)
        let nouns = commands.nouns.filter { !alone.contains($0) }
        let width = (nouns.map(\.count).max() ?? 0) + 2
        let rows = nouns.map { noun in
            (noun, commands.filter { $0.words[0] == noun }.map { $0.words[1] }.joined(separator: ", "))
        }
        return ([("", alone.joined(separator: ", "))] + rows).map { entry($0.0, $0.1, width: width) }.joined()
    }

    private func marked(_ heading: String) -> String { Style.bold(heading, on: .output) }

    private func text(for command: Command) -> String {
        let operands = command.operands.map { " " + $0.usage }.joined()
        var text = paragraph(command.summary + ".")
        text += "\nUsage: filmgatectl \(command.name)\(command.options.isEmpty ? "" : " [OPTIONS]")\(operands)\n"
        for detail in command.details { text += "\n" + paragraph(detail) }
        if !command.operands.isEmpty { text += "\n" + list(command.operands.map { ($0.name, $0.help) }) }
        text += "\n" + marked("Options:") + "\n" + list(command.allOptions.map { ($0.usage, $0.help) })
        text += "\n" + marked(command.examples.count == 1 ? "Example:" : "Examples:") + "\n"
        for example in command.examples {
            text += "  $ filmgatectl \(example.line)\n" + paragraph(example.meaning, indent: 6)
        }
        return text
    }

    private func list(_ entries: [(String, String)]) -> String {
        let width = (entries.map(\.0.count).filter { $0 <= 24 }.max() ?? 0) + 2
        return entries.map { entry($0.0, $0.1, width: width) }.joined()
    }

    /// A name and, at a fixed column, what it means.
    private func entry(_ name: String, _ meaning: String, width: Int) -> String {
        let indent = 2 + width
        let lines = Text.wrapped(meaning, to: max(24, columns - indent))
        let first = name.count + 2 <= width ? "  " + Text.padded(name, to: width) : "  \(name)\n" + blanks(indent)
        return lines.enumerated().map { ($0 == 0 ? first : blanks(indent)) + $1 + "\n" }.joined()
    }

    private func paragraph(_ text: String, indent: Int = 0) -> String {
        Text.wrapped(text, to: columns - indent).map { blanks(indent) + $0 + "\n" }.joined()
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
