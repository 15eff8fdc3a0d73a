import FilmgateModel
import FilmgateSystem
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Content tokens")
struct StoreContentTokenTests {
    private static func reader(_ client: ClientID, rights: Rights = []) -> Visibility {
        Visibility(scope: .everything, rights: rights, creators: .itself(.client(client)))
    }

    private static func token(_ id: AssetID, _ visibility: Visibility, in fixture: Fixture) async throws -> String? {
        guard case .text(let token)? = try await fixture.row(id, visibility).values[.contentToken] else { return nil }
        return token
    }

    @Test("are equal for equal originals, whatever the client may read of them, and for no others")
    func equal() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        let ids = [try await fixture.add("a"), try await fixture.add("a"), try await fixture.add("b")]
        for client in [Fixture.app, Fixture.owner] {
            var tokens: [String?] = []
            for rights in [Rights.all, [], .location, [.captions, .metadata]] {
                let reader = Self.reader(client, rights: rights)
                for id in ids { tokens.append(try await Self.token(id, reader, in: fixture)) }
            }
            #expect(Set(tokens).count == 2 && !tokens.contains(nil))
            #expect(tokens[0] == tokens[1] && tokens[0] != tokens[2] && tokens[0] == tokens[3])
            #expect(tokens.allSatisfy { $0?.utf8.count == 64 })
        }
        // A holder that is one connection reads those of its client.
        let connection = Visibility(
            scope: .everything, rights: [], creators: .itself(.connection(":1.7", of: Fixture.app)))
        #expect(
            try await Self.token(ids[0], connection, in: fixture)
                == Self.token(ids[0], Self.reader(Fixture.app), in: fixture))
    }

    @Test("cannot be compared between clients, and not with the hash")
    func different() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        let id = try await fixture.add("a")
        var tokens: [String?] = []
        for reader in [Self.reader(Fixture.app), Self.reader(Fixture.other), .everything] {
            tokens.append(try await Self.token(id, reader, in: fixture))
        }
        #expect(Set(tokens).count == 3 && !tokens.contains(nil))
        let hash = try await fixture.stage("a").hash
        #expect(!tokens.contains(Hexadecimal.text(of: hash.bytes)))
        // Nobody reads those of an item that was picked.
        #expect(try await Self.token(id, Visibility(scope: .everything, rights: .all), in: fixture) == nil)
    }

    @Test("of what one app added are equal only to each other, so that no two apps together confirm a guess of a photo")
    func guesses() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        let photos = [
            try await fixture.add("a photo, with its place"),
            try await fixture.add("a photo, with its place", by: .client(Self.window)),
        ]
        let guesses = [
            try await Self.add("a photo, with its place", by: .client(Fixture.app), to: fixture),
            try await Self.add("a photo, with its place", by: .connection(":1.9", of: Fixture.app), to: fixture),
        ]
        // That of an app which adds for another.
        let other = try await Self.add("a photo, with its place", by: .client(Fixture.other), to: fixture)
        for client in [Fixture.app, Fixture.other] {
            for rights in [Rights.all, []] {
                let reader = Self.reader(client, rights: rights)
                var tokens: [String?] = []
                for id in photos + guesses + [other] { tokens.append(try await Self.token(id, reader, in: fixture)) }
                #expect(tokens[0] == tokens[1] && tokens[2] == tokens[3] && !tokens.contains(nil))
                #expect(Set(tokens).count == 3)
            }
        }
        // The owner knows everything.
        var tokens: [String?] = []
        for id in photos + guesses + [other] { tokens.append(try await Self.token(id, .everything, in: fixture)) }
        #expect(Set(tokens).count == 1 && !tokens.contains(nil))
    }

    private static let window = ClientID(.exe, "/usr/bin/filmgate-window")!

    /// Adds a photo as an app does, and not one of the owner's tools.
    private static func add(_ text: String, by holder: Holder, to fixture: Fixture) async throws -> AssetID {
        let id = AssetID.random()
        let change = StoreChange.createAsset(
            id, AssetCreation(.photo(try await fixture.stage(text, for: holder.client))))
        let app = Visibility(scope: .everything, rights: .all, creators: .itself(holder))
        _ = try await fixture.apply([change], visibleTo: app, by: holder)
        return id
    }

    @Test("stay the same in a library that is opened again, and are others in every library")
    func reopened() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        let id = try await fixture.add("a")
        let reader = Self.reader(Fixture.app)
        let token = try await Self.token(id, reader, in: fixture)
        await fixture.library.close()
        let again = try await Library.open(in: Directory(path: fixture.path), user: 1000)
        let key = try await again.key(of: id, visibleTo: reader).orTrap
        let rows = try await again.rows([key], properties: [.contentToken], visibleTo: reader).orTrap
        #expect(rows[0].values[.contentToken] == token.map { .text($0) })
        await again.close()

        let other = try await Fixture(in: "/dev/shm")
        let copy = try await other.add("a")
        #expect(try await Self.token(copy, reader, in: other) != token)
    }

    @Test("can be neither sorted by nor asked for in conditions")
    func unasked() async throws {
        let fixture = try await Fixture(in: "/dev/shm")
        await #expect(throws: WithheldPropertyError(property: .contentToken)) {
            try await fixture.list(.everything) { $0.sort = [.init(by: .contentToken, ascending: true)] }
        }
    }
}
