import FilmgateTestKit
import FilmgateTestWorlds
import FilmgateText
import Foundation
import Testing

@testable import FilmgateTool

/// The words of a line, and what is offered for the last one.
struct CompletedLine: Sendable, CustomTestStringConvertible {
    let words: [String]
    let offered: [String]
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String..., offers offered: [String]) {
        self.words = words
        self.offered = offered
    }
}

@Suite("Completing command lines", .inProcess)
struct CompleterTests {
    private static let lines = [
        CompletedLine("alb", offers: ["albums"]),
        CompletedLine("albums", "re", offers: ["rename", "remove"]),
        CompletedLine("--user", "1000", "albums", "cov", offers: ["cover"]),
        CompletedLine("albums", "list", "--type", "m", offers: ["moment"]),
        CompletedLine("albums", "list", "--type=m", offers: ["--type=moment"]),
        CompletedLine("ls", "--colu", offers: ["--columns"]),
        CompletedLine("assets", "list", "--columns", "id,content-h", offers: ["id,content-hash"]),
        CompletedLine("assets", "list", "--sort", "rating,-rat", offers: ["rating,-rating"]),
        CompletedLine("assets", "list", "--sort", "rating,rat", offers: []),
        CompletedLine("assets", "count", "--by", "ye", offers: ["year"]),
        CompletedLine("assets", "export", "--without", "location,cap", offers: ["location,captions"]),
        CompletedLine("grants", "set", "flatpak:a", "li", offers: ["limited"]),
        CompletedLine("grants", "set", "--rights=location,ori", offers: ["--rights=location,originals"]),
        CompletedLine("grants", "set", "--mute", "--mu", offers: []),
        CompletedLine("grants", "set", "--select", "a", "--sel", offers: ["--select"]),
        CompletedLine("import", "x", offers: ["files"]),
        CompletedLine("import", "--", "--x", offers: ["files"]),
        CompletedLine("export", "", offers: ["folders"]),
        CompletedLine("assets", "image", "a", "--output=b", offers: ["files"]),
        CompletedLine("assets", "image", "a", "-o", "b", offers: ["files"]),
        CompletedLine("status", "", offers: []),
        CompletedLine("--bus", "", offers: []),
        CompletedLine("assets", "list", "--nonsense", "", offers: []),
        CompletedLine("nonsense", "", offers: []),
    ]

    @Test("words, options and values that are known in advance are offered", arguments: lines)
    func declared(_ line: CompletedLine) async {
        let answer = await Completer.ofTests.answer(to: Self.arguments(line.words))
        let offered = answer.split(separator: "\n").map { candidate in
            let parts = candidate.split(separator: "\t", omittingEmptySubsequences: false)
            return String(parts[0].isEmpty ? parts[1] : parts[0])
        }
        #expect(offered == line.offered)
    }

    @Test("every command and every option of it is offered, with its help")
    func whole() async {
        let completer = Completer.ofTests
        for command in Command.all {
            let verbs = await completer.answer(to: Self.arguments(command.words))
            #expect(verbs.contains("\t\(command.summary.english)\n"), "\(command.name)")
            let options = await completer.answer(to: Self.arguments(command.words + ["-"]))
            for option in command.allOptions {
                #expect(options.contains("--\(option.name)\t\(option.help)\n"), "\(command.name) \(option.name)")
            }
        }
    }

    @Test("apps, albums, folders, and words of the log are offered, with what they are")
    func names() async throws {
        try await withWorld { world in
            try await world.owner.grant("flatpak:org.example.Chat", "add-only")
            for words in [
                ["folders", "create", "Travel"], ["albums", "create", "Summer 2024", "--folder", "Travel"],
                ["albums", "create", "$(touch evil)"],
            ] { #expect(try await world.ctl(words).code == 0) }
            #expect(try await offers(world, "grants", "show", "fl") == ["flatpak:org.example.Chat\tadd-only"])
            #expect(
                try await offers(world, "undo", "--client=fl") == ["--client=flatpak:org.example.Chat\tadd-only"])
            #expect(try await offers(world, "albums", "rename", "Tr") == ["Travel/Summer 2024\talbum"])
            #expect(try await offers(world, "albums", "rename", "$") == ["$(touch evil)\talbum"])
            #expect(try await offers(world, "albums", "show", "fav") == ["favorites\tFavorites"])
            #expect(try await offers(world, "folders", "delete", "") == ["Travel\tfolder"])
            #expect(
                try await offers(world, "export", "--album", "Tr")
                    == ["Travel\tfolder", "Travel/Summer 2024\talbum"])
            #expect(try await offers(world, "audit", "--operation", "set-gr") == ["set-grant\t"])
            #expect(try await offers(world, "audit", "--outcome", "allowe") == ["allowed\t"])
        }
    }

    @Test("albums whose names cannot be typed, or are those of several, are offered by their identifiers")
    func unclear() async throws {
        try await withWorld { world in
            var ids: Set<String> = []
            for title in ["Twin", "Twin", "-dash", "left\u{202E}right", "slash/"] {
                let album = try await world.owner.perform(
                    ("create-album", ["title": .text(title), "placeholder": "@a"]))
                ids.insert(album[0])
            }
            let lines = try await offers(world, "albums", "rename", "")
            #expect(Set(lines.map { String($0.prefix { $0 != "\t" }) }) == ids)
            #expect(lines.contains { $0.hasSuffix("\tleft\u{FFFD}right") }, "\(lines)")
        }
    }

    @Test("a broker that does not answer, and one that is not there, have no names", .asProcesses)
    func silence() async throws {
        try await withWorld { world in
            let broker = try world.broker
            broker.program.send(signal: SIGSTOP)
            let silent = try await world.ctl("__complete", "albums", "show", "")
            broker.program.send(signal: SIGCONT)
            #expect(silent.code == 0 && silent.output.isEmpty && silent.errors.isEmpty, "\(silent)")
            let absent = try await world.ctl("__complete", "--bus", "unix:path=/nonexistent", "albums", "show", "")
            #expect(absent.code == 0 && absent.output.isEmpty && absent.errors.isEmpty, "\(absent)")
        }
    }

    private static func arguments(_ words: [String]) -> [FilmgateText.Argument] {
        words.map { FilmgateText.Argument($0) }
    }

    /// Tries again if the broker was too slow.
    private func offers(_ world: World, _ words: String...) async throws -> [String] {
        for _ in 0..<10 {
            let run = try await world.ctl(["__complete"] + words)
            #expect(run.code == 0 && run.errors.isEmpty, "\(run)")
            if !run.lines.isEmpty { return run.lines }
        }
        return []
    }
}
