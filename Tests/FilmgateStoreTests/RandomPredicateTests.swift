import FilmgateModel
import FilmgatePredicates
import FilmgateStore
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicy

@Suite("Random predicates")
struct RandomPredicateTests {
    /// `FILMGATE_RANDOM_PREDICATES` sets a larger number.
    private static let count =
        ProcessInfo.processInfo.environment["FILMGATE_RANDOM_PREDICATES"].flatMap { Int($0) } ?? 200

    @Test(
        "find what a simple model of the language finds, in every scope, and are parsed as they were written",
        arguments: [UInt64](1...4))
    func model(_ seed: UInt64) async throws {
        let fixture = try await Fixture()
        var maker = RandomPredicate(random: SeededRandom(seed: seed), ids: [AssetID.random()], hashes: [])
        let ids = try await fixture.addRandomAssets(40, &maker)
        let visible = Array(ids.prefix(25))
        try await fixture.grant(.full, to: .client(Fixture.app), selection: visible)
        var rows: [Visibility: [AssetRow]] = [:]
        for visibility in [Visibility.everything, .limited(Fixture.app)] {
            let keys = try await fixture.library.fetch(.listingAll, visibleTo: visibility)
            rows[visibility] = try await fixture.library.rows(
                keys, properties: Set(AssetProperty.allCases), visibleTo: visibility)
        }
        let hashes = rows[.everything, default: []].compactMap { row -> ContentHash? in
            guard case .text(let text)? = row.values[.contentHash] else { return nil }
            return ContentHash(text)
        }
        maker = RandomPredicate(random: maker.random, ids: ids, hashes: hashes)
        var found = 0
        for _ in 0..<Self.count {
            let predicate = maker.predicate(depth: 3)
            #expect(try Predicate<AssetProperty>(parsing: predicate.text) == predicate, "\(predicate.text)")
            for (visibility, rows) in rows {
                var query = AssetQuery.listingAll
                query.predicate = predicate
                let answer = try await fixture.library.fetch(query, visibleTo: visibility)
                let reported = try await fixture.library.rows(answer, properties: [], visibleTo: visibility).orTrap
                let expected = rows.filter { PredicateModel(row: $0).truth(predicate) == true }
                #expect(reported.map(\.id) == expected.map(\.id), "seed \(seed): \(predicate.text)")
                found += reported.count
            }
        }
        // Some, but not all.
        #expect(found > Self.count && found < Self.count * 60)
    }
}

extension AssetQuery {
    fileprivate static var listingAll: AssetQuery {
        var query = AssetQuery()
        (query.includesHidden, query.includesTrashed) = (true, true)
        return query
    }
}

extension Grant {
    fileprivate static let full = Grant(
        addOnly: .authorized, readWrite: .limited, rights: .all, grantor: .person)
}

extension Fixture {
    /// Assets with random values, present and absent.
    func addRandomAssets<Generator>(
        _ count: Int, _ maker: inout RandomPredicate<Generator>
    ) async throws -> [AssetID] {
        var ids: [AssetID] = []
        for number in 0..<count {
            let isVideo = Int.random(in: 0..<4, using: &maker.random) == 0
            var facts = MediaFacts(
                mediaType: isVideo ? .video : .image, mimeType: isVideo ? "video/mp4" : "image/jpeg",
                pixelWidth: maker.pick([1, 36, 40]), pixelHeight: maker.pick([1, 3, 40]))
            facts.subtypes = Set(MediaSubtype.allCases.filter { _ in Int.random(in: 0..<5, using: &maker.random) == 0 })
            facts.orientation = maker.pick([1, 3, 6])
            (facts.cameraMake, facts.cameraModel) = (maker.pick([nil, "a", "B a"]), maker.pick([nil, "ä", "a ß"]))
            facts.lensModel = maker.pick([nil, maker.text(upTo: 3) + "%"])
            facts.timeZoneOffset = maker.pick([nil, -1, 0, 40])
            facts.duration = isVideo ? maker.pick([0.5, 3, 40]) : nil
            var properties = AssetChanges()
            properties.creationDate = .seconds(maker.pick([-5, 0, 1, 5, 3_000]))
            properties.rating = maker.pick([0, 1, 3, 5])
            properties.isFavorite = .random(using: &maker.random)
            properties.isHidden = Int.random(in: 0..<5, using: &maker.random) == 0
            properties.title = maker.text()
            properties.caption = maker.text(upTo: 8)
            properties.altText = maker.text()
            properties.keywords = (0..<Int.random(in: 0...2, using: &maker.random)).map { _ in maker.text(upTo: 1) }
                .filter { !$0.isEmpty }
            if Bool.random(using: &maker.random) {
                properties.location = Location(
                    latitude: maker.pick([-45.5, 0, 3, 36]), longitude: maker.pick([-45.5, 0, 3, 40]))
            }
            let file = try await stage("\(number % 30)")
            let filename = Bool.random(using: &maker.random) ? maker.text(upTo: 3) + "x" : nil
            let resource = StagedResource(
                isVideo ? .video : .photo, file, filename: filename, mimeType: facts.mimeType)
            let id = AssetID.random()
            _ = try await apply([
                .createAsset(
                    id,
                    AssetCreation(
                        StagedAsset(files: [resource], facts: facts), properties: properties,
                        originalAsset: ids.isEmpty || .random(using: &maker.random) ? nil : maker.pick(ids)))
            ])
            ids.append(id)
        }
        _ = try await apply([.deleteAssets([ids[3], ids[count - 1]])])
        return ids.shuffled(using: &maker.random)
    }
}
