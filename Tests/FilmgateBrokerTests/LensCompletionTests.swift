import FilmgateTestKit
import Foundation
import Testing

@Suite("Lenses of photos that an earlier version added", .inProcess)
struct LensCompletionTests {
    @Test("are read from the files after the start, and history tells those who may know them")
    func completed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (with, without) = (try await owner.add(Photo.small()), try await owner.add(Photo.large()))
            let missing = try await owner.add(Photo.small())
            let examined = [with, without, missing]
            // An app for each way to see the photos, with the right to know the lens and without.
            var apps: [(client: Client, knows: Bool, token: String)] = []
            for kind in ["Full", "Limited", "Images"] {
                for knows in [true, false] {
                    let id = "org.example.\(kind)\(knows)"
                    try await owner.grant(
                        "flatpak:\(id)", kind == "Limited" ? "limited" : "full",
                        selection: kind == "Limited" ? examined : nil,
                        rights: knows ? ["metadata"] : ["location", "captions"],
                        others: kind == "Images" ? ["media-types": .texts(["image"])] : [:])
                    let client = try await world.client(flatpak: id)
                    apps.append((client, knows, try await client.subscribe()))
                }
            }
            try await Self.forgetLenses(in: world)
            try await world.tamper(
                "UPDATE resource SET file = randomblob(16) WHERE asset = (SELECT max(row) FROM asset)")
            try await world.restartBroker()
            try await eventually { try await owner.properties(of: with, "lens")["lens"]?.text == Photo.lens }
            for (client, knows, token) in apps {
                let changes = try await client.changes(since: token)
                #expect(changes.isIncremental == true && changes.token != token, "the position moves for all")
                #expect(changes.lists.filter { !$0.value.isEmpty } == (knows ? ["updated": examined.sorted()] : [:]))
                let seen = try await client.properties(of: with, "lens")
                #expect(seen["lens"]?.text == (knows ? Photo.lens : nil))
                #expect(try await client.properties(of: without, "lens")["lens"] == nil)
            }
            // It is done once.
            try await world.change(
                "sys.exit(0 if database.execute('SELECT lenses_missing FROM library').fetchone()[0] == 0 else 1)")
        }
    }

    @Test("are signalled, and results tell of them, to those who may know them", .long)
    func signalled() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            // So many that apps subscribe while they are read.
            var photos: [String] = []
            for _ in 0..<10 { photos += try await owner.add(Photo.several(10)) }
            var apps: [(client: Client, knows: Bool)] = []
            for knows in [true, false] {
                try await owner.grant("flatpak:org.example.App\(knows)", "full", rights: knows ? ["metadata"] : [])
                apps.append((try await world.client(flatpak: "org.example.App\(knows)"), knows))
            }
            try await Self.forgetLenses(in: world)
            try await world.restartBroker()
            var results: [Client.Result] = []
            for (client, _) in apps {
                try await client.subscribe()
                results.append(try await client.fetch())
            }
            try await eventually {
                try await owner.fetch(["where": .text("lens = '\(Photo.lens)'")]).count == photos.count
            }
            try await owner.set(["favorite": true], of: photos[0])
            for ((client, knows), result) in zip(apps, results) {
                var told: Set<String> = []
                try await eventually {
                    for changes in try await client.heardChanges() { told.formUnion(changes["updated"]) }
                    return told.contains(photos[0])
                }
                let update = try await client.call("FetchResult1", "Update", at: result.path)[0]
                let changed = update?["changed"]?.list?.count ?? 0
                #expect(knows ? told.count > 1 && changed > 1 : told.count == 1 && changed == 1, "\(knows): \(told)")
            }
        }
    }

    /// Leaves the library as the migration does.
    private static func forgetLenses(in world: World) async throws {
        try await world.tamper("UPDATE asset SET lens_model = NULL")
        try await world.tamper("UPDATE library SET lenses_missing = (SELECT max(row) FROM asset)")
    }
}
