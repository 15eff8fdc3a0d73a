import FilmgateTestKit
import Foundation
import Testing

@Suite("An import to a disk that fills up", .enabled(if: TemporaryDisk.isAvailable))
struct FullDiskImportTests {
    @Test(
        "stops with advice and keeps what was confirmed; with room again, the next run brings the rest, and nothing twice"
    )
    func recovery() async throws {
        let disk = try TemporaryDisk(megabytes: 24)
        defer { disk.remove() }
        var settings = WorldSettings()
        settings.disk = disk
        try await withWorld(settings) { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(200, "lake/photo")
            for number in 1...100 {
                let digits = String(String(10_000 + number).dropFirst())
                try folder.write(Self.sidecar, to: "lake/photo-\(digits).jpg.xmp")
            }
            // Room for the database and for some of the photos.
            try disk.fill(leaving: 2 << 20)
            let full = try await world.ctl("import", "--quiet", "--folders", folder.path)
            #expect(full.code != 0 && full.errors.contains("disk"), "\(full)")
            let taken = try await world.owner.fetch().count
            #expect((1..<200).contains(taken), "\(taken)")
            #expect(try await world.owner.verify().findings == [])
            try disk.clear()
            let again = try await world.ctl("import", "--quiet", "--json", "--folders", folder.path)
            #expect(again.code == 0, "\(again)")
            #expect(try again.object()["present"] as? Int == taken)
            #expect(try await world.owner.fetch().count == 200)
            let listed = try await world.ctl("assets", "list", "--limit", "300", "--json").objects()
            #expect(Set(listed.compactMap { $0["content-hash"] as? String }).count == 200)
            let rated = try await world.owner.assets(["where": "rating = 4"])
            #expect(rated.count == 100, "each sidecar is there")
            let albums = try await world.ctl("albums", "list", "--json").objects().filter {
                $0["title"] as? String == "lake"
            }
            #expect(albums.map { $0["count"] as? Int } == [200])
            #expect(try await world.owner.verify().findings == [])
        }
    }

    private static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
        """
}
