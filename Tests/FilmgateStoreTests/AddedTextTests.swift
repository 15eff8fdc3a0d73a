import FilmgateModel
@testable import FilmgatePolicy
import FilmgateSQLite
@testable import FilmgateStore
import Testing

@Suite("Texts count towards the quota on added bytes")
struct AddedTextTests {
    private static let app = Holder.client(Fixture.app)
    private static let full = Visibility(scope: .everything, rights: .all, creators: .itself(app))
    private static let adding = Visibility(scope: .nothing, rights: [])

    private static func texts(caption: String? = nil, keywords: [String]? = nil) -> AssetChanges {
        var changes = AssetChanges()
        (changes.caption, changes.keywords) = (caption, keywords)
        return changes
    }

    /// Returns a change that adds a file of ten bytes, and its identifier.
    private static func addition(
        _ properties: AssetChanges, to fixture: Fixture, content: String = "0123456789", isQuarantined: Bool = false,
        unlessPresent: Bool = false
    ) async throws -> (AssetID, StoreChange) {
        let id = AssetID.random()
        let creation = AssetCreation<ResolvedReferences>(
            .photo(try await fixture.stage(content)), properties: properties,
            AssetCreationOptions(unlessPresent: unlessPresent), isQuarantined: isQuarantined)
        return (id, .createAsset(id, creation))
    }

    private static func apply(
        _ changes: [StoreChange], to fixture: Fixture, visibleTo visibility: Visibility = full, at second: Int64,
        within quota: AdditionQuota = AdditionQuota()
    ) async throws {
        try await fixture.library.apply(
            changes, visibleTo: visibility, holder: app, at: .seconds(second), quota: quota)
    }

    /// Returns the bytes that the app has used up.
    private static func used(_ fixture: Fixture, at second: Int64) async throws -> UInt64 {
        let left = try await fixture.library.check(
            AdditionQuota(bytes: 1_000_000), of: Fixture.app, adding: 0, at: .seconds(second))
        return 1_000_000 - (left ?? 1_000_000)
    }

    @Test("of new assets and inbox items, also if the batch sets them later", arguments: [false, true])
    func new(_ isQuarantined: Bool) async throws {
        let fixture = try await Fixture()
        let (id, creation) = try await Self.addition(
            Self.texts(caption: "caption"), to: fixture, isQuarantined: isQuarantined)
        let changes: [StoreChange] = [
            creation, .setProperties(id, Self.texts(caption: "longer caption")),
            .addKeywords(["a", "bc"], to: [id, id]),
        ]
        // 10 bytes of the file, 14 of the caption, and 10 of the keywords as an array.
        await #expect(throws: QuotaExceededError.self) {
            try await Self.apply(
                changes, to: fixture, visibleTo: Self.adding, at: 1, within: AdditionQuota(bytes: 33))
        }
        try await Self.apply(changes, to: fixture, visibleTo: Self.adding, at: 1, within: AdditionQuota(bytes: 34))
        #expect(try await Self.used(fixture, at: 2) == 34)
        // Withdrawing names what was charged.
        let request = WithdrawalRequest([id], visibleTo: Self.adding, by: Self.app, at: .seconds(3))
        #expect(try await fixture.library.withdraw(request).bytes == 34)
        #expect(try await fixture.problems() == [])
    }

    @Test("that are set later, by their growth, and not those of an equal asset that was present")
    func later() async throws {
        let fixture = try await Fixture()
        let (id, creation) = try await Self.addition(Self.texts(), to: fixture)
        try await Self.apply([creation], to: fixture, at: 1)
        func set(_ caption: String, at second: Int64) async throws {
            try await Self.apply([.setProperties(id, Self.texts(caption: caption))], to: fixture, at: second)
        }
        try await set("0123456789", at: 1)
        #expect(try await Self.used(fixture, at: 2) == 20)
        try await set("01234", at: 2)
        #expect(try await Self.used(fixture, at: 3) == 20, "a shorter text frees nothing")
        try await set("0123456789", at: 3)
        #expect(try await Self.used(fixture, at: 4) == 25)
        let (_, again) = try await Self.addition(
            Self.texts(caption: "new"), to: fixture, unlessPresent: true)
        try await Self.apply([again], to: fixture, at: 4)
        #expect(try await Self.used(fixture, at: 5) == 25)
        await #expect(throws: QuotaExceededError.self) {
            try await Self.apply(
                [.setProperties(id, Self.texts(caption: String(repeating: "x", count: 100)))], to: fixture, at: 5,
                within: AdditionQuota(bytes: 50))
        }
        #expect(try await fixture.problems() == [])
    }

    @Test("in one row a minute, and for at least a day")
    func rows() async throws {
        let fixture = try await Fixture()
        let (id, creation) = try await Self.addition(Self.texts(), to: fixture)
        try await Self.apply([creation], to: fixture, at: 1)
        for second in 1...50 {
            try await Self.apply(
                [.setProperties(id, Self.texts(caption: String(repeating: "x", count: second)))], to: fixture,
                at: Int64(second))
        }
        let rows = try await fixture.library.database.read { try $0.integer("SELECT count(*) FROM addition") }
        #expect(rows == 2, "the file's and the texts'")
        #expect(try await Self.used(fixture, at: 50 + AdditionQuota.seconds) == 50)
        #expect(try await Self.used(fixture, at: 60 + AdditionQuota.seconds) == 0)
    }
}
