import FilmgateText

/// The text of `--help`, made from the table of commands.
struct Help {
    private let commands: [Command]
    private let layout: HelpText
    /// Whether headings are bold.
    private let isStyled: Bool

    init(commands: [Command], columns: Int, isStyled: Bool = false) {
        (self.commands, self.isStyled) = (commands, isStyled)
        layout = HelpText(columns: columns)
    }

    /// Returns help for one command, for all commands of a noun, or for all commands.
    func text(for words: [String]) -> String {
        if let command = commands.first(where: { $0.words == words }) { return text(for: command) }
        return overview(of: commands.filter { $0.words.starts(with: words) }, isWhole: words.isEmpty)
    }

    /// Returns the help that `--help --json` writes.
    func record(of words: [String]) -> HelpRecord {
        HelpRecord(commands.filter { $0.words.starts(with: words) })
    }

    private func overview(of commands: [Command], isWhole: Bool) -> String {
        var text = localized("Usage: {command}", ["command": "filmgatectl COMMAND [OPTIONS]"]) + "\n"
        guard isWhole else {
            text += "\n"
            let width = (commands.map(\.name.count).max() ?? 0) + 2
            for command in commands { text += layout.entry(command.name, command.summary.translation, width: width) }
            return text + "\n" + localized("'filmgatectl COMMAND --help' explains one command.") + "\n"
        }
        // There are no empty lines between the nouns, so that the help fits on one screen.
        text += marked(localized("Commands:")) + "\n" + nouns
        let aliases = CommandAliases.commands.map { "\($0.0) (\($0.1))" }.joined(separator: ", ")
        text += layout.paragraph(localized("Aliases: {aliases}.", ["aliases": aliases]), indent: 2)
        let options = Option.common + [.version]
        text += marked(localized("Options of every command:")) + "\n"
        text += layout.list(options.map { ($0.usage, $0.localizedHelp) })
        text += layout.paragraph(
            localized("'filmgatectl COMMAND --help' explains a command or a noun; see filmgatectl(1)."))
        return text
    }

    /// The list of nouns. Nouns with only one command share a line; any other noun has its own line, with its verbs.
    private var nouns: String {
        let alone = commands.filter { command in commands.count { $0.words[0] == command.words[0] } == 1 }.map(\.name)
        let nouns = commands.nouns.filter { noun in commands.count { $0.words[0] == noun } > 1 }
        let width = (nouns.map(\.count).max() ?? 0) + 2
        let rows = nouns.map { noun in
            (noun, commands.filter { $0.words[0] == noun }.map { $0.words[1] }.joined(separator: ", "))
        }
        return layout.paragraph(alone.joined(separator: ", "), indent: 2)
            + rows.map { layout.entry($0.0, $0.1, width: width) }.joined()
    }

    private func marked(_ heading: String) -> String { Style.bold(heading, isShown: isStyled) }

    private func text(for command: Command) -> String {
        let operands = command.operands.map { " " + $0.usage }.joined()
        let usage = "filmgatectl \(command.name)\(command.options.isEmpty ? "" : " [OPTIONS]")\(operands)"
        var text = layout.paragraph(localized("{sentence}.", ["sentence": command.summary.translation]))
        text += "\n" + localized("Usage: {command}", ["command": usage]) + "\n"
        for detail in command.details { text += "\n" + layout.paragraph(detail.translation) }
        if !command.operands.isEmpty {
            text += "\n" + layout.list(command.operands.map { ($0.name, $0.localizedHelp) })
        }
        text += "\n" + marked(localized("Options:")) + "\n"
        text += layout.list(command.allOptions.map { ($0.usage, $0.localizedHelp) })
        text += "\n" + marked(command.examples.count == 1 ? localized("Example:") : localized("Examples:")) + "\n"
        for example in command.examples {
            text += "  $ filmgatectl \(example.line)\n" + layout.paragraph(localized(example.meaning), indent: 6)
        }
        return text
    }
}
