import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// An app whose process is killed while it edits by its own access.
@Suite("An editor that dies", .inBothWorlds)
struct DyingEditorTests {
    private static let app = "org.example.App"

    enum Moment: CaseIterable {
        case begun, finishing, finished, confirming
    }

    @Test("leaves nothing behind, whenever it is killed, and another can begin", arguments: Moment.allCases)
    func dies(_ moment: Moment) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let agent = try await world.agent()
            let asset = try await owner.add(TestPhoto.small())
            try await owner.edit(asset, as: TestPhoto.small())
            let before = try await owner.contentState(of: asset)
            let bytes = try await owner.summary()["bytes"]
            let stored = try Self.originals(in: world)
            // Without the right to places, so that a worker writes the file anew as well.
            let rights = ["originals", "captions", "metadata", "write"]
            try await owner.grant("flatpak:\(Self.app)", "full", rights: rights)

            let app = try await world.client(flatpak: Self.app)
            let session = try await app.beginEditing(asset).session
            try await Self.reach(moment, session, of: asset, by: app, agent)
            await app.kill()
            if moment == .confirming { _ = try await agent.dismissed() }
            try await eventually {
                try await !owner.clients().contains { $0["client"]?.text == "flatpak:\(Self.app)" }
            }

            #expect(try await owner.contentState(of: asset) == before)
            #expect(try await owner.summary()["bytes"] == bytes)
            #expect(try Self.originals(in: world) == stored)
            let next = try await world.client(flatpak: Self.app)
            #expect(
                try await refusal { try await next.finish(session, Self.renders()) }.name
                    == "org.freedesktop.DBus.Error.UnknownObject")
            #expect(try await refusal { try await next.setContent(session, of: asset) }.kind == "InvalidArgument")
            try await owner.grant("flatpak:\(Self.app)", "full", rights: rights + ["manage"])
            try await next.edit(asset, as: TestPhoto.large())
            #expect(try await owner.properties(of: asset, "pixel-width")["pixel-width"]?.integer == 1600)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("while the broker reads its file is noticed: the copy ends, and no file of it stays open", .asProcesses)
    func openFiles() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let asset = try await owner.add(TestPhoto.small())
            try await owner.grant(
                "flatpak:\(Self.app)", "full",
                rights: ["location", "originals", "captions", "metadata", "write", "manage"])
            // A photo, and behind its end a gigabyte of nothing to be copied.
            let folder = "\(world.folder)/tmp"
            let render = "\(folder)/render.jpg"
            try TestPhoto.small().write(to: render)
            #expect(truncate(render, 1 << 30) == 0)
            let app = try await world.client(flatpak: Self.app, SandboxOptions(writable: [folder]))
            let session = try await app.beginEditing(asset).session
            let files = try world.broker.openFiles
            let finishing = Task { try await app.finish(session, ["full-size-photo": .file(render)]) }
            let end = ContinuousClock.now + .seconds(60)
            var isCopying = false
            while !isCopying, ContinuousClock.now < end {
                isCopying = try world.broker.openFiles.contains {
                    $0.contains("/originals/") && $0.hasSuffix("(deleted)")
                }
                await Task.yield()
            }
            #expect(isCopying, "the editor dies during the copy")
            await app.kill()
            _ = try? await finishing.value
            try await eventually { try world.broker.openFiles.filter { !files.contains($0) } == [] }
            #expect(try await owner.properties(of: asset, "has-adjustments")["has-adjustments"] == .flag(false))
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    /// Leads a session to that moment.
    private static func reach(
        _ moment: Moment, _ session: String, of asset: String, by app: TestClient, _ agent: ScriptedAgent
    ) async throws {
        switch moment {
        case .begun: return
        case .finishing:
            let sent = AsyncStream<Void>.makeStream()
            let renders = try renders()
            Task {
                let files = renders.map { BusArgument.list([.text($0), .descriptor($1), [:]]) }
                try await app.call(
                    "EditSession1", "Finish", "a(sha{sv})ssaya{sv}", .list(files), "org.example.Format", "1",
                    .bytes([1]), [:], at: session, timeout: nil, whenSent: { sent.continuation.yield() })
            }
            for await _ in sent.stream { break }
        case .finished: try await app.finish(session, renders())
        case .confirming:
            try await app.finish(session, renders())
            Task { try await app.setContent(session, of: asset, interactive: true) }
            _ = try await agent.asked("confirm")
        }
    }

    private static func renders() throws -> [String: BusArgument.Content] {
        ["full-size-photo": .memory(try TestPhoto.large().bytes)]
    }

    /// The stored files, whether the library has rows of them or not.
    private static func originals(in world: World) throws -> Set<String> {
        let folder = "\(world.state)/\(geteuid())/originals"
        return Set(
            try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                    && !isFolder.boolValue
            })
    }
}
