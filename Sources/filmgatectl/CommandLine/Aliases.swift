/// Short words for commands, as other tools call the same.
enum Aliases {
    /// What a word alone stands for.
    static let commands = [("ls", "assets list"), ("rm", "assets delete"), ("revoke", "grants reset")]
    /// What a word behind a noun stands for, where that noun has such a verb.
    private static let verbs = ["ls": "list", "rm": "delete", "revoke": "reset"]

    /// The words with what they stand for in their place; those that no command begins with as they are.
    static func resolved(_ words: [Argument], among commands: [Command]) -> [Argument] {
        guard let first = words.first else { return words }
        if let alias = self.commands.first(where: { $0.0 == first.text }) {
            return alias.1.split(separator: " ").map { Argument(String($0)) } + words.dropFirst()
        }
        guard words.count > 1, let verb = words[1].text.flatMap({ verbs[$0] }),
            commands.contains(where: { $0.words == [first.shown, verb] })
        else { return words }
        return [first, Argument(verb)] + words.dropFirst(2)
    }
}
