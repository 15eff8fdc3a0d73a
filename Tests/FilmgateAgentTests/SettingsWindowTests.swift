import FilmgateModel
import FilmgateTestKit
import FilmgateWire
import Foundation
import Synchronization
import Testing

@testable import Filmgate
@testable import filmgate_agent

@Suite("Windows with apps' pages of the settings")
struct SettingsWindowTests {
    /// A program that writes its arguments down and stays open until it may end.
    private struct Program {
        let folder: URL
        var path: String { folder.appending(path: "window").path }

        init() async throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try await createProgram(
                "#!/bin/sh\necho \"$@\" >> '\(folder.path)/started'\nwhile [ ! -e '\(folder.path)/end' ]; do sleep 0.05; done\n",
                at: path)
        }

        /// The arguments of each start, once there are so many.
        func starts(_ count: Int) async throws -> [String] {
            while true {
                let text = (try? String(contentsOf: folder.appending(path: "started"), encoding: .utf8)) ?? ""
                let lines = text.split(separator: "\n").map(String.init)
                if lines.count >= count { return lines }
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        func end() throws { try Data().write(to: folder.appending(path: "end")) }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    @Test("are one for each app, and at most four", .timeLimit(.minutes(1)))
    func bounded() async throws {
        let program = try await Program()
        defer { program.remove() }
        let windows = SettingsWindows(program.path, bus: "unix:path=/x")
        for name in ["a", "b", "a", "c", "d", "a"] { #expect(await windows.show("flatpak:\(name)")) }
        #expect(await !windows.show("flatpak:e"))
        let starts = try await program.starts(4)
        #expect(starts.sorted() == ["a", "b", "c", "d"].map { "--app flatpak:\($0) --bus unix:path=/x" })
        try program.end()
        while await !windows.show("flatpak:e") { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try await program.starts(5).last == "--app flatpak:e --bus unix:path=/x")
    }

    @Test("say why they cannot be started")
    func missing() async {
        let sentences = Mutex<[String]>([])
        let windows = SettingsWindows("/nonexistent/window", bus: nil) { sentence in
            sentences.withLock { $0.append(sentence) }
        }
        #expect(await !windows.show("flatpak:a"))
        let said = sentences.withLock { $0 }
        #expect(said == ["The program '/nonexistent/window' cannot be started: No such file or directory."])
    }

    @Test("are opened by a prompt that no rule answers and no front end sees", .timeLimit(.minutes(1)))
    func prompt() async throws {
        let program = try await Program()
        defer { program.remove() }
        let app = AgentPrompt.App(id: "flatpak:org.example.Frame", name: "Frame", isVerified: true)
        let prompt = AgentPrompt(id: "7", app: app, assetCount: 0, subject: .settings)
        var rules = AnswerRules()
        try rules.add("* read-write=allow add-only=allow")
        let agent = try PromptAgent(on: .address("unix:path=/nonexistent"))
        let session = PromptAnswerer(agent, rules: rules, settings: SettingsWindows(program.path, bus: nil))
        #expect(await session.answer(prompt) == PromptAnswer(.done([])))
        #expect(try await program.starts(1) == ["--app flatpak:org.example.Frame"])
        try program.end()
        let unable = PromptAnswerer(agent, rules: rules)
        #expect(await unable.answer(prompt).decision == .dismiss)
        let missing = PromptAnswerer(agent, rules: rules, settings: SettingsWindows("/nonexistent", bus: nil))
        #expect(await missing.answer(prompt).decision == .dismiss)
    }
}
