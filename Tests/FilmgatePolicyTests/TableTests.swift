import FilmgateModel
import Testing

@testable import FilmgatePolicy

/// The table of access, written out a second time: a row for each operation, a column for each level.
@Suite("The table of access")
struct TableTests {
    enum Cell: Equatable {
        case yes, asks
        case notDetermined, accessDenied, restricted, delegated
    }

    static let columns: [Level] = [.undetermined, .none, .addOnly, .limited, .full, .restricted]

    static let table: [(Operation, [Cell])] = [
        (.askForAccess, [.yes, .yes, .yes, .yes, .yes, .yes]),
        (.createAssets, [.notDetermined, .accessDenied, .yes, .yes, .yes, .restricted]),
        (.createHiddenAssets, [.notDetermined, .accessDenied, .accessDenied, .yes, .yes, .restricted]),
        (.readAssets, [.notDetermined, .accessDenied, .accessDenied, .yes, .yes, .restricted]),
        (.seeAlbums, [.notDetermined, .accessDenied, .accessDenied, .yes, .yes, .restricted]),
        (.changeAlbums, [.notDetermined, .accessDenied, .accessDenied, .accessDenied, .yes, .restricted]),
        (.nameAlbums, [.notDetermined, .accessDenied, .accessDenied, .yes, .yes, .restricted]),
        (.changeAssets, [.notDetermined, .accessDenied, .accessDenied, .yes, .yes, .restricted]),
        (.editAssets, [.notDetermined, .accessDenied, .accessDenied, .asks, .asks, .restricted]),
        (.deleteAssets, [.notDetermined, .accessDenied, .accessDenied, .asks, .asks, .restricted]),
        (.observe, [.notDetermined, .accessDenied, .accessDenied, .yes, .yes, .restricted]),
    ]

    static let cells = table.flatMap { row in zip(columns, row.1).map { (row.0, $0, $1) } }

    @Test("has a row for every operation and a column for every level")
    func complete() {
        #expect(Self.table.map(\.0) == Operation.allCases)
        #expect(Set(Self.columns) == Set(Level.allCases))
        #expect(Self.table.allSatisfy { $0.1.count == Self.columns.count })
    }

    @Test("decides each cell as written", arguments: cells)
    func cell(_ operation: Operation, _ level: Level, _ expected: Cell) {
        #expect(Cell(decide(on: operation, by: app, given: grant(level))) == expected)
    }

