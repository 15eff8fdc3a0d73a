internal import FilmgateCommandLine
internal import FilmgateText

extension Command {
    private static let shell = Operand(
        "SHELL", completion: .words(Shell.allCases.map(\.rawValue)), "bash, zsh or fish")

    static let completions = Command(
        "completions", summary: TranslatableText("Write the completions of a shell for this tool"),
        details: [
            TranslatableText(
                "The package installs the output of this command for all users. It completes commands, options, and values that are known in advance."
            ),
            TranslatableText(
                "It does not complete identifiers and clients, because that would call the broker at each key press."),
        ],
        operands: [shell],
        examples: [
            Example(
                "completions bash > ~/.local/share/bash-completion/completions/filmgatectl", "For yourself, in bash."),
            Example("completions fish > ~/.config/fish/completions/filmgatectl.fish", "The same in fish."),
        ]
    ) { invocation in
        let word = invocation.operands[0]
        guard let shell = Shell(rawValue: word) else {
            let known = Shell.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure.usage(
                localized(
                    "There are no completions for '{word}'. The shells are: {shells}.",
                    ["word": Text.printable(word), "shells": known]),
                of: invocation.command)
        }
        try invocation.output.write(shell.script(for: Command.all))
        return .success
    }
}
