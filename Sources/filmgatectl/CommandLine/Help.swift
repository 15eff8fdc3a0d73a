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
        let width = (commands.map(\.name.count).max() ?? 0) + 2
        var text = "Usage: filmgatectl COMMAND [OPTIONS]\n\n"
        if isWhole {
            text += paragraph(
                "Fills a Filmgate photo library, shows what is in it, and decides which app may see what of it.")
            text += "\n"
        }
        for command in commands { text += entry(command.name, command.summary, width: width) }
        guard isWhole else { return text + "\n'filmgatectl COMMAND --help' says more about each.\n" }
        text += "\nEvery command takes:\n" + list(Option.common.map { ($0.usage, $0.help) })
        text += "\nA first session:\n"
        for example in Help.firstSession { text += "  $ \(example)\n" }
        text += "\nExit codes:\n"
        text += list(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
        return text
    }

    private static let firstSession = [
        "filmgatectl status", "filmgatectl import ~/Pictures", "filmgatectl assets list --limit 10",
        "filmgatectl albums create Best --where 'rating = 5'",
        "filmgatectl grants set flatpak:org.example.App limited --select ID",
    ]

    private func text(for command: Command) -> String {
        let operands = command.operands.map { " " + $0.usage }.joined()
        var text = paragraph(command.summary + ".")
        text += "\nUsage: filmgatectl \(command.name)\(command.options.isEmpty ? "" : " [OPTIONS]")\(operands)\n"
        for detail in command.details { text += "\n" + paragraph(detail) }
        if !command.operands.isEmpty { text += "\n" + list(command.operands.map { ($0.name, $0.help) }) }
        text += "\nOptions:\n" + list(command.allOptions.map { ($0.usage, $0.help) })
        text += command.examples.count == 1 ? "\nExample:\n" : "\nExamples:\n"
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
