import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Updates of results in apps.
@Suite("Updates of results", .inProcess)
struct FetchUpdateTests {
    @Test("a result contains what is there now, returns the difference, and has new elements")
    func update() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let ids = try await world.fill(library, 6)
            let result = try await library.fetch(
                .assets.where { $0.rating < 5 }.sorted(by: .init(by: .filename, ascending: true)))
            var shown = result.elements.map(\.id)
            #expect(shown == ids)
            let before = result.elements
            var title = AssetChanges()
            title.title = "Sea"
            try await library.performChanges { request in
                request.set(.five, of: ids[1])
                request.set(title, of: ids[4])
            }
            let difference = try await result.update()
            #expect(difference.isIncremental && difference.removed == [1] && difference.changed == [3])
            #expect(difference.inserted.isEmpty && difference.moves.isEmpty && difference.count == 5)
            let elements = result.elements
            shown = difference.applied(to: shown) { elements[$0].id }
            #expect(shown == elements.map(\.id) && result.count == 5)
            #expect(elements[3].title == "Sea")
            // Elements that were read before stay.
            #expect(before.count == 6 && before[1].id == ids[1] && before.failure == nil)
            #expect(try await result.update().isEmpty)
            #expect(try await result.index(of: ids[5]) == 4)
        }
    }

    @Test("elements that were not read before an update are not those of the new order")
    func outdated() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let ids = try await world.fill(library, 300)
            let result = try await library.fetch(Self.unrated(ids))
            let before = result.elements
            #expect(before[0].id == ids[0])
            try await library.performChanges { $0.set(.five, of: ids[0]) }
            _ = try await result.update()
            #expect(before[249].id == ids[249])
            #expect(!ids.contains(before[250].id) && before.failure != nil)
            #expect(result.elements[249].id == ids[250])
        }
    }

    @Test("concurrent ones apply one after the other, and a list can be read meanwhile")
    func together() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let ids = try await world.fill(library, 40)
            let result = try await library.fetch(Self.unrated(ids))
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for id in ids.prefix(30) {
                    group.addTask {
                        try await library.performChanges { $0.set(.five, of: id) }
                        return try await result.update().removed.count
                    }
                    group.addTask {
                        let elements = result.elements
                        // All from the order that they were taken from, or none.
                        let places = elements.compactMap { ids.firstIndex(of: $0.id) }
                        #expect(places.isEmpty || places.count == elements.count)
                        #expect(places == places.sorted())
                        return 0
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(counts == 30)
            #expect(result.elements.map(\.id) == Array(ids.suffix(10)))
        }
    }

    @Test("a closed result cannot be updated, and an updated one can be closed")
    func taken() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let ids = try await world.fill(library, 3)
            let result = try await library.fetch(Self.unrated(ids))
            try await library.performChanges { $0.set(.five, of: ids[2]) }
            #expect(try await result.update().removed == [2])
            #expect(try await result.snapshot().map(\.id) == [ids[0], ids[1]])
            try await result.close()
            #expect(result.count == 2)
            await #expect(throws: PhotoLibraryError.self) { _ = try await result.update() }
        }
    }

    private static func unrated(_ ids: [AssetID]) -> FetchRequest<Asset> {
        .assets(withIdentifiers: ids).where { $0.rating < 5 }.reading([])
    }
}

extension AssetChanges {
    fileprivate static var five: AssetChanges {
        var properties = AssetChanges()
        properties.rating = 5
        return properties
    }
}
