import FilmgateTestKit
import Foundation
import Glibc
import Testing

/// `filmgatectl export --embed` while something that it needs is killed.
@Suite("Exports with XMP in the photos that are interrupted")
struct KilledEmbedderTests {
    private static let kills = Int(ProcessInfo.processInfo.environment["FILMGATE_KILLS"] ?? "") ?? 5
    private static let photos = 40

    enum Victim: CaseIterable { case worker, broker, tool }

    @Test(
        "have whole files under their names at any moment; the next run makes the export that it would have been, and leaves nothing else",
        .long, .seeded, arguments: Victim.allCases)
    func killed(_ victim: Victim) async throws {
        let worker = try RenamedProgram("filmgate-render")
        let settings = WorldSettings(configuration: "[render]\nworker=\(worker.path)\nworkers=2\n")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let plain = try TestPhoto.large().bytes
            for number in 0..<Self.photos {
                try await owner.add(
                    .memory(plain), filename: "photo-\(number).jpg", properties: ["title": .text("Title \(number)")])
            }
            let clock = ContinuousClock()
            let start = clock.now
            let whole = "\(world.folder)/whole"
            let reference = try await world.ctl("export", "-q", "--embed", whole)
            #expect(reference.code == 0, "\(reference)")
            let time = clock.now - start
            let expected = try Self.files(in: whole)
            #expect(expected.values.allSatisfy { $0 != Data(plain) })
            var interrupted = 0
            var random = SeededRandom()
            for round in 0..<Self.kills {
                let out = "\(world.folder)/out-\(round)"
                let command = [BuiltProgram.path("filmgatectl"), "export", "-q", "--embed", out]
                let tool = try world.start(command)
                try await Task.sleep(for: time * Double.random(in: 0.05...0.9, using: &random))
                switch victim {
                case .worker:
                    while !tool.hasEnded {
                        if let process = worker.processes().randomElement(using: &random), kill(process, SIGKILL) == 0 {
                            interrupted += 1
                        }
                        try await Task.sleep(for: .milliseconds(Int.random(in: 5...80, using: &random)))
                    }
                case .broker: try await world.killBroker()
                case .tool: tool.kill()
                }
                let code = await tool.ended()
                if victim != .worker, code != 0 { interrupted += 1 }
                if victim == .broker { try await world.startBroker() }
                for (name, content) in try Self.files(in: out) where !name.hasPrefix(".") && !name.hasSuffix(".jsonl") {
                    if name.hasSuffix(".xmp") {
                        #expect(content.suffix(60).contains("</x:xmpmeta>".utf8), "\(victim) \(round): \(name)")
                    } else {
                        #expect(content == expected[name] || content == Data(plain), "\(victim) \(round): \(name)")
                    }
                }
                let again = try await world.ctl("export", "-q", "--embed", out)
                #expect(again.code == 0, "\(victim) \(round): \(again)")
                let found = try Self.files(in: out)
                #expect(Set(found.keys) == Set(expected.keys), "\(victim) \(round)")
                for (name, content) in expected {
                    guard let there = found[name] else { continue }
                    #expect(Self.lines(name, there) == Self.lines(name, content), "\(victim) \(round): \(name)")
                }
            }
            #expect(interrupted > 0, "no export was under way when something was killed")
            #expect(try await owner.verify().findings == [])
        }
    }

    /// A manifest may list the photos in a different order.
    private static func lines(_ name: String, _ content: Data) -> Set<Data> {
        name.hasSuffix(".jsonl") ? Set(content.split(separator: UInt8(ascii: "\n")).map { Data($0) }) : [content]
    }

    /// All files, by their paths.
    private static func files(in folder: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        guard FileManager.default.fileExists(atPath: folder) else { return [:] }
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder),
                !isFolder.boolValue
            else { continue }
            files[path] = try Data(contentsOf: URL(filePath: "\(folder)/\(path)"))
        }
        return files
    }
}

extension Data {
    fileprivate func contains(_ text: some Collection<UInt8>) -> Bool { firstRange(of: Data(text)) != nil }
}
