internal import FilmgateText

extension Command {
    private static let shell = Operand(
        "SHELL", completion: .words(Shell.allCases.map(\.rawValue)), "bash, zsh or fish")

    static let completions = Command(
        "completions", summary: "Write a shell's completions for this tool",
        details: [
            "What is installed for all users was made by this command. It writes what this very tool can do: words, options, "
                + "and values where they can be known.",
            "Identifiers and clients are not completed: the broker would have to be asked at each press of the key.",
        ],
        operands: [shell],
        examples: [
            Example(
                "completions bash > ~/.local/share/bash-completion/completions/filmgatectl", "For oneself, in bash."),
            Example("completions fish > ~/.config/fish/completions/filmgatectl.fish", "The same in fish."),
        ]
    ) { invocation in
        let word = invocation.operands[0]
        guard let shell = Shell(rawValue: word) else {
            let known = Shell.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure.usage(
                "'\(Text.plain(word))' is no shell that is known here: \(known).", of: invocation.command)
        }
        try invocation.output.write(shell.script(for: Command.all))
        return .success
    }

    static let manual = Command(
        "manual", summary: "Write this tool's manual page",
        details: [
            "The page that is installed was made by this command, out of what the tool itself goes by. It is in the language of "
                + "mdoc(7), for man(1) and mandoc(1)."
        ],
        examples: [Example("manual | man -l -", "Read it without installing it.")]
    ) { invocation in
        try invocation.output.write(ManualPage(commands: Command.all).text)
        return .success
    }
}
