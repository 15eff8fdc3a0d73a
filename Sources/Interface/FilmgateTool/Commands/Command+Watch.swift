import Filmgate
import FilmgateText

extension Command {
    private static let after = Option(
        "after", value: .one("TOKEN"), "Begin with the changes since this token, which an earlier run wrote")

    static let watch = Command(
        "watch", summary: "Show changes of the library as they happen",
        details: [
            TranslatableText(
                "Shows each photo, album and folder that is inserted, updated or deleted on one line. More than {n} equal changes are one line with a number and the first names. Photos that are moved to the trash count as deleted. A program with limited access sees changes of its selection, and what enters and leaves it.",
                ["n": "\(WatchLines.listed)"]),
            "If the broker stops, the tool waits until it runs again, and misses no changes. Ctrl-C ends it and writes a token. '--after' continues from that token later, as long as the broker keeps its history: by default 90 days.",
            "With --json, it writes one object per line, with all identifiers and a 'token'. If 'incremental' is false, the lists are not complete: read again what you read before. 'reason' says why: 'library', 'selection' or 'grant'. 'token-expired' is true if the history does not reach back to the token of '--after'. With an empty 'token', nothing can be read until the next object.",
        ],
        options: [after],
        examples: [
            Example("watch", "What changes now?"),
            Example("watch --after TOKEN", "What changed since then, and what changes now?"),
            Example("watch --json", "For programs. '| jq -r .inserted[]?' writes the identifiers of new photos."),
        ]
    ) { invocation in
        let token = try invocation.value(after, expected: localized("a token that 'watch' wrote")) { text in
            text.isEmpty ? nil : ChangeToken(text)
        }
        let library = try await invocation.library()
        try await invocation.interruptibleRun.run {
            try await LibraryWatcher(library: library, invocation: invocation, start: token).run()
        }
        return .success
    }
}
