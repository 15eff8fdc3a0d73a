import FilmgateModel
import FilmgatePrompts
import FilmgateSystem
import FilmgateWire
import Foundation
import Testing

@testable import Filmgate
@testable import filmgate_agent

@Suite("The agent's reading of the person's own Flatpaks")
struct UserFlatpakFinderTests {
    private static let prompt = AgentPrompt(
        id: "7",
        app: AgentPrompt.App(id: "flatpak:org.example.Frame", name: "org.example.Frame", isVerified: true),
        assetCount: 12, subject: .access(.readWrite, highest: nil))

    /// - Returns: a home in which the person has installed the app.
    private func home(icon: String) throws -> URL {
        let home = FileManager.default.temporaryDirectory.appending(path: "agent-home-\(UUID().uuidString)")
        let folder = home.appending(path: ".local/share/flatpak/exports/share/applications")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let entry = """
            [Desktop Entry]
            Name=Frame Viewer
            Name[de]=Bilderrahmen
            Icon=\(icon)
            X-Filmgate-PhotoLibraryUsage=To show them.

            """
        try entry.write(to: folder.appending(path: "org.example.Frame.desktop"), atomically: true, encoding: .utf8)
        return home
    }

    @Test("finds the name, the icon and the purpose in their desktop files")
    func appInfo() async throws {
        let home = try home(icon: "org.example.Frame")
        defer { try? FileManager.default.removeItem(at: home) }
        let flatpaks = UserFlatpakFinder(["HOME": home.path], languages: [], timeLimit: .seconds(60))
        let appInfo = await flatpaks.appInfo(to: Self.prompt)
        #expect(appInfo?.name == "Frame Viewer")
        let german = UserFlatpakFinder(["HOME": home.path], languages: ["de_AT"], timeLimit: .seconds(60))
        #expect(await german.appInfo(to: Self.prompt)?.name == "Bilderrahmen")
        #expect(appInfo?.icon == "org.example.Frame")
        #expect(appInfo?.purpose == "To show them.")
    }

    @Test("ignores an icon that is a path")
    func iconPath() async throws {
        let home = try home(icon: "/home/anna/picture.png")
        defer { try? FileManager.default.removeItem(at: home) }
        let flatpaks = UserFlatpakFinder(["HOME": home.path], languages: [], timeLimit: .seconds(60))
        let appInfo = await flatpaks.appInfo(to: Self.prompt)
        #expect(appInfo?.name == "Frame Viewer")
        #expect(appInfo?.icon == nil)
    }

    @Test("does not delay a question if the disk never answers, and does not read again then")
    func hangingDisk() async throws {
        let disk = HangingDisk()
        let (reported, messages) = AsyncStream.makeStream(of: AgentMessage.self)
        let session = PromptAnswerer(
            try PromptAgent(on: .address("unix:path=/nonexistent")), rules: AnswerRules(),
            flatpaks: disk.flatpaks(timeLimit: .milliseconds(50)))
        await session.use(Listener(messages: messages))
        for _ in 1...2 {
            let answering = Task { await session.answer(Self.prompt) }
            for await message in reported {
                guard case .question(let question) = message else { continue }
                #expect(question.app.name == "org.example.Frame")
                break
            }
            await session.receive(.answer(PromptAnswer(.deny), to: "7"))
            #expect(await answering.value.decision == .deny)
        }
        disk.answer()
        #expect(await disk.readings() == 1)
    }

    @Test("ends without showing the question if the question is cancelled meanwhile")
    func dismissedMeanwhile() async throws {
        let disk = HangingDisk()
        let (reported, messages) = AsyncStream.makeStream(of: AgentMessage.self)
        let session = PromptAnswerer(
            try PromptAgent(on: .address("unix:path=/nonexistent")), rules: AnswerRules(),
            flatpaks: disk.flatpaks(timeLimit: .seconds(600)))
        await session.use(Listener(messages: messages))
        let answering = Task { await session.answer(Self.prompt) }
        await disk.isRead()
        answering.cancel()
        disk.answer()
        #expect(await answering.value.decision == .dismiss)
        messages.finish()
        for await message in reported {
            if case .question = message { Issue.record("the question was shown") }
        }
    }
}

/// A disk that answers only when the test says so.
private struct HangingDisk: Sendable {
    private let begun = AsyncStream.makeStream(of: Void.self)
    private let answered = AsyncStream.makeStream(of: Void.self)

    func flatpaks(timeLimit: Duration) -> UserFlatpakFinder {
        let beginning = begun.continuation
        let answers = answered.stream
        return UserFlatpakFinder(timeLimit: timeLimit) { _ in
            beginning.yield()
            for await _ in answers {}
            return nil
        }
    }

    func answer() { answered.continuation.finish() }

    /// Returns when a read has begun.
    func isRead() async {
        for await _ in begun.stream { break }
    }

    /// Returns how many reads there were, and stops counting.
    func readings() async -> Int {
        begun.continuation.finish()
        var count = 0
        for await _ in begun.stream { count += 1 }
        return count
    }
}

/// A front end that passes its messages to a test.
private struct Listener: FrontEnd {
    let messages: AsyncStream<AgentMessage>.Continuation

    func send(_ message: AgentMessage, with content: OwnedDescriptor?) async { messages.yield(message) }
}