    @Test("lets a delegate ask and add for an app, and nothing else, and gives it no view", arguments: cells)
    func delegates(_ operation: Operation, _ level: Level, _ expected: Cell) {
        let client = Client(
            id: app.id, user: app.user, isOwnersTool: false, delegate: ClientID(.exe, "/usr/libexec/delegate"),
            connection: app.connection)
        let decision = decide(on: operation, by: client, given: grant(level))
        let isOpen = operation == .askForAccess || operation == .createAssets
        #expect(Cell(decision) == (isOpen ? expected : .delegated))
        #expect(decision == .allow(.nothing) || Cell(decision) != .yes)
        #expect(
            adminCaller(client, among: .everyUser) == nil && agentPermit(of: client, forLibraryOf: client.user) == nil)
    }

    @Test("allows the owner's tools every operation under any grant", arguments: Operation.allCases)
    func ownersTools(_ operation: Operation) {
        for level in Self.columns {
            #expect(decide(on: operation, by: tool, given: grant(level)) == .allow(.everything))
        }
    }

    @Test("shows a limited client its selection and what it added, with the rights of its grant")
    func limitedScope() {
        let expected = Visibility(
            scope: .selection(of: .client(app.id)), rights: .usual(for: .flatpak),
            creators: .itself(.client(app.id)))
        #expect(decide(on: .readAssets, by: app, given: grant(.limited)) == .allow(expected))
        #expect(decide(on: .createAssets, by: app, given: grant(.limited)) == .allow(expected))
        #expect(!expected.listsHidden && !expected.seesTrash)
    }

    @Test("lets an add-only client add, but see nothing, not even what it added")
    func addOnlySeesNothing() {
        #expect(decide(on: .createAssets, by: app, given: grant(.addOnly)) == .allow(.nothing))
    }

    @Test("tells the owner's tools who added a photo, and other clients only if they added it themselves")
    func creators() throws {
        func seen(_ client: Client, _ level: Level) throws -> Visibility {
            guard case .allow(let seen) = decide(on: .readAssets, by: client, given: grant(level)) else {
                throw Unseen()
            }
            return seen
        }
        #expect(try seen(tool, .none).showsCreator(app.id, connection: nil))
        for level in [Level.limited, .full] {
            #expect(try seen(app, level).showsCreator(app.id, connection: nil))
            #expect(try !seen(app, level).showsCreator(tool.id, connection: nil))
        }
        let program = Client(id: ClientID(.exe, "/usr/bin/example")!, user: 1000, isOwnersTool: false, connection: "c1")
        var granted = grant(.full)
        granted.grantor = .person
        guard case .allow(let own) = decide(on: .readAssets, by: program, given: granted) else { throw Unseen() }
        #expect(own.showsCreator(program.id, connection: "c1"))
        #expect(!own.showsCreator(program.id, connection: "c4"))
        #expect(!Visibility.nothing.showsCreator(app.id, connection: nil))
    }

    private struct Unseen: Error {}

    @Test("identifies an unverified client by its connection, unless an administrator or a policy vouched for it")
    func holding() {
        let program = Client(id: ClientID(.exe, "/usr/bin/example")!, user: 1000, isOwnersTool: false, connection: "c1")
        var grant = grant(.limited)
        grant.grantor = .person
        #expect(holder(for: program, under: grant) == .connection("c1", of: program.id))
        for grantor in [Grantor.admin, .policy] {
            grant.grantor = grantor
            #expect(holder(for: program, under: grant) == .client(program.id))
        }
        grant.grantor = .person
        #expect(holder(for: app, under: grant) == .client(app.id))
    }

    private let app = Client(
        id: ClientID(.flatpak, "org.example.App")!, user: 1000, isOwnersTool: false, connection: "c2")
    private let tool = Client(
        id: ClientID(.exe, "/usr/bin/filmgatectl")!, user: 1000, isOwnersTool: true, connection: "c3")

    @Test("lets no client edit content under a limit of pixels")
    func editing() {
        var limited = grant(.full)
        limited.rights = .all
        #expect(Cell(decide(on: .editAssets, by: app, given: limited)) == .yes)
        limited.limits.maxPixels = 4000
        #expect(Cell(decide(on: .editAssets, by: app, given: limited)) == .accessDenied)
        #expect(Cell(decide(on: .changeAssets, by: app, given: limited)) == .yes)
    }

    @Test("refuses every change without the right to write, and needs no confirmation with the right to manage")
    func writing() {
        let changes: Set<FilmgatePolicy.Operation> = [
            .createHiddenAssets, .changeAlbums, .nameAlbums, .changeAssets, .editAssets, .deleteAssets,
        ]
        for (operation, level) in Self.cells.map({ ($0.0, $0.1) }) {
            let usual = decide(on: operation, by: app, given: grant(level))
            var reader = grant(level)
            for rights in [Rights.usual.subtracting(.write), Rights.all.subtracting(.write), []] {
                reader.rights = rights
                let found = decide(on: operation, by: app, given: reader)
                let isRefused = changes.contains(operation) && [.limited, .full].contains(level)
                let isSame = Cell(found) == Cell(usual)
                #expect(isRefused ? found == .refuse(.lacking(.write)) : isSame, "\(operation) \(level)")
            }
            var manager = grant(level)
            manager.rights = .all
            let found = decide(on: operation, by: app, given: manager)
            #expect(Cell(found) == (Cell(usual) == .asks ? .yes : Cell(usual)), "\(operation) \(level)")
        }
    }

    @Test(
        "opens files to a client with the right to originals and no limit of pixels"
    )
    func files() throws {
        for rights in (0..<64).map(Rights.init(rawValue:)) {
            for limits in [ContentLimits(), ContentLimits(maxPixels: 512)] {
                let seen = Visibility(scope: .everything, rights: rights, limits: limits)
                let isOpen = rights.contains(.originals) && limits == ContentLimits()
                #expect((seen.closesFiles == nil) == isOpen)
            }
        }
        let limited = Visibility(scope: .everything, rights: .all, limits: ContentLimits(maxPixels: 512))
        #expect(limited.closesFiles == .maxPixels(512))
        let towns = Visibility(scope: .everything, rights: .all, limits: ContentLimits(locationPrecision: .town))
        #expect(towns.closesFiles == nil && towns.redactedKinds == [.location])
        #expect(towns.shows(.location) && !towns.shows(.contentHash))
        var changes = AssetChanges()
        changes.rating = 3
        #expect(!towns.blursPlaces(of: changes))
        changes.removesLocation = true
        #expect(towns.blursPlaces(of: changes) && !limited.blursPlaces(of: changes))
        #expect(Visibility.nothing.closesFiles == .lackingOriginals)
    }

    private func grant(_ level: Level) -> Grant {
        let statuses: (AddOnlyStatus, ReadWriteStatus) =
            switch level {
            case .undetermined: (.notDetermined, .notDetermined)
            case .none: (.denied, .denied)
            case .addOnly: (.authorized, .denied)
            case .limited: (.authorized, .limited)
            case .full: (.authorized, .authorized)
            case .restricted: (.restricted, .restricted)
            }
        return Grant(
            addOnly: statuses.0, readWrite: statuses.1, rights: .usual(for: .flatpak),
            grantor: level == .undetermined ? nil : .admin)
    }
}

extension TableTests.Cell {
    fileprivate init(_ decision: Decision) {
        self =
            switch decision {
            case .allow: .yes
            case .confirm: .asks
            case .refuse(.notDetermined): .notDetermined
            case .refuse(.accessDenied), .refuse(.lacking): .accessDenied
            case .refuse(.restricted): .restricted
            case .refuse(.delegated): .delegated
            }
    }
}
