import FilmgateModel
import FilmgateStore
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy

/// Random operations on the library and the model. After each, a random query in every scope must give the same result.
@Suite("Comparison with a model")
struct ModelTests {
    static let operations = 1_000

    @Test(
        "library and model are equal in every scope after each of a thousand random operations", .long,
        arguments: 1...20)
    func random(_ seed: Int) async throws {
        var chance = Chance(seed: UInt64(seed))
        var model = LibraryModel()
        let fixture = try await Fixture(in: "/dev/shm")
        for _ in 0..<Self.operations {
            try await Self.step(&model, fixture, &chance)
            for visibility in Self.visibilities {
                let query = chance.query(over: model)
                let expected = model.fetch(query, visibleTo: visibility)
                let found = try await fixture.list(visibility) { $0 = query }
                try #require(found == expected, "seed \(seed), \(query), \(visibility)")
            }
        }
        let summary = try await fixture.library.summary()
        #expect(Int(summary.assets) == model.assets.count { !$0.isTrashed })
        #expect(Int(summary.hidden) == model.assets.count { !$0.isTrashed && $0.hidden })
        #expect(Int(summary.trashed) == model.assets.count { $0.isTrashed })
        #expect(Int(summary.resources) == model.assets.count)
        #expect(Int(summary.bytes) == model.assets.reduce(0) { $0 + $1.content.utf8.count })
        #expect(try await fixture.problems() == [])
    }

    static let program = ClientID(.exe, "/usr/bin/program").orTrap

    static let holders: [Holder] = [
        .client(Fixture.owner), .client(Fixture.app), .client(program), .connection(":1.1", of: program),
        .connection(":1.2", of: program),
    ]

    static let visibilities: [Visibility] =
        [.everything, Visibility(scope: .nothing, rights: .all), .limited(Fixture.other)]
        + holders.dropFirst().map { Visibility(scope: .selection(of: $0), rights: .all) }
        + MediaType.allCases.flatMap { type in
            [.assets(of: type), .selection(of: .client(Fixture.app), only: type)].map {
                Visibility(scope: $0, rights: .all)
            }
        }

    private static func step(_ model: inout LibraryModel, _ fixture: Fixture, _ chance: inout Chance) async throws {
        let holder = chance.one(of: holders)
        switch chance.below(10) {
        case 0:
            let adding = chance.some(of: model.assets.map(\.id))
            let removing = chance.some(of: model.assets.map(\.id))
            model.selections[holder, default: []].formUnion(adding)
            model.selections[holder, default: []].subtract(removing)
            try await fixture.changeSelection(of: holder, adding: adding, removing: removing)
        case 1:
            let selection = chance.below(2) == 0 ? chance.some(of: model.assets.map(\.id)) : nil
            if let selection { model.selections[holder] = Set(selection) }
            try await fixture.grant(GrantTests.limited, to: holder, selection: selection)
        case 2 where chance.below(5) == 0:
            model.selections[holder] = nil
            try await fixture.library.resetGrants([holder], at: .seconds(1))
        default:
            try await applyBatch(&model, fixture, &chance)
        }
    }

    private static func applyBatch(
        _ model: inout LibraryModel, _ fixture: Fixture, _ chance: inout Chance
    ) async throws {
        let (visibility, holder) = (chance.one(of: visibilities), chance.one(of: holders))
        let batch = chance.batch(over: model)
        let expected = Result { () throws(ChangeRefusal) in
            try model.apply(batch, visibleTo: visibility, holder: holder)
        }
        var changes: [StoreChange] = []
        for change in batch {
            switch change {
            case .create(let id, let content, let properties, let unlessPresent):
                let file = try await fixture.stage(content)
                let asset: StagedAsset = LibraryModel.mediaType(of: content) == .image ? .photo(file) : .video(file)
                changes.append(
                    .createAsset(
                        id,
                        AssetCreation(asset, properties: properties, AssetCreationOptions(unlessPresent: unlessPresent))
                    ))
            case .set(let id, let properties): changes.append(.setProperties(id, properties))
            case .trash(let ids): changes.append(.deleteAssets(ids))
            case .restore(let ids): changes.append(.restoreAssets(ids))
            }
        }
        do {
            let created = try await fixture.apply(changes, visibleTo: visibility, by: holder)
            #expect(.success(created.map { $0.map { AssetID(uuid: $0.uuid) } }) == expected)
        } catch let refusal as ChangeRefusal {
            #expect(.failure(refusal) == expected)
        }
    }
}

/// Random values, reproducible by their seed.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    mutating func one<T>(of values: [T]) -> T { values[below(values.count)] }

    /// Up to five of them, in any order, some twice.
    mutating func some<T>(of values: [T]) -> [T] {
        values.isEmpty ? [] : (0..<below(6)).map { _ in one(of: values) }
    }

    /// Usually one that exists.
    private mutating func id(over model: LibraryModel) -> AssetID {
        model.assets.isEmpty || below(20) == 0 ? .random() : one(of: model.assets).id
    }

    private mutating func changes() -> AssetChanges {
        var changes = AssetChanges()
        if below(2) == 0 { changes.creationDate = .seconds(Int64(below(5))) }
        if below(3) == 0 { changes.isHidden = below(2) == 0 }
        if below(3) == 0 { changes.isFavorite = below(2) == 0 }
        if below(3) == 0 { changes.title = one(of: ["", "a", "B", "b"]) }
        return changes
    }

    mutating func batch(over model: LibraryModel) -> [LibraryModel.Change] {
        var batch: [LibraryModel.Change] = []
        for _ in 0...below(3) {
            switch below(8) {
            case 0 where model.assets.count < 150:
                let id = AssetID.random()
                batch.append(.create(id, content: one(of: contents), changes(), unlessPresent: below(2) == 0))
                if below(3) == 0 { batch.append(.set(id, changes())) }
                if below(6) == 0 { batch.append(.trash([id])) }
            case 1, 2: batch.append(.trash((0..<below(3)).map { _ in id(over: model) }))
            case 3, 4: batch.append(.restore((0..<below(4)).map { _ in id(over: model) }))
            default: batch.append(.set(id(over: model), changes()))
            }
        }
        return batch
    }

    private var contents: [String] { (0..<20).map { String(repeating: "x", count: $0 % 7) + "\($0)" } }

    mutating func query(over model: LibraryModel) -> AssetQuery {
        var query = AssetQuery()
        if below(3) == 0 { query.identifiers = (0..<below(8)).map { _ in id(over: model) } }
        if below(2) == 0 {
            query.sort = (0...below(2)).map { _ in
                .init(by: one(of: [.creationDate, .hidden, .favorite, .title, .fileSize]), ascending: below(2) == 0)
            }
        }
        query.limit = below(3) == 0 ? UInt32(1 + below(6)) : 0
        query.includesHidden = below(2) == 0
        query.includesTrashed = below(2) == 0
        return query
    }
}
