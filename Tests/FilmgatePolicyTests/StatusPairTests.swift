import FilmgateModel
import Testing

@testable import FilmgatePolicy

/// All twenty pairs of the two statuses: their level, and that each access depends on its own status alone.
@Suite("Pairs of statuses")
struct StatusPairTests {
    static let levels: [AddOnlyStatus: [ReadWriteStatus: Level]] = [
        .notDetermined: [
            .notDetermined: .undetermined, .restricted: .restricted, .denied: .undetermined, .authorized: .full,
            .limited: .limited,
        ],
        .restricted: [
            .notDetermined: .restricted, .restricted: .restricted, .denied: .restricted, .authorized: .full,
            .limited: .limited,
        ],
        .denied: [
            .notDetermined: .undetermined, .restricted: .restricted, .denied: .none, .authorized: .full,
            .limited: .limited,
        ],
        .authorized: [
            .notDetermined: .addOnly, .restricted: .addOnly, .denied: .addOnly, .authorized: .full, .limited: .limited,
        ],
    ]

    static let pairs = AddOnlyStatus.allCases.flatMap { addOnly in ReadWriteStatus.allCases.map { (addOnly, $0) } }

    @Test("there are twenty")
    func count() { #expect(Self.pairs.count == 20) }

    @Test("each has the level of the table", arguments: pairs)
    func level(_ addOnly: AddOnlyStatus, _ readWrite: ReadWriteStatus) {
        #expect(Level(addOnly, readWrite) == Self.levels[addOnly]?[readWrite])
    }

    @Test("adding depends on add-only, everything else on read-write", arguments: pairs)
    func dependency(_ addOnly: AddOnlyStatus, _ readWrite: ReadWriteStatus) {
        let client = Client(id: ClientID(.flatpak, "org.example.App")!, user: 1, isOwnersTool: false, connection: "c")
        let grant = Grant(addOnly: addOnly, readWrite: readWrite, rights: .all, grantor: .admin)

        switch (addOnly, decide(on: .createAssets, by: client, given: grant)) {
        case (.authorized, .allow), (.notDetermined, .refuse(.notDetermined)), (.restricted, .refuse(.restricted)),
            (.denied, .refuse(.accessDenied)):
            break
        case (let status, let decision): Issue.record("adding with \(status) is \(decision)")
        }
        let added = decide(on: .createAssets, by: client, given: grant)
        let changed = decide(on: .changeAssets, by: client, given: grant)
        let isAdding = if case .allow = added { true } else { false }
        #expect(
            decide(on: .createHiddenAssets, by: client, given: grant) == (isAdding ? changed : added),
            "adding what is hidden depends on both")
        for operation in [Operation.readAssets, .changeAssets, .observe, .seeAlbums] {
            switch (readWrite, decide(on: operation, by: client, given: grant)) {
            case (.authorized, .allow(let seen)): #expect(seen.scope == .everything)
            case (.limited, .allow(let seen)):
                #expect(seen.scope == .selection(of: .client(client.id)))
            case (.notDetermined, .refuse(.notDetermined)), (.restricted, .refuse(.restricted)),
                (.denied, .refuse(.accessDenied)):
                break
            case (let status, let decision): Issue.record("\(operation) with \(status) is \(decision)")
            }
        }
    }

    @Test("a level that can be set sets statuses that have this level")
    func settable() {
        for level in Level.allCases {
            guard let statuses = level.statuses else {
                #expect(level == .undetermined || level == .restricted)
                continue
            }
            #expect(Level(statuses.addOnly, statuses.readWrite) == level)
        }
    }
}
