import FilmgateTestKit
import Foundation
import Testing

@Suite("A broker that is killed during an import", .seeded)
struct KilledBrokerTests {
    static let rounds = 20
    static let photosInRound = 24

    @Test("at twenty random moments has nothing wrong afterwards, and has every photo that it confirmed")
    func randomMoments() async throws {
        try await withWorld { world in
            // Known to the broker before it dies: connections made while it is away must be made again.
            _ = try await world.owner.status()
            var answered: Set<String> = []
            var interrupted = 0
            var random = SeededRandom()
            for round in 0..<Self.rounds {
                let folder = try await Self.photos(for: round, in: world)
                let tool = try world.start([BuiltProgram.path("filmgatectl"), "import", "--quiet", folder])
                let adding = Task { try await Self.addUntilItFails(world.owner) }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...500, using: &random)))
                try await world.killBroker()
                answered.formUnion(try await adding.value)
                interrupted += await tool.ended() == 0 ? 0 : 1

                try await world.startBroker()
                let verified = try await world.owner.verify()
                #expect(verified.findings == [], "round \(round)")
                let there = try await Set(world.owner.allAssets())
                #expect(answered.subtracting(there) == [], "round \(round)")
            }
            #expect(interrupted > 0, "not one import was under way when the broker was killed")
            // Interrupted additions are repeated, and none is stored twice.
            let everything = try await world.ctl("import", "--quiet", "--json", "\(world.folder)/import")
            #expect(everything.code == 0, "\(everything)")
            let hashes = try await world.owner.hashesOfImported()
            #expect(hashes.count == Self.rounds * Self.photosInRound)
            #expect(Set(hashes).count == hashes.count)
            #expect(try await world.owner.verify().findings == [])
        }
    }

    @Test(
        "an import whose tool is killed keeps what was confirmed, and the next one brings the rest, and nothing twice")
    func killedTool() async throws {
        try await withWorld { world in
            let folder = try await Self.photos(for: 0, in: world)
            for round in 1..<6 { _ = try await Self.photos(for: round, in: world) }
            var interrupted = 0
            var random = SeededRandom()
            for _ in 0..<6 {
                let tool = try world.start([
                    BuiltProgram.path("filmgatectl"), "import", "--quiet", "--album", "Trip", "\(folder)/..",
                ])
                try await Task.sleep(for: .milliseconds(Int.random(in: 50...400, using: &random)))
                tool.kill()
                interrupted += await tool.ended() == 0 ? 0 : 1
                #expect(try await world.owner.verify().findings == [])
            }
            #expect(interrupted > 0, "not one import was under way when its tool was killed")
            #expect(try await world.ctl("import", "--quiet", "--album", "Trip", "\(folder)/..").code == 0)
            let hashes = try await world.owner.hashesOfImported()
            #expect(hashes.count == 6 * Self.photosInRound && Set(hashes).count == hashes.count)
            let album = try #require(await world.owner.albums().first?["id"]?.text)
            #expect(try await world.owner.fetch(["album": .text(album)]).count == hashes.count)
        }
    }

    @Test("during purges and other batches has made each or not, and no file outlives its photo")
    func purging() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let second = try await owner.anotherConnection()
            let album = try await owner.perform([("create-album", ["title": "Album"])])[0]
            let kept = Set(try await owner.add(TestPhoto.several(4)))
            var random = SeededRandom()
            for round in 0..<8 {
                let doomed = try await owner.add(TestPhoto.several(10))
                try await owner.perform([
                    ("add-assets", ["album": .text(album), "ids": .texts(doomed)]),
                    ("delete-assets", ["ids": .texts(doomed)]),
                ])
                async let purged: [String] = owner.purgeOneByOne(doomed)
                async let others: Void = second.changeUntilItFails(album, Array(kept))
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...60, using: &random)))
                try await world.killBroker()
                let gone = await purged
                await others
                try await world.startBroker()
                #expect(try await owner.verify().findings == [], "round \(round)")
                let there = try await Set(owner.assets(["include-trashed": true]))
                #expect(there.isDisjoint(with: gone), "round \(round): an answered purge is kept")
                #expect(there.isSuperset(of: kept))
                #expect(try Self.originals(in: world) == there.count, "round \(round)")
                let left = there.subtracting(kept)
                try await owner.perform(("purge-assets", ["ids": .texts(Array(left))]))
                #expect(try Self.originals(in: world) == kept.count)
            }
        }
    }

    @Test("during undos has taken back everything or nothing, and the next undo does the rest")
    func undoing() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            var photos: [String] = []
            for _ in 0..<12 { photos += try await owner.add(TestPhoto.several(16)) }
            let app = "flatpak:org.example.App"
            try await owner.grant(app, "full", rights: ["captions", "write", "manage"])
            let spoiler = try await world.client(flatpak: "org.example.App")
            let album = try await spoiler.perform([("create-album", ["title": "Spoilt"])])[0]
            for photo in photos {
                try await spoiler.perform([
                    (
                        "set-properties",
                        [
                            "id": .text(photo),
                            "properties": .options(["title": "spoilt", "keywords": .texts(["spoilt"])]),
                        ]
                    ),
                    ("add-assets", ["album": .text(album), "ids": .texts([photo])]),
                ])
            }
            func isSpoilt(_ round: Int) async throws -> Bool {
                let spoilt = try await owner.assets(["where": "title = 'spoilt' and keywords contains 'spoilt'"]).count
                let albums = try await owner.albums().count
                #expect((spoilt, albums) == (photos.count, 1) || (spoilt, albums) == (0, 0), "round \(round)")
                return albums == 1
            }
            var (interrupted, spoilt) = (0, true)
            var random = SeededRandom()
            for round in 0..<12 {
                // Each undo that is done is taken back by the next one.
                let undo = spoilt ? ["undo", "--client", app] : ["undo"]
                let tool = try world.start([BuiltProgram.path("filmgatectl")] + undo)
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...200, using: &random)))
                try await world.killBroker()
                interrupted += await tool.ended() == 0 ? 0 : 1
                try await world.startBroker()
                #expect(try await owner.verify().findings == [], "round \(round)")
                spoilt = try await isSpoilt(round)
            }
            #expect(interrupted > 0, "not one undo was under way when the broker was killed")
            if spoilt { #expect(try await world.ctl("undo", "--client", app).code == 0) }
            #expect(try await !isSpoilt(12))
        }
    }

    @Test("leaves no half-written files: files without a row are removed at the next start")
    func sweeping() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            var random = SeededRandom()
            for _ in 0..<5 {
                let photos = try TestPhoto.several(8)
                let sent = AsyncStream<Void>.makeStream()
                async let adding: [String] = owner.perform(
                    photos.map { TestClient.creation(of: .memory($0.bytes)) }, whenSent: { sent.continuation.yield() })
                for await _ in sent.stream { break }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...100, using: &random)))
                try await world.killBroker()
                _ = try? await adding
                try await world.startBroker()
                let assets = try await owner.allAssets().count
                #expect(assets % 8 == 0, "a batch is there whole or not at all")
                #expect(try Self.originals(in: world) == assets)
            }
        }
    }

    /// Makes a round's photos, each different from all others.
    private static func photos(for round: Int, in world: World) async throws -> String {
        let folder = "\(world.folder)/import/\(round)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 0..<photosInRound {
            try TestPhoto.small("\(round)/\(number)").write(to: "\(folder)/imported-\(number).jpg")
        }
        return folder
    }

    /// Adds one photo after the other; returns the identifiers that were confirmed.
    private static func addUntilItFails(_ client: TestClient) async throws -> [String] {
        var answered: [String] = []
        while true {
            do { answered.append(try await client.add(TestPhoto.small())) } catch is BusError { return answered }
        }
    }

    private static func originals(in world: World) throws -> Int {
        let folder = "\(world.state)/\(geteuid())/originals"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.count
    }
}

