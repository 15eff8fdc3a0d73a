import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// The law of exports: importing one into an empty library makes an equal library, but for identifiers and the dates of
/// adding and changing.
@Suite("Exports that are imported again", .inProcess)
struct RoundTripTests {
    @Test(
        "an export of a random library, imported into an empty one, gives an equal library, once",
        arguments: UInt64(1)...20)
    func law(_ seed: UInt64) async throws {
        try await withWorld { world in
            var library = RandomLibrary(seed: seed, in: world)
            try await library.make()
            let before = try await LibraryFacts.read(world)
            let out = "\(world.folder)/out"
            let export = try await world.ctl("export", "-q", "--trash", out)
            #expect(export.code == 0, "\(export)")
            try await withSecondWorld { other in
                let first = try await other.ctl("import", "-q", out)
                #expect(first.code == 0 && first.errors.isEmpty, "\(first)")
                let after = try await LibraryFacts.read(other)
                for line in Set(before).symmetricDifference(after).sorted() {
                    Issue.record("seed \(seed): \(before.contains(line) ? "lost" : "new"): \(line)")
                }
                #expect(before == after)
                let again = try await other.ctl("import", "-q", "--json", out)
                #expect(try again.object()["imported"] as? Int == 0, "\(again)")
                // Of assets with the same original one can be taken for the other, which albums can show.
                let assets = { (lines: [String]) in lines.filter { $0.hasPrefix("asset ") } }
                #expect(assets(try await LibraryFacts.read(other)) == assets(after))
            }
        }
    }
}
