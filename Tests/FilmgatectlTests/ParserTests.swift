import Filmgate
import FilmgateText
import Testing

@testable import FilmgateTool

@Suite("The command line")
struct ParserTests {
    @Test("options can be before and after the command")
    func places() throws {
        let invocation = try invocation("--json", "assets", "list", "-n", "5", "--sort=-file-size")
        #expect(invocation.command.name == "assets list")
        #expect(invocation.writesJSON)
        let limit = try #require(invocation.command.options.first { $0.name == "limit" })
        let sort = try #require(invocation.command.options.first { $0.name == "sort" })
        #expect(try invocation.number(limit) == 5)
        #expect(invocation.text(sort) == "-file-size")
    }

    @Test("words after '--' are not options")
    func dashes() throws {
        #expect(try invocation("import", "a", "--", "--json", "-").operands == ["a", "--json", "-"])
    }

    @Test("the value of a letter can follow directly or be the next word")
    func letters() throws {
        for words in [["assets", "list", "-n7"], ["assets", "list", "-n", "7"]] {
            let invocation = try #require(try run(words))
            let limit = try #require(invocation.command.options.first { $0.letter == "n" })
            #expect(try invocation.number(limit) == 7)
        }
    }

    @Test(
        "a mistake is a usage error that says what is wrong",
        arguments: [
            (["xyzzy"], "There is no command 'xyzzy'."),
            (["statsu"], "There is no command 'statsu'. Did you mean 'status'?"),
            (["albums", "lsit"], "There is no command 'albums lsit'. Did you mean 'albums list'?"),
            (["ablums", "list"], "There is no command 'ablums list'. Did you mean 'albums list'?"),
            (["ablums"], "There is no command 'ablums'. Did you mean 'albums'?"),
            (["lss"], "There is no command 'lss'. Did you mean 'ls'?"),
            (
                ["list"], "There is no command 'list'. Did you mean 'assets list', 'albums list' or 'folders list'?"
            ),
            (
                ["delete", "cat.jpg"],
                "There is no command 'delete cat.jpg'. Did you mean 'assets delete', 'albums delete' or 'folders delete'?"
            ),
            (
                ["photos", "list"],
                "There is no command 'photos list'. Did you mean 'assets list', 'albums list' or 'folders list'?"
            ),
            (["grants", "xyzzy"], "There is no command 'grants xyzzy'."),
            (
                ["albums", "re"],
                "There is no command 'albums re'. Did you mean 'albums remove' or 'albums rename'?"
            ),
            (["assets", "list", "--wher", "x"], "There is no option '--wher'. Did you mean '--where'?"),
            (
                ["assets", "list", "--include", "x"],
                "There is no option '--include'. Did you mean '--include-hidden', '--include-trashed' or "
                    + "'--include-burst-members'?"
            ),
            (["grants"], "'grants' needs a verb: list, show, set, pause, reset, selection."),
            (["search"], "WORD is missing: a word to search for."),
            (["status", "now"], "Unexpected argument 'now'."),
            (["status", "--jsno"], "There is no option '--jsno'. Did you mean '--json'?"),
            (["status", "--limit", "3"], "'status' has no option '--limit'."),
            (["assets", "list", "--limit"], "'--limit' needs a value: COUNT."),
            (["status", "--json=yes"], "'--json' takes no value."),
            (
                ["watch", "--after", "--json"],
                "'--after' needs a value (TOKEN), but '--json' looks like an option. If it is the value, write '--after=--json'."
            ),
            (
                ["assets", "list", "-n", "--json"],
                "'-n' needs a value (COUNT), but '--json' looks like an option. If it is the value, write '-n--json'."
            ),
            (["status", "--bus", "a", "--bus", "b"], "'--bus' can be given only once."),
            (["status", "-x"], "There is no option '-x'."),
            (["grants", "set", "exe:/bin/true"], "LEVEL is missing: none, add-only, limited or full."),
        ])
    func refusals(_ words: [String], _ message: String) {
        let failure = #expect(throws: CommandFailure.self) { try CommandLineParser.ofTests.parse(words) }
        #expect(failure?.code == .usage)
        #expect(failure?.message == message)
    }

