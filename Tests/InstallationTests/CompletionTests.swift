import FilmgateTestKit
import Foundation
import Testing

/// A line before the cursor, and what a shell offers there: among other things, or these alone.
struct Offer: Sendable, CustomTestStringConvertible {
    let line: String
    let offered: [String]
    var alone = false
    var testDescription: String { line }
}

private let offers = [
    Offer(line: "filmgatectl alb", offered: ["albums"], alone: true),
    Offer(line: "filmgatectl ", offered: ["status", "import", "albums", "doctor"]),
    Offer(line: "filmgatectl albums ", offered: ["list", "show", "create", "rename", "delete"]),
    Offer(line: "filmgatectl albums re", offered: ["rename", "remove"], alone: true),
    Offer(line: "filmgatectl --json albums re", offered: ["rename", "remove"], alone: true),
    Offer(line: "filmgatectl --bus unix:path=/x albums re", offered: ["rename", "remove"], alone: true),
    Offer(line: "filmgatectl albums list --ty", offered: ["--type"], alone: true),
    Offer(line: "filmgatectl albums list --type m", offered: ["moment"], alone: true),
    Offer(line: "filmgatectl assets edit ID --favorite ", offered: ["no", "yes"], alone: true),
    Offer(line: "filmgatectl grants set flatpak:a ", offered: ["none", "add-only", "limited", "full"], alone: true),
    Offer(line: "filmgatectl grants set flatpak:a li", offered: ["limited"], alone: true),
    Offer(line: "filmgatectl import pho", offered: ["photos", "photo.jpg"]),
    Offer(line: "filmgatectl export pho", offered: ["photos"], alone: true),
    Offer(line: "filmgatectl export --without location,cap", offered: ["location,captions"], alone: true),
    Offer(line: "filmgatectl assets image ID -o pho", offered: ["photos", "photo.jpg"]),
    Offer(line: "filmgatectl verify xyz", offered: [], alone: true),
]

@Suite("Completions")
struct CompletionTests {
    private let folder: InstallationFolder

    init() throws {
        folder = try InstallationFolder()
        try folder.write("", to: "photo.jpg")
        try folder.write("", to: "photos/a")
    }

    /// What a shell runs with: this build's tool, or the one in a folder, and no broker.
    private func environment(_ tools: String = programs) -> [String: String] {
        [
            "PATH": "\(tools):/usr/bin:/bin", "HOME": folder.path, "TERM": "xterm",
            "FILMGATE_BUS_ADDRESS": "unix:path=/nonexistent",
        ]
    }

    private func script(_ name: String) -> String { "\(source)/data/completions/\(name)" }

