import FilmgateModel
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Visibility in the store")
struct StoreVisibilityTests {
    @Test("limits a client to selected and own assets, and hides the existence of others")
    func limited() async throws {
        let fixture = try await Fixture()
        let own = try await fixture.add(by: .client(Fixture.app), seconds: 1)
        let selected = try await fixture.add(seconds: 2)
        let secret = try await fixture.add(seconds: 3)
        try await fixture.select([selected], for: Fixture.app)
        let visibility = Visibility.limited(Fixture.app)

        #expect(try await fixture.list(visibility) == [selected, own])
        #expect(try await fixture.list(.limited(Fixture.other)) == [])
        #expect(try await fixture.list(visibility) { $0.identifiers = [secret, own, .random()] } == [own])
        for id in [secret, .random()] {
            #expect(try await fixture.library.key(of: id, visibleTo: visibility) == nil)
            #expect(try await fixture.library.resources(of: id, visibleTo: visibility) == nil)
            let access = try await fixture.library.openResource(of: id, type: .photo, visibleTo: visibility)
            guard case .noSuchAsset = access else {
                Issue.record("\(access)")
                continue
            }
            for change in [StoreChange.setProperties(id, AssetChanges()), .deleteAssets([id]), .restoreAssets([id])] {
                await #expect(throws: ChangeRefusal(index: 1, reason: .notFound)) {
                    try await fixture.apply([.deleteAssets([]), change], visibleTo: visibility)
                }
            }
        }
    }

    @Test(
        "includes an unverified client's additions of its connection alone, unless an administrator or a policy vouched for the client"
    )
    func connections() async throws {
        let fixture = try await Fixture()
        let program = ClientID(.exe, "/usr/bin/program").orTrap
        let first = try await fixture.add(by: .connection(":1.1", of: program), seconds: 1)
        let second = try await fixture.add(by: .connection(":1.2", of: program), seconds: 2)
        let vouched = try await fixture.add(by: .client(program), seconds: 3)
        let selected = try await fixture.add(seconds: 4)
        try await fixture.select([selected], for: program)
        let third = Holder.connection(":1.3", of: program)
        try await fixture.grant(GrantTests.limited, to: third, selection: [selected, first])

        func scope(_ holder: Holder) -> Visibility {
            Visibility(scope: .selection(of: holder), rights: .all)
        }
        #expect(try await fixture.list(scope(.connection(":1.1", of: program))) == [first])
        #expect(try await fixture.list(scope(third)) == [selected, first])
        #expect(try await fixture.list(scope(.connection(":1.4", of: program))) == [])
        #expect(try await fixture.list(scope(.client(program))) == [selected, vouched, second, first])
        #expect(
            try await fixture.library.key(of: second, visibleTo: scope(.connection(":1.1", of: program))) == nil)
    }

    @Test("is empty without read access, even for own additions")
    func nothing() async throws {
        let fixture = try await Fixture()
        let own = try await fixture.add(by: .client(Fixture.app))
        #expect(try await fixture.list(.nothing) { $0.identifiers = [own] } == [])
        #expect(try await fixture.list(.nothing) { $0.includesHidden = true } == [])
        #expect(try await fixture.library.key(of: own, visibleTo: .nothing) == nil)
    }

    @Test("lists hidden assets only for clients that see everything and ask for them; others see them by identifier")
    func hidden() async throws {
        let fixture = try await Fixture()
        let hidden = try await fixture.add(seconds: 2, hidden: true)
        let plain = try await fixture.add(seconds: 1)
        try await fixture.select([hidden, plain], for: Fixture.app)
        for visibility in [Visibility.everything, .limited(Fixture.app)] {
            #expect(try await fixture.list(visibility) == [plain])
            #expect(try await fixture.list(visibility) { $0.identifiers = [hidden] } == [hidden])
            #expect(try await fixture.library.resources(of: hidden, visibleTo: visibility)?.count == 1)
        }
        #expect(try await fixture.list(.everything) { $0.includesHidden = true } == [hidden, plain])
        #expect(try await fixture.list(.limited(Fixture.app)) { $0.includesHidden = true } == [plain])
    }

    @Test("includes trashed assets only for clients that see everything, if they ask for them")
    func trashed() async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add()
        try await fixture.select([id], for: Fixture.app)
        let limited = Visibility.limited(Fixture.app)
        let result = try await fixture.library.fetch(AssetQuery(), visibleTo: limited)
        let visibilityEpoch = fixture.library.visibilityEpoch
        #expect(try await fixture.apply([.deleteAssets([id, id])], visibleTo: limited) == [nil])

        #expect(fixture.library.visibilityEpoch != visibilityEpoch)
        #expect(try await fixture.library.rows(result, properties: [], visibleTo: limited) == nil)
        let sighting = result.checkpoint(by: limited)
        #expect(try await fixture.library.stillVisible(result, to: limited, since: sighting) == nil)
        #expect(try await fixture.library.stillVisible(result, to: limited, since: nil) == nil)
        #expect(try await fixture.library.stillVisible(result, to: .everything, since: sighting) != nil)
        #expect(try await fixture.list(limited) { ($0.identifiers, $0.includesTrashed) = ([id], true) } == [])
        #expect(try await fixture.library.key(of: id, visibleTo: limited) == nil)
        await #expect(throws: ChangeRefusal(index: 0, reason: .notFound)) {
            try await fixture.apply([.deleteAssets([id])], visibleTo: limited)
        }

        #expect(try await fixture.list(.everything) == [])
        #expect(try await fixture.list(.everything) { $0.identifiers = [id] } == [])
        #expect(try await fixture.list(.everything) { $0.includesTrashed = true } == [id])
        #expect(try await fixture.apply([.deleteAssets([id]), .restoreAssets([id])]) == [nil, nil])
        #expect(try await fixture.list(limited) == [id])
    }

    @Test("omits withheld values from rows, and refuses them as a sort key and in files")
    func rights() async throws {
        let towns = try MadeTowns([("Munich", 48.14, 11.58, 1_500_000)])
        let fixture = try await Fixture(towns: towns.path)
        var properties = AssetChanges()
        properties.location = Location(latitude: 48.1, longitude: 11.6)
        (properties.title, properties.caption, properties.keywords) = ("Title", "Caption", ["one", "two"])
        properties.altText = "Alt text"
        var file = StagedAsset.photo(try await fixture.stage("file"))
        (file.facts!.cameraModel, file.facts!.lensModel) = ("Model", "Lens")
        let id = AssetID.random()
        _ = try await fixture.apply([.createAsset(id, AssetCreation(file))])
        _ = try await fixture.apply([.setProperties(id, properties)])
        try await fixture.select([id], for: Fixture.app)

        let all = try await fixture.row(id, .limited(Fixture.app))
        #expect(all.values[.location] == properties.location.map { .place($0) })
        #expect(all.values[.keywords] == .texts(["one", "two"]))
        #expect(all.values[.contentHash] != nil)
        let bare = try await fixture.row(id, .limited(Fixture.app, rights: .originals))
        #expect(
            Set(all.values.keys).subtracting(bare.values.keys)
                == [.location, .place, .contentHash, .title, .caption, .altText, .keywords, .camera, .lens])

        for property in [
            AssetProperty.title, .caption, .altText, .keywords, .location, .place, .contentHash, .camera, .lens,
        ] {
            for visibility in [Visibility.limited(Fixture.app, rights: .originals), .allBut(property)] {
                await #expect(throws: WithheldPropertyError(property: property)) {
                    try await fixture.list(visibility) { $0.sort = [.init(by: property, ascending: true)] }
                }
                await #expect(throws: WithheldPropertyError(property: property)) {
                    try await fixture.list(visibility) {
                        $0.predicate = .or([.isTrue(.hidden), .not(.isNull(property))])
                    }
                }
            }
        }
        for rights in [Rights.originals, [.originals, .location], [.location, .captions]] {
            let access = try await fixture.library.openResource(
                of: id, type: .photo, visibleTo: .limited(Fixture.app, rights: rights))
            switch access {
            case .withheld: #expect(!rights.contains(.originals))
            case .needsRedaction: #expect(rights.contains(.originals))
            default: Issue.record("\(access)")
            }
        }
    }

    @Test("includes the original of a version only if the original is visible")
    func original() async throws {
        let fixture = try await Fixture()
        let original = try await fixture.add()
        let version = AssetID.random()
        _ = try await fixture.apply([
            .createAsset(version, AssetCreation(.photo(try await fixture.stage()), originalAsset: original))
        ])
        try await fixture.select([version], for: Fixture.app)
        #expect(try await fixture.row(version, .everything).values[.originalAsset] == .text("\(original)"))
        #expect(try await fixture.row(version, .limited(Fixture.app)).values[.originalAsset] == nil)
    }
}

extension Fixture {
    func select(_ ids: [AssetID], for client: ClientID) async throws {
        try await changeSelection(of: .client(client), adding: ids)
    }

    /// All properties of an asset in a view.
    func row(_ id: AssetID, _ visibility: Visibility) async throws -> AssetRow {
        let key = try await library.key(of: id, visibleTo: visibility).orTrap
        return try await library.rows([key], properties: Set(AssetProperty.allCases), visibleTo: visibility).orTrap[0]
    }
}

extension Visibility {
    /// The visibility of a client that sees every asset, but not these properties.
    fileprivate static func allBut(_ property: AssetProperty) -> Visibility {
        Visibility(scope: .everything, rights: Rights.all.subtracting(property.right.orTrap))
    }
}
