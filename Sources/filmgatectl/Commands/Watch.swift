internal import Filmgate

extension Command {
    private static let after = Option(
        "after", value: .one("TOKEN"), "First what has changed since this moment, which an earlier run has written")

    static let watch = Command(
        "watch", summary: "Show what changes in the library, as it happens",
        details: [
            "Photos, albums and folders that are inserted, updated and deleted, each on a line with what it is called; more "
                + "than \(WatchLines.listed) of which the same has become are told as a number and the first few. What goes "
                + "into the trash is deleted. A program that sees a selection only is told of that, and also what enters its "
                + "scope and what leaves it.",
            "It says so when the broker goes, goes on when that is started anew, and misses nothing meanwhile. Ctrl-C ends it with a token, from which "
                + "'--after' goes on later, for as long as the broker remembers: 90 days, where its configuration says nothing else.",
            "With --json it writes an object a line, with every identifier, and 'token' in each. Where 'incremental' is false "
                + "the lists do not tell it all, and what was read before is to be read anew; 'reason' says why: 'library', "
                + "'selection' or 'grant', and 'token-expired' is true where history does not reach back to the token of '--after'. "
                + "An empty 'token' means that nothing may be read until another object comes.",
        ],
        options: [after],
        examples: [
            Example("watch", "What is going on?"),
            Example("watch --after TOKEN", "What has changed since then, and what is going on?"),
            Example("watch --json", "For a program: with '| jq -r .inserted[]?' the identifiers of what is added."),
        ]
    ) { invocation in
        let token = try invocation.value(after, expected: "a token that 'watch' has written") { text in
            text.isEmpty ? nil : ChangeToken(text)
        }
        let library = try await invocation.library()
        try await Following.run {
            try await LibraryWatcher(library: library, invocation: invocation, start: token).run()
        }
        return .success
    }
}
