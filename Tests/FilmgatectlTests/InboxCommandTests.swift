import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Synchronization
import Testing

@testable import FilmgateTool

@Suite("filmgatectl inbox", .inProcess)
struct InboxCommandTests {
    @Test("all that waits is listed and decided about, also if it is more than one call takes", .long)
    func many() async throws {
        let settings = WorldSettings(policy: "[*]\nquarantine=true\n")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            var added: [String] = []
            for name in ["org.example.Scanner", "org.example.Camera"] {
                try await owner.grant("flatpak:\(name)", "add-only")
                let app = try await world.client(flatpak: name)
                for _ in 0..<55 { added += try await app.add(TestPhoto.several(10)) }
            }
            #expect(try await world.ctl("inbox", "list", "--ids").lines == added)
            let rejected = try await world.ctl("inbox", "reject", "--all", "--json")
            #expect(rejected.output.contains("\"rejected\" : 1100"), "\(rejected)")
            #expect(try await world.ctl("inbox", "list", "--rejected", "--ids").lines == added)
            #expect(try await world.ctl("inbox", "list", "--ids").output.isEmpty)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("what apps withdraw meanwhile does not stop a decision about all")
    func withdrawn() async throws {
        let ids = (0..<2500).map { _ in AssetID.random() }
        // All of the first call, and one of the second.
        let gone = Set(ids.prefix(1000) + [ids[1200]])
        let decided = Mutex<[AssetID]>([])
        let call: ([AssetID]) async throws(PhotoLibraryError) -> Void = { part throws(PhotoLibraryError) in
            guard gone.isDisjoint(with: part) else { throw .notFound("There is no such item.") }
            decided.withLock { $0 += part }
        }
        let count = try await InboxDecisionBatcher(ids).decide(
            waiting: { () async throws(PhotoLibraryError) in Set(ids).subtracting(gone) }, call)
        #expect(count == 1499)
        #expect(decided.withLock { $0 } == ids.filter { !gone.contains($0) })
        // Of items that a person names, each must be there.
        await #expect(throws: PhotoLibraryError.self) {
            _ = try await InboxDecisionBatcher(ids).decide(waiting: nil, call)
        }
    }

    @Test("a person looks at what an app added, keeps one photo, rejects two, and changes their mind")
    func decide() async throws {
        let settings = WorldSettings(policy: "[flatpak:org.example.Scanner]\nquarantine=true\n")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let client = "flatpak:org.example.Scanner"
            #expect(try await world.ctl("inbox", "list").errors.contains("The inbox is empty"))
            try await owner.grant(client, "add-only")
            let app = try await world.client(flatpak: "org.example.Scanner")
            let added = try await app.add(TestPhoto.several(3))
            let list = try await world.ctl("inbox", "list", "--client", "org.example.Scanner")
            #expect(list.code == 0 && added.allSatisfy(list.output.contains) && list.output.contains(client), "\(list)")
            let json = try await world.ctl("inbox", "list", "--json")
            #expect(json.output.contains("\"file-size\"") && json.output.contains("\"added-date\""))
            #expect(try await world.ctl("inbox", "list", "--ids").lines == added)
            let accepted = try await world.ctl("inbox", "accept", String(added[0].prefix(8)))
            #expect(accepted.code == 0 && accepted.output.contains("Accepted 1 photo"), "\(accepted)")
            let rejected = try await world.ctl("inbox", "reject", "--all", "--json")
            #expect(rejected.output.contains("\"rejected\" : 2"), "\(rejected)")
            #expect(try await owner.assets() == [added[0]])
            #expect(try await world.ctl("inbox", "list", "--rejected", "--ids").lines == Array(added[1...]))
            #expect(try await world.ctl("inbox", "accept", added[1]).code == 0)
            #expect(try await world.ctl("inbox", "reject", added[2], "--purge").code == 64, "there is nobody to ask")
            #expect(try await world.ctl("inbox", "reject", added[2], "--purge", "--yes").code == 0)
            #expect(try await world.ctl("inbox", "list", "--rejected", "--ids").output.isEmpty)
            let missing = try await world.ctl("inbox", "accept", added[2])
            #expect(missing.code == 66 && missing.errors.contains("inbox list"), "\(missing)")
            #expect(try await world.ctl("inbox", "accept").code == 64)
            #expect(try await Set(owner.assets()) == Set(added[..<2]))
            #expect(try await owner.verify().findings.isEmpty)
        }
    }
}
