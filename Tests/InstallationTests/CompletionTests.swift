import FilmgateCommandLine
import FilmgateTestKit
import Foundation
import Testing

@testable import filmgatectl

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
    Offer(line: "filmgatectl completions ", offered: ["bash", "zsh", "fish"], alone: true),
    Offer(line: "filmgatectl verify xyz", offered: [], alone: true),
]

@Suite("Completions")
struct CompletionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "photo.jpg")
        try folder.write("", to: "photos/a")
    }

    private func script(_ shell: String) async throws -> String {
        let result = try await run(BuiltProgram.path("filmgatectl"), "completions", shell)
        try folder.write(result.output, to: "script.\(shell)")
        return "\(folder.path)/script.\(shell)"
    }

    private func check(_ offer: Offer, _ got: [String]) {
        let got = Set(got.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
        #expect(Set(offer.offered).isSubset(of: got), "\(offer.line): \(got.sorted())")
        if offer.alone { #expect(got == Set(offer.offered), "\(offer.line): \(got.sorted())") }
    }

    @Test("bash offers the possible words", arguments: offers)
    func bash(_ offer: Offer) async throws {
        // As readline parts words: at blanks, and at the signs of COMP_WORDBREAKS.
        let asks = """
            cd "$2" && source "$1" && line=$3
            parted=${line//=/ = }
            read -r -a COMP_WORDS <<<"${parted//:/ : }"
            [[ $line == *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line}
            _filmgatectl && printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try await run(
            "/bin/bash", "--norc", "-c", asks, "bash", try await script("bash"), folder.path, offer.line)
        check(offer, result.lines)
        #expect(result.errors.isEmpty, "\(result)")
    }

    @Test("bash completes a value after an equals sign")
    func bashEquality() async throws {
        try await bash(Offer(line: "filmgatectl albums list --type=m", offered: ["moment"], alone: true))
        try await bash(Offer(line: "filmgatectl albums list --type=smart --js", offered: ["--json"], alone: true))
        try await bash(Offer(line: "filmgatectl --bus=unix:x albums re", offered: ["rename", "remove"], alone: true))
    }

    @Test(
        "fish offers the possible words", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/fish")),
        arguments: offers)
    func fish(_ offer: Offer) async throws {
        let result = try await run(
            "/usr/bin/fish", "--no-config", "-c", "cd $argv[2]; source $argv[1]; complete -C $argv[3]",
            try await script("fish"), folder.path, offer.line, environment: ["HOME": folder.path])
        check(offer, result.lines.map { String($0.prefix { $0 != "\t" }) })
        #expect(result.errors.isEmpty, "\(result)")
    }

    @Test(
        "zsh offers the possible words", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/zsh")),
        arguments: offers)
    func zsh(_ offer: Offer) async throws {
        let result = try await run(
            "/usr/bin/zsh", "-f", "\(source)/Tests/InstallationTests/Scripts/zsh-offers", try await script("zsh"),
            folder.path, offer.line, environment: ["HOME": folder.path, "TERM": "xterm"])
        check(offer, result.lines)
        #expect(result.errors.isEmpty, "\(result)")
    }

    @Test("the script of every shell has every command with all its options")
    func whole() async throws {
        for shell in Shell.allCases {
            let script = shell.script(for: Command.all)
            for command in Command.all {
                #expect(script.contains(command.words.last ?? ""), "\(shell): \(command.name)")
                for option in command.allOptions { #expect(script.contains(option.name), "\(shell): \(option.name)") }
            }
        }
    }
}