extension TestClient {
    /// - Returns: the identifiers that were confirmed before the broker ended.
    fileprivate func purgeOneByOne(_ ids: [String]) async -> [String] {
        var gone: [String] = []
        for id in ids {
            guard (try? await perform(("purge-assets", ["ids": .texts([id])]))) != nil else { break }
            gone.append(id)
        }
        return gone
    }

    fileprivate func changeUntilItFails(_ album: String, _ ids: [String]) async {
        while true {
            let done = try? await perform([
                ("insert-assets", ["album": .text(album), "ids": .texts(ids), "index": .uint32(0)]),
                ("move-assets", ["album": .text(album), "ids": .texts([ids[0]]), "index": .uint32(3)]),
                ("create-folder", ["title": "Folder", "placeholder": "@f"]),
                ("add-children", ["folder": "@f", "ids": .texts([album])]), ("delete-folders", ["ids": .texts(["@f"])]),
                ("remove-assets", ["album": .text(album), "ids": .texts(ids)]),
            ])
            guard done != nil else { return }
        }
    }

    /// Returns all that it sees, in a library of any size.
    func allAssets() async throws -> [String] {
        try await pages("id").compactMap { $0["id"]?.text }
    }

    fileprivate func hashesOfImported() async throws -> [String] {
        try await pages("filename", "content-hash")
            .filter { $0["filename"]?.text?.hasPrefix("imported-") == true }.compactMap { $0["content-hash"]?.text }
    }

    private func pages(_ first: String, _ second: String = "id") async throws -> [[String: Value]] {
        let result = try await fetch()
        var rows: [[String: Value]] = []
        while rows.count < result.count {
            rows += try await read(result, first, second, offset: rows.count)
        }
        try await close(result)
        return rows
    }
}
