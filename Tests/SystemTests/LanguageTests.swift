import FilmgateTestKit
import Foundation
import Testing

/// All programs in the person's language. German and Japanese stand for the others, whose translations
/// `update-translations` checks.
@Suite("Programs in the person's language")
struct LanguageTests {
    private static let app = "org.example.Frame"

    @Test("the agent asks in German lines, and takes a German yes")
    func lines() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            _ = try await world.addPhotos(3)
            let (lines, hearing) = AsyncStream.makeStream(of: String?.self)
            let agent = try world.start(
                try await Self.speaking("de", in: world, "filmgate-agent", "--plain"), onLine: { hearing.yield($0) })
            try await lines.reach("Warten auf Apps, die nach Fotos fragen.")
            let client = try await world.client(flatpak: Self.app)
            let request = try await client.requestAccess()
            try await lines.reach("org.example.Frame möchte die Fotos sehen und ändern.")
            try await lines.reach("Die Bibliothek enthält 3 Fotos.")
            try await lines.reach("Antwort (eine Zahl, oder q für „jetzt nicht“):")
            agent.write("5\n")
            try await lines.reach("org.example.Frame: nie. Stimmt das? (ja oder nein)")
            agent.write("ja\n")
            #expect(try await client.response(to: request).status == "denied")
        }
    }

    @Test("the Japanese screen fits its columns, and writes dates in Japanese order")
    func screen() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            _ = try await world.addPhotos(3)
            let client = try await world.client(flatpak: Self.app)
            let window = try await world.window(
                try await Self.speaking("ja", in: world, "filmgate-agent", "--tty"), rows: 24, columns: 60)
            try await window.shows("アプリが写真を求めるのを待っています。")
            _ = try await client.requestAccess()
            let question = try await window.shows("写真へのアクセス", "今は決めない (後でまた尋ねられます)", "? ヘルプ")
            #expect(question.contains("org.example.Frame が写真の閲覧と変更を求めています。"))
            try await window.press("s", "Enter")
            let list = try await window.shows("3 枚の写真 (日別)", "IMG_0001", "? ヘルプ")
            #expect(list.contains(/[0-9]{4}年[0-9]{1,2}月[0-9]{1,2}日/), "\(list)")
            for line in (question + "\n" + list).split(separator: "\n") {
                #expect(Self.columns(String(line)) <= 60, "\(line)")
            }
        }
    }

    @Test("the tool's tables, sentences, errors and help are in German; JSON and values of the contract are not")
    func tool() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            _ = try await world.addPhotos(2)
            let english = try await Self.tool(world, language: "", "grants", "set", Self.app, "full", "--json")
            #expect(english.output == "{\n  \"set\" : 1\n}\n")
            let set = try await Self.tool(world, language: "de", "grants", "set", Self.app, "add-only")
            #expect(set.output == "flatpak:org.example.Frame hat jetzt die Stufe „add-only“.\n", "\(set)")
            let list = try await Self.tool(world, language: "de", "grants", "list")
            #expect(
                list.output.hasPrefix("CLIENT") && list.output.contains("STUFE") && list.output.contains("add-only"))
            let status = try await Self.tool(world, language: "de", "status")
            #expect(status.output.contains("Fotos und Videos  2\n"), "\(status)")
            let wrong = try await Self.tool(world, language: "de", "albums", "show", "Nowhere")
            #expect(wrong.errors.contains("Es gibt kein Album mit dem Namen 'Nowhere'."), "\(wrong)")
            let unknown = try await Self.tool(world, language: "de", "albms", "list")
            #expect(
                unknown.errors.contains("Es gibt keinen Befehl „albms list“. War 'albums list' gemeint?"), "\(unknown)")
            for command in [
                ["status", "--json"], ["--help", "--json"], ["doctor", "--json"], ["assets", "list", "--ids"],
            ] {
                let outputs = (
                    try await Self.tool(world, language: "", command).output,
                    try await Self.tool(world, language: "de", command).output
                )
                #expect(outputs.0 == outputs.1 && !outputs.0.isEmpty, "\(command)")
            }
            let doctor = try await Self.tool(world, language: "de", "doctor")
            #expect(doctor.output.contains("Der Bus ist erreichbar."), "\(doctor)")
        }
    }

    @Test(
        "every program explains itself in German",
        arguments: [
            ("filmgatectl", "Optionen aller Befehle:"), ("filmgate-agent", "Auf dem ganzen Terminal fragen"),
            ("filmgate-window", "Zeigt die Fotobibliothek"),
        ])
    func help(_ program: String, _ text: String) async throws {
        try await withWorld { world in
            let result = try await world.start(try await Self.speaking("de", in: world, program, "--help")).result()
            #expect(result.code == 0 && result.output.contains(text), "\(result)")
        }
    }

    @Test("the broker writes to a terminal in German, and to the journal in English")
    func broker() async throws {
        try await withWorld { world in
            let command = try await Self.speaking("de", in: world, "filmgated", "--nothing")
            let journal = try await world.start(command).result()
            #expect(journal.errors.contains("There is no option '--nothing'."), "\(journal)")
            let words = command.map { "'\($0)'" }.joined(separator: " ")
            let window = try await world.window(["/bin/sh", "-c", "\(words); read line"])
            try await window.shows("Es gibt keine Option '--nothing'.")
        }
    }

    // MARK: Languages

    /// The command that runs a program in a language, with the translations of this source.
    private static func speaking(
        _ language: String, in world: World, _ program: String, _ arguments: String...
    ) async throws -> [String] {
        try await speaking(language, in: world, program, arguments)
    }

    private static func speaking(
        _ language: String, in world: World, _ program: String, _ arguments: [String]
    ) async throws -> [String] {
        let variables = try await environment(language, in: world).map { "\($0)=\($1)" }
        return ["/usr/bin/env"] + variables + [BuiltProgram.path(program)] + arguments
    }

    /// The variables of a person who speaks a language.
    static func environment(_ language: String, in world: World) async throws -> [String: String] {
        let folder = "\(world.folder)/locale"
        if !language.isEmpty {
            let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "po/\(language).po").path
            let messages = "\(folder)/\(language)/LC_MESSAGES"
            try FileManager.default.createDirectory(atPath: messages, withIntermediateDirectories: true)
            let made = try await world.start(["/usr/bin/msgfmt", "-o", "\(messages)/filmgate.mo", source]).result()
            guard made.code == 0 else { throw ClientFailure("msgfmt: \(made.errors)") }
        }
        return ["LC_ALL": "C.UTF-8", "LANGUAGE": language, "FILMGATE_LOCALES": folder]
    }

    private static func tool(_ world: World, language: String, _ arguments: String...) async throws -> RunResult {
        try await tool(world, language: language, arguments)
    }

    private static func tool(_ world: World, language: String, _ arguments: [String]) async throws -> RunResult {
        let command = try await speaking(
            language, in: world, "filmgatectl",
            arguments + (arguments.contains("--help") ? [] : ["--bus", world.bus.address]))
        return try await world.start(command).result()
    }

    /// The columns of a line on a terminal: characters from U+1100 on are wide here.
    private static func columns(_ line: String) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 && $1.value < 0xFFE0 ? 2 : 1) }
    }
}
