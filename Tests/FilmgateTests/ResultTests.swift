import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// Results as apps read them, with the real broker.
@Suite("Fetch results", .inProcess)
struct ResultTests {
    @Test("a result is a collection that reads the accessed pages, from many threads at once")
    func collection() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let ids = try await world.fill(library, 600)
            let result = try await library.fetch(.assets(withIdentifiers: ids).reading([.filename]))
            let elements = result.elements
            #expect(elements.count == 600 && elements[599].id == ids[599] && elements.first?.id == ids[0])
            #expect(elements[300].filename == "300.jpg" && elements[300].title == nil)
            #expect(elements.map(\.id) == ids)
            #expect(elements.lastIndex { $0.filename == "123.jpg" } == 123)
            // More threads than Swift's pool has, all blocked.
            let again = try await library.fetch(.assets(withIdentifiers: ids).reading([])).elements
            await withTaskGroup(of: Bool.self) { group in
                for index in 0..<64 { group.addTask { again[index * 9].id == ids[index * 9] } }
                for await isRight in group { #expect(isRight) }
            }
            #expect(again.failure == nil)
        }
    }

    @Test(
        "loaded elements are there at once and stay when the broker is gone; the others report why they are missing",
        .asProcesses)
    func loaded() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let ids = try await world.fill(library, 300)
            let elements = try await library.fetch(.assets(withIdentifiers: ids)).elements
            try await elements.load(0..<10)
            try await world.killBroker()
            #expect(elements[0].id == ids[0] && elements[249].filename == "249.jpg")
            #expect(elements.failure == nil)
            let lost = elements[250]
            #expect(!ids.contains(lost.id) && lost.values.isEmpty)
            #expect(elements.failure != nil)
        }
    }

    @Test("a snapshot holds everything, and outlives its result, connection and broker", .asProcesses)
    func snapshot() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let ids = try await world.fill(library, 30)
            var properties = AssetChanges()
            properties.keywords = ["sea", "sand"]
            properties.rating = 5
            try await library.performChanges { $0.set(properties, of: ids[3]) }
            let result = try await library.fetch(.assets(withIdentifiers: ids))
            var rows: [Asset] = []
            for try await asset in result { rows.append(asset) }
            let snapshot = try await result.snapshot()
            try await result.close()
            await library.disconnect()
            try await world.killBroker()
            #expect(snapshot.count == 30 && snapshot.map(\.id) == ids)
            // Equal to reading row by row, for every property.
            for (left, right) in zip(snapshot, rows) {
                #expect(left.values.filter { $0.value != .texts([]) } == right.values.filter { $0.value != .texts([]) })
            }
            #expect(snapshot[3].keywords == ["sea", "sand"] && snapshot[3].rating == 5)
            #expect(snapshot.value(of: .filename, at: 7) == .text("7.jpg"))
        }
    }

    @Test("conditions made of fields find what matches, and an error in a written one has its column")
    func conditions() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let ids = try await world.fill(library, 6)
            for (index, id) in ids.enumerated() {
                var properties = AssetChanges()
                properties.rating = Int32(index)
                properties.title = index == 5 ? nil : "It's 50% \(index)"
                properties.isFavorite = index.isMultiple(of: 2)
                properties.creationDate = Timestamp(rawValue: Int64(index) * 86_400_000_000)
                properties.location = Location(latitude: Double(index), longitude: -Double(index))
                properties.keywords = ["k\(index)"]
                try await library.performChanges { $0.set(properties, of: id) }
            }
            func found(_ request: FetchRequest<Asset>) async throws -> [Int] {
                try await library.fetch(request.oldestFirst.reading([])).snapshot().compactMap {
                    ids.firstIndex(of: $0.id)
                }
            }
            let day = Date(timeIntervalSince1970: 86_400)
            #expect(try await found(.assets.where(\.isFavorite)) == [0, 2, 4])
            #expect(try await found(.assets.where(!\.isFavorite && \.rating >= 3)) == [3, 5])
            #expect(try await found(.assets.where { $0.title.contains("IT'S 50% 3") }) == [3])
            #expect(try await found(.assets.where { $0.title.like("it's 50\\% _") && $0.rating < 2 }) == [0, 1])
            #expect(try await found(.assets.where(\.creationDate == day)) == [1])
            #expect(
                try await found(.assets.where { $0.creationDate.between(day...day.addingTimeInterval(86_400)) }) == [
                    1, 2,
                ])
            #expect(
                try await found(.assets.where { $0.location.isWithin(latitude: 2...3, longitude: -9...0) }) == [2, 3])
            #expect(try await found(.assets.where { $0.rating.in([1, 5, 9]) }) == [1, 5])
            #expect(try await found(.assets.where { $0.rating.in([]) }).isEmpty)
            #expect(try await found(.assets.where { $0.keywords.contains("k4") || $0.mediaType == .video }) == [4])
            #expect(try await found(.assets.where { $0.id == ids[2] }) == [2])
            #expect(try await found(.assets.where { !$0.trashedDate.isNil }).isEmpty)
            #expect(try await found(.assets.where("rating between ? and ?", 2, 3).where(\.isFavorite)) == [2])
            #expect(try await found(.assets.where { $0.fileSize > 1 && $0.duration.isNil }).count == 6)
            let error = await #expect(throws: PhotoLibraryError.self) {
                _ = try await library.fetch(.assets.where("rating >= 4 and favorit"))
            }
            guard case .invalidPredicate(let message)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(message.hasPrefix("column 17: "))
        }
    }
}

extension World {
    /// Adds a number of photos called `0.jpg` and so on.
    func fill(_ library: PhotoLibrary, _ count: Int) async throws -> [AssetID] {
        var ids: [AssetID] = []
        for start in stride(from: 0, to: count, by: 16) {
            var request = ChangeRequest()
            let placeholders = try (start..<min(start + 16, count)).map { number in
                let photo = NewAssetResource(
                    .photo, try file(TestPhoto.small("fill \(number)").bytes), filename: "\(number).jpg")
                return request.createAsset(from: [photo])
            }
            let result = try await library.perform(request)
            ids += placeholders.compactMap { result[$0] }
        }
        return ids
    }
}
