import FilmgateModel
@testable import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import Testing

@Suite("Addition quotas in the store")
struct AdditionTests {
    static let day = AdditionQuota.seconds

    /// Adds assets of a given size in one batch.
    static func add(
        _ count: Int, of bytes: Int = 10, to fixture: Fixture, by holder: Holder = .client(Fixture.app),
        within quota: AdditionQuota?, at second: Int64
    ) async throws {
        var changes: [StoreChange] = []
        for _ in 0..<count {
            let id = AssetID.random()
            let content = (0..<bytes).map { id.bytes[$0 % id.bytes.count] }
            let file = try await fixture.library.stage(try fixture.file(content), for: holder.client)
            changes.append(.createAsset(id, AssetCreation(.photo(file))))
        }
        _ = try await fixture.library.apply(
            changes, visibleTo: .everything, holder: holder, at: .seconds(second), quota: quota)
    }

    @Test("apply to all connections of a client together, and not to a different client")
    func connections() async throws {
        let fixture = try await Fixture()
        let program = try #require(ClientID("exe:/usr/bin/example"))
        let quota = AdditionQuota(items: 2)
        try await Self.add(1, to: fixture, by: .connection("bus:1.1", of: program), within: quota, at: 1)
        try await fixture.library.endConnection("bus:1.1")
        try await Self.add(1, to: fixture, by: .connection("bus:1.2", of: program), within: quota, at: 2)
        await #expect(throws: QuotaExceededError(measure: .items, limit: 2, room: .seconds(1 + Self.day))) {
            try await Self.add(1, to: fixture, by: .connection("bus:1.3", of: program), within: quota, at: 3)
        }
        try await Self.add(2, to: fixture, by: .client(Fixture.other), within: quota, at: 3)
    }

    @Test("refuse a batch as a whole, without leaving anything behind")
    func whole() async throws {
        let fixture = try await Fixture()
        let quota = AdditionQuota(bytes: 100)
        try await Self.add(6, to: fixture, within: quota, at: 1)
        let before = try fixture.originals()
        await #expect(throws: QuotaExceededError.self) { try await Self.add(5, to: fixture, within: quota, at: 2) }
        #expect(try fixture.originals() == before)
        #expect(try await fixture.list(.everything).count == 6)
        #expect(try await fixture.problems() == [])
        try await Self.add(4, to: fixture, within: quota, at: 3)
    }

    @Test("count each batch for a day, even if its assets were deleted")
    func rolling() async throws {
        let fixture = try await Fixture()
        let quota = AdditionQuota(items: 2)
        try await Self.add(1, to: fixture, within: quota, at: 10)
        try await Self.add(1, to: fixture, within: quota, at: 20)
        _ = try await fixture.apply([.deleteAssets(try await fixture.list(.everything))])
        await #expect(throws: QuotaExceededError.self) {
            try await Self.add(1, to: fixture, within: quota, at: 9 + Self.day)
        }
        try await Self.add(1, to: fixture, within: quota, at: 10 + Self.day)
        await #expect(throws: QuotaExceededError(measure: .items, limit: 2, room: .seconds(20 + Self.day))) {
            try await Self.add(1, to: fixture, within: quota, at: 11 + Self.day)
        }
    }

    @Test("do not grow if the clock is set back")
    func clock() async throws {
        let fixture = try await Fixture()
        let quota = AdditionQuota(items: 1)
        try await Self.add(1, to: fixture, within: quota, at: 100 * Self.day)
        await #expect(throws: QuotaExceededError.self) { try await Self.add(1, to: fixture, within: quota, at: 1) }
    }

    @Test("cannot be exceeded by concurrent batches")
    func race() async throws {
        let fixture = try await Fixture()
        let added = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    do {
                        try await Self.add(1, to: fixture, within: AdditionQuota(items: 5), at: 1)
                        return true
                    } catch { return false }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(added == 5)
        #expect(try await fixture.list(.everything).count == 5)
    }

    @Test("count earlier additions, and tell how much may still be added")
    func beforeQuota() async throws {
        let fixture = try await Fixture()
        try await Self.add(2, to: fixture, within: AdditionQuota(), at: 1)
        try await Self.add(2, to: fixture, within: nil, at: 1)
        await #expect(throws: QuotaExceededError.self) {
            try await fixture.library.check(AdditionQuota(items: 2), of: Fixture.app, adding: 1, at: .seconds(2))
        }
        let left = try await fixture.library.check(
            AdditionQuota(bytes: 100), of: Fixture.app, adding: 1, at: .seconds(2))
        #expect(left == 80)
    }

    @Test("do not count assets that were present and are not added again")
    func present() async throws {
        let fixture = try await Fixture()
        for second in 1...3 {
            let file = try await fixture.stage("the same")
            let change = StoreChange.createAsset(
                .random(), AssetCreation(.photo(file), AssetCreationOptions(unlessPresent: true)))
            _ = try await fixture.library.apply(
                [change], visibleTo: .everything, holder: .client(Fixture.app), at: .seconds(Int64(second)),
                quota: AdditionQuota(items: 1))
        }
        #expect(try await fixture.list(.everything).count == 1)
    }

    @Test("are checked before a file is copied")
    func beforehand() async throws {
        let fixture = try await Fixture()
        let allowance = StagingAllowance(bytes: 15)
        _ = try await fixture.library.stage(try fixture.file([1, 2, 3]), for: Fixture.app, within: allowance)
        await #expect(throws: StagingRefusal.overAllowance) {
            try await fixture.library.stage(
                try fixture.file(Array(repeating: 7, count: 13)), for: Fixture.app, within: allowance)
        }
        #expect(allowance.bytesWanted == 16)
    }
}
