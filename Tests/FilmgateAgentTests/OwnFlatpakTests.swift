import FilmgateFrontEnd
import FilmgateModel
import FilmgateWire
import Foundation
import Testing

@testable import Filmgate
@testable import filmgate_agent

@Suite("What the agent finds of the person's own Flatpaks")
struct OwnFlatpakTests {
    private static let prompt = AgentPrompt(
        id: "7",
        PromptDetails(
            client: PromptedClient(
                id: "flatpak:org.example.Frame", kind: "flatpak", name: "org.example.Frame", icon: "",
                isVerified: true),
            purpose: "", parentWindow: nil, assets: 12, subject: .access(.readWrite, highest: nil)))

    /// - Returns: a home in which the person has installed the app.
    private func home(icon: String) throws -> URL {
        let home = FileManager.default.temporaryDirectory.appending(path: "agent-home-\(UUID().uuidString)")
        let folder = home.appending(path: ".local/share/flatpak/exports/share/applications")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let entry = """
            [Desktop Entry]
            Name=Frame Viewer
            Icon=\(icon)
            X-Filmgate-PhotoLibraryUsage=To show them.

            """
        try entry.write(to: folder.appending(path: "org.example.Frame.desktop"), atomically: true, encoding: .utf8)
        return home
    }

    @Test("is the name, the icon and the words of their desktop file")
    func appInfo() async throws {
        let home = try home(icon: "org.example.Frame")
        defer { try? FileManager.default.removeItem(at: home) }
        let flatpaks = OwnFlatpaks(["HOME": home.path], patience: .seconds(60))
        let appInfo = await flatpaks.appInfo(to: Self.prompt)
        #expect(appInfo?.name == "Frame Viewer")
        #expect(appInfo?.icon == "org.example.Frame")
        #expect(appInfo?.purpose == "To show them.")
    }

    @Test("is no icon that is a path")
    func iconPath() async throws {
        let home = try home(icon: "/home/anna/picture.png")
        defer { try? FileManager.default.removeItem(at: home) }
        let flatpaks = OwnFlatpaks(["HOME": home.path], patience: .seconds(60))
        let appInfo = await flatpaks.appInfo(to: Self.prompt)
        #expect(appInfo?.name == "Frame Viewer")
        #expect(appInfo?.icon == nil)
    }

    @Test("lies where Flatpak puts it, and at no path that is not absolute")
    func folder() {
        let exports = "exports/share/applications"
        #expect(OwnFlatpaks.folder(["HOME": "/home/anna"]) == "/home/anna/.local/share/flatpak/\(exports)")
        #expect(OwnFlatpaks.folder(["HOME": "/home/anna", "XDG_DATA_HOME": "/data"]) == "/data/flatpak/\(exports)")
        #expect(OwnFlatpaks.folder(["HOME": "/home/anna", "FLATPAK_USER_DIR": "/apps"]) == "/apps/\(exports)")
        let relative = ["HOME": "/home/anna", "XDG_DATA_HOME": "data", "FLATPAK_USER_DIR": ""]
        #expect(OwnFlatpaks.folder(relative) == "/home/anna/.local/share/flatpak/\(exports)")
        #expect(OwnFlatpaks.folder(["HOME": "anna"]) == nil)
        #expect(OwnFlatpaks.folder([:]) == nil)
    }

    @Test("does not keep a question from being shown where the disk never answers, nor is read again then")
    func hangingDisk() async throws {
        let disk = HangingDisk()
        let (told, telling) = AsyncStream.makeStream(of: AgentMessage.self)
        let session = Session(
            try PromptAgent(on: .address("unix:path=/nonexistent")), rules: Rules(),
            flatpaks: disk.flatpaks(patience: .milliseconds(50)))
        await session.use(Listener(telling: telling))
        for _ in 1...2 {
            let answering = Task { await session.answer(Self.prompt) }
            for await message in told {
                guard case .question(let question) = message else { continue }
                #expect(question.client.name == "org.example.Frame")
                break
            }
            await session.hear(.answer(Answer(to: "7", .deny)))
            #expect(await answering.value.decision == .deny)
        }
        disk.answer()
        #expect(await disk.readings() == 1)
    }

    @Test("is not waited for on behalf of a question that was given up meanwhile, which nobody is shown")
    func dismissedMeanwhile() async throws {
        let disk = HangingDisk()
        let (told, telling) = AsyncStream.makeStream(of: AgentMessage.self)
        let session = Session(
            try PromptAgent(on: .address("unix:path=/nonexistent")), rules: Rules(),
            flatpaks: disk.flatpaks(patience: .seconds(600)))
        await session.use(Listener(telling: telling))
        let answering = Task { await session.answer(Self.prompt) }
        await disk.isRead()
        answering.cancel()
        disk.answer()
        #expect(await answering.value.decision == .dismiss)
        telling.finish()
        for await message in told {
            if case .question = message { Issue.record("the question was shown") }
        }
    }
}

/// Keeps whoever reads waiting until it answers.
private struct HangingDisk: Sendable {
    private let begun = AsyncStream.makeStream(of: Void.self)
    private let answered = AsyncStream.makeStream(of: Void.self)

    func flatpaks(patience: Duration) -> OwnFlatpaks {
        let beginning = begun.continuation
        let answers = answered.stream
        return OwnFlatpaks(patience: patience) { _ in
            beginning.yield()
            for await _ in answers {}
            return nil
        }
    }

    func answer() { answered.continuation.finish() }

    /// Returns once something is read.
    func isRead() async {
        for await _ in begun.stream { break }
    }

    /// How often something was read; nothing is counted after that.
    func readings() async -> Int {
        begun.continuation.finish()
        var count = 0
        for await _ in begun.stream { count += 1 }
        return count
    }
}

/// A front end that shows to a test what it is told.
private struct Listener: FrontEnd {
    let telling: AsyncStream<AgentMessage>.Continuation

    func tell(_ message: AgentMessage) async { telling.yield(message) }
}