    @Test("hostile words are quoted without their control characters")
    func hostileWords() {
        let failure = #expect(throws: CommandFailure.self) {
            try CommandLineParser.ofTests.parse(["\u{1B}[2Jfoo"])
        }
        #expect(failure?.message == "There is no command '\u{FFFD}[2Jfoo'.")
    }

    @Test("there is help for everything, for one noun and for one command")
    func help() throws {
        for (words, expected) in [
            (["--help"], []), (["help"], []), ([], []), (["grants", "--help"], ["grants"]),
            (["help", "grants", "set"], ["grants", "set"]), (["help", "ls"], ["assets", "list"]),
            (["grants", "set", "-h"], ["grants", "set"]),
        ] {
            guard case .help(expected, asJSON: false) = try CommandLineParser.ofTests.parse(words) else {
                Issue.record("\(words) is no call for help about \(expected)")
                continue
            }
        }
    }

    @Test("an error names the help that explains more")
    func advice() {
        for (words, command) in [
            (["assets", "list", "--wher", "x"], "filmgatectl assets list --help"),
            (["albums", "lsit"], "filmgatectl albums --help"), (["xyzzy"], "filmgatectl --help"),
            (["--xyzzy"], "filmgatectl --help"),
        ] {
            let failure = #expect(throws: CommandFailure.self) { try CommandLineParser.ofTests.parse(words) }
            #expect(failure?.advice?.contains("'\(command)'") == true, "\(words)")
        }
    }

    @Test("aliases stand for commands, before and after options")
    func aliases() throws {
        for (words, name) in [
            (["ls"], "assets list"), (["--json", "ls"], "assets list"), (["rm", "ID"], "assets delete"),
            (["albums", "rm", "A"], "albums delete"), (["trash", "ls"], "trash list"),
            (["revoke", "org.example.App"], "grants reset"), (["grants", "revoke", "org.example.App"], "grants reset"),
        ] {
            #expect(try run(words)?.command.name == name, "\(words)")
        }
        #expect(try invocation("import", "ls", "rm").operands == ["ls", "rm"])
        #expect(try invocation("search", "ls").operands == ["ls"])
    }

    @Test("help for all fits on one screen, and names every command and every common option")
    func overview() {
        let text = Help(commands: Command.all, columns: 80).text(for: [])
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 24, "\(text)")
        for command in Command.all { for word in command.words { #expect(text.contains(word), "\(word)") } }
        for option in ["--bus", "--json", "--help", "--version"] { #expect(text.contains(option)) }
    }

    private func invocation(_ words: String...) throws -> Invocation { try #require(try run(words)) }

    private func run(_ words: [String]) throws -> Invocation? {
        guard case .run(let invocation) = try CommandLineParser.ofTests.parse(words) else { return nil }
        return invocation
    }
}

@Suite("The table of commands")
struct CommandTests {
    @Test("an option has one form in all commands, and no other option has its letter")
    func consistency() {
        let options = Command.all.flatMap(\.allOptions)
        for option in options {
            for other in options where other.name == option.name {
                #expect(other.letter == option.letter && other.value == option.value, "--\(option.name)")
            }
            for other in options where option.letter != nil && other.letter == option.letter {
                #expect(other.name == option.name, "-\(option.letter ?? " ")")
            }
        }
    }

    @Test("no two commands have the same words, and none begins with all of another's")
    func words() {
        for command in Command.all {
            #expect(Command.all.count { $0.words.starts(with: command.words) } == 1, "\(command.name)")
        }
    }

    @Test("the parser takes every example in help", arguments: Command.all.flatMap(\.examples).map(\.line))
    func examples(_ line: String) throws {
        // The shell handles what follows.
        let words = line.split(separator: " ").prefix { !["|", ">"].contains($0) }.map(String.init)
        guard case .run = try CommandLineParser.ofTests.parse(Self.joiningQuotes(words)) else {
            Issue.record("no call: \(line)")
            return
        }
    }

    @Test("help keeps within its columns", arguments: [60, 80, 100])
    func helpWidth(_ columns: Int) {
        let help = Help(commands: Command.all, columns: columns)
        for words in [[]] + Command.all.map(\.words) {
            for line in help.text(for: words).split(separator: "\n")
            where !line.hasPrefix("  $ ") && !line.hasPrefix("Usage:") {
                let unbreakable = line.split(separator: " ").contains { Text.width($0) > columns - 30 }
                #expect(Text.width(line) <= columns || unbreakable, "\(line)")
            }
        }
    }

    /// `'On the beach'` is one word to a shell.
    private static func joiningQuotes(_ words: [String]) -> [String] {
        var joined: [String] = []
        var isOpen = false
        for word in words {
            if isOpen { joined[joined.count - 1] += " " + word } else { joined.append(word) }
            if word.count(where: { $0 == "'" }) == 1 { isOpen.toggle() }
        }
        return joined
    }
}