    private func check(_ offer: Offer, _ result: RunResult, _ got: [String]) {
        let got = Set(got.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
        #expect(Set(offer.offered).isSubset(of: got), "\(offer.line): \(got.sorted())")
        if offer.alone { #expect(got == Set(offer.offered), "\(offer.line): \(got.sorted())") }
        #expect(result.errors.isEmpty, "\(result)")
    }

    /// - Parameter replaced: the end of the line that readline replaces. It divides words at the signs of
    ///   COMP_WORDBREAKS, too.
    private func offeredByBash(_ line: String, _ replaced: String, tools: String = programs) async throws -> RunResult {
        let asks = """
            cd "$2" && source "$1" && COMP_LINE=$3 COMP_POINT=${#3}
            _filmgatectl filmgatectl "$4" && ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try await run(
            "/bin/bash", "--norc", "-c", asks, "bash", script("filmgatectl.bash"), folder.path, line, replaced,
            environment: environment(tools))
    }

    private func offeredByFish(_ line: String, tools: String = programs) async throws -> RunResult {
        try await run(
            "/usr/bin/fish", "--no-config", "-c", "cd $argv[2]; source $argv[1]; complete -C $argv[3]",
            script("filmgatectl.fish"), folder.path, line, environment: environment(tools))
    }

    private func offeredByZsh(_ line: String, tools: String = programs) async throws -> RunResult {
        try await run(
            "/usr/bin/zsh", "-f", "\(source)/Tests/InstallationTests/Scripts/zsh-offers", script("_filmgatectl"),
            folder.path, line, environment: environment(tools))
    }

    @Test("bash offers the possible words", arguments: offers)
    func bash(_ offer: Offer) async throws {
        let replaced = offer.line.split(omittingEmptySubsequences: false) { " =:".contains($0) }.last ?? ""
        let result = try await offeredByBash(offer.line, String(replaced))
        check(offer, result, result.lines)
    }

    @Test("bash completes a value after an equals sign")
    func bashEquality() async throws {
        try await bash(Offer(line: "filmgatectl albums list --type=m", offered: ["moment"], alone: true))
        try await bash(Offer(line: "filmgatectl albums list --type=smart --js", offered: ["--json"], alone: true))
        try await bash(Offer(line: "filmgatectl --bus=unix:x albums re", offered: ["rename", "remove"], alone: true))
        try await bash(Offer(line: "filmgatectl agent --window=pho", offered: ["photos", "photo.jpg"]))
    }

    @Test(
        "fish offers the possible words", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/fish")),
        arguments: offers)
    func fish(_ offer: Offer) async throws {
        let result = try await offeredByFish(offer.line)
        check(offer, result, result.lines.map { String($0.prefix { $0 != "\t" }) })
    }

    @Test(
        "zsh offers the possible words", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/zsh")),
        arguments: offers)
    func zsh(_ offer: Offer) async throws {
        let result = try await offeredByZsh(offer.line)
        check(offer, result, result.lines)
    }

    // MARK: Names that apps chose

    private static let names = [
        "$(touch evil)", "`touch evil`", "a;touch evil", "It's", "say \"hi\"", "two  blanks", "exe:/usr/bin/app",
        "back\\slash", "*", "~root", "wow!",
    ]

    /// A tool that offers these names, each with a meaning.
    private func hostileTool() throws -> String {
        try folder.write(Self.names.map { $0 + "\n" }.joined(), to: "tools/names")
        try folder.write(
            """
            #!/bin/sh
            for last; do :; done
            while IFS= read -r name; do
                case $name in "$last"*) printf '%s\\ta: $(touch evil)\\n' "$name" ;; esac
            done <"${0%/*}/names"

            """, to: "tools/filmgatectl")
        let tools = "\(folder.path)/tools"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(tools)/filmgatectl")
        return tools
    }

    private var isEvilDone: Bool { FileManager.default.fileExists(atPath: "\(folder.path)/evil") }

    @Test("bash quotes names, and evaluates none")
    func bashQuotes() async throws {
        let tools = try hostileTool()
        let inserted = try await offeredByBash("filmgatectl x ", "", tools: tools).lines
        #expect(inserted.count == Self.names.count)
        let words = try await run("/bin/bash", "--norc", "-c", "printf '%s\\n' \(inserted.joined(separator: " "))")
        #expect(words.lines == Self.names)
        let parts: [(line: String, replaced: String, offered: String?)] = [
            ("exe:", "", "/usr/bin/app"), ("exe:/us", "/us", "/usr/bin/app"),
            ("\"exe:/us", "exe:/us", "exe:/usr/bin/app"), ("'two", "two", "two  blanks"),
            ("two\\ ", "two\\ ", "two\\ \\ blanks"), ("\"say", "say", nil), ("\"$", "$", nil),
            ("\\$", "\\$", "\\$\\(touch\\ evil\\)"),
        ]
        for (line, replaced, offered) in parts {
            let result = try await offeredByBash("filmgatectl x \(line)", replaced, tools: tools)
            #expect(result.lines == (offered.map { [$0] } ?? []), "\(line)")
        }
        // What a person typed is not evaluated either.
        _ = try await offeredByBash("filmgatectl x \"$(touch evil)\" `touch evil` ", "", tools: tools)
        #expect(!isEvilDone)
    }

    @Test(
        "fish quotes names, and evaluates none", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/fish")))
    func fishQuotes() async throws {
        let tools = try hostileTool()
        let result = try await offeredByFish("filmgatectl x \"$(touch evil)\" ", tools: tools)
        // fish quotes when it inserts.
        #expect(Set(result.lines) == Set(Self.names.map { $0 + "\ta: $(touch evil)" }))
        #expect(!isEvilDone)
    }

    @Test("zsh quotes names, and evaluates none", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/zsh")))
    func zshQuotes() async throws {
        let tools = try hostileTool()
        let result = try await offeredByZsh("filmgatectl x \"$(touch evil)\" ", tools: tools)
        let words = try await run("/usr/bin/zsh", "-f", "-c", "print -rl -- \(result.lines.joined(separator: " "))")
        #expect(Set(words.lines) == Set(Self.names))
        #expect(!isEvilDone)
    }
}
