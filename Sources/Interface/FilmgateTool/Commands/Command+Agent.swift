import Filmgate
import FilmgateText
import Glibc

extension Command {
    private static let screen = Option("tty", "Ask on the whole terminal")
    private static let lines = Option("plain", "Ask in plain lines, for any terminal and for screen readers")
    private static let window = Option(
        "window", value: .one("PROGRAM"), completion: .files, "Start this program, and let it ask")
    private static let answer = Option(
        "answer", value: .many("RULES"), completion: .files,
        "Answer by rules: a file, or one rule. What no rule answers goes to you, or is dismissed")

    private static let pictures = Option(
        "pictures",
        "Show small pictures of photos with --tty, also in blocks of color (default: if the terminal shows images)")
    private static let noPictures = Option("no-pictures", "Show no pictures")

    static let agent = Command(
        "agent", summary: "Answer apps that ask for your photos",
        details: [
            "Runs the filmgate-agent that is installed beside this tool. While it runs, you answer here when apps ask for your photos. Without an agent, only 'grants set' can allow anything new.",
            "Rules answer when nobody is at the computer. As in policy files, a section names clients, and its keys say what they get: 'add-only' (allow, deny, dismiss), 'read-write' (allow, limit, deny, dismiss), 'pick' (done, cancel), 'select' (newest:N, identifiers), 'for' (good, once, 1d) and 'rights'.",
        ],
        options: [screen, lines, window, answer, pictures, noPictures],
        examples: [
            Example("agent --tty", "Answer apps in this terminal."),
            Example(
                "agent --answer 'flatpak:org.example.Frame read-write=limit select=newest:100 for=1d'",
                "Let the picture frame see the newest 100 photos for one day, and dismiss all other apps."),
        ]
    ) { invocation in
        try invocation.exclude(screen, lines, window)
        try invocation.exclude(pictures, noPictures)
        var arguments: [String] = []
        for option in [screen, lines, pictures, noPictures] where invocation.has(option) {
            arguments.append("--" + option.name)
        }
        for option in [window, answer, .bus] {
            // The option and its value are one argument, because a value may look like an option.
            for text in invocation.texts(option) { arguments.append("--\(option.name)=\(text)") }
        }
        if ![screen, lines, window, answer].contains(where: invocation.has) { arguments.append("--" + screen.name) }
        guard invocation.surroundings.areOfThisProcess else {
            throw CommandFailure(.software, "The agent would replace the process, which is not the command's own.")
        }
        try become(try programBesideThis("filmgate-agent"), arguments)
    }

    static func programBesideThis(_ name: String) throws(CommandFailure) -> String {
        let program = ThisProgram.folder + "/" + name
        guard unsafe access(program, X_OK) == 0 else {
            throw CommandFailure(
                .unavailable, localized("{program} is not installed beside this tool.", ["program": name]))
        }
        return program
    }

    /// Replaces the program of this process with a different program.
    private static func become(_ program: String, _ arguments: [String]) throws(CommandFailure) -> Never {
        var words = unsafe ([program] + arguments).map { unsafe strdup($0) }
        unsafe words.append(nil)
        _ = unsafe execv(program, words)
        let values = ["program": program, "reason": Text.ofErrno(errno)]
        throw CommandFailure(.unavailable, localized("'{program}' cannot be started: {reason}.", values))
    }
}
