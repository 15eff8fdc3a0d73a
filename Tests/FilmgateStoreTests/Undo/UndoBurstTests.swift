import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("Undoing what made a photo one of a burst")
struct UndoBurstTests {
    @Test("takes the photo out of the burst again, and undoing that puts it back", arguments: [1, 2])
    func joined(others: Int) async throws {
        let fixture = try await UndoFixture()
        let store = fixture.store
        var mates: [AssetID] = []
        for number in 0..<others { mates.append(try await store.addToBurst(seconds: 5 + Int64(number))) }
        var raw = try await store.photo(nil, filename: "IMG_1.dng")
        raw.facts!.subtypes.insert(.raw)
        let id = AssetID.random()
        try await fixture.apply(
            [.createAsset(id, AssetCreation(raw, properties: .of { $0.creationDate = .seconds(1) }))],
            by: UndoFixture.owner)
        try await store.grant(GrantTests.limited, to: .client(UndoFixture.app), selection: [id, mates[0]])
        let limited = Visibility.limited(UndoFixture.app)
        let holder = Holder.client(UndoFixture.owner)

        func check(_ isJoined: Bool) async throws {
            let listed = isJoined ? [id] : [mates[0], id]
            #expect(try await store.list(.everything) == listed)
            let seen = try await store.list(limited)
            #expect(seen == listed, "joined: \(isJoined), others: \(others)")
            #expect(
                try await store.list(.everything) { $0.predicate = .contains(.subtypes, "burst") }.contains(id)
                    == isJoined)
            let burst = try await store.burst(of: mates[0])
            #expect((burst != nil) == (isJoined || others > 1))
            #expect(try await store.burst(of: id) == (isJoined ? burst : nil))
            #expect(try await store.problems() == [])
        }
        try await check(false)
        let photo = try await store.photo("K", isPicked: true, filename: "IMG_1.jpg")
        try await fixture.apply([.createAsset(.random(), AssetCreation(photo, joins: id))], by: UndoFixture.owner)
        try await check(true)
        let burst = try await store.burst(of: id)
        for isJoined in [false, true, false, true] {
            let token = try await store.library.token(visibleTo: .everything, of: holder)
            let report = try await fixture.undo()
            #expect(report.undone == [ObjectID(id)] && report.skipped == [], "\(report)")
            try await check(isJoined)
            let reported = try await store.library.changes(since: token, visibleTo: .everything, of: holder).changes
            #expect(Set(reported.updated) == [id, mates[0]], "who follows the library hears of what is listed now")
        }
        #expect(try await store.burst(of: id) == burst)
    }

    @Test("leaves an added photo that a different client picked later, and not one that its own client picked")
    func picked() async throws {
        let fixture = try await UndoFixture()
        let store = fixture.store
        let ids = [AssetID.random(), .random(), .random()]
        for (seconds, id) in ids.enumerated() {
            let photo = try await store.photo("K", for: UndoFixture.app)
            let properties = AssetChanges.of { $0.creationDate = .seconds(Int64(seconds)) }
            try await fixture.apply(
                [.createAsset(id, AssetCreation(photo, properties: properties))], by: UndoFixture.app)
        }
        try await fixture.apply([.setBurstPick(ids[1])], by: UndoFixture.app)
        try await fixture.apply([.setBurstPick(ids[2])], by: UndoFixture.owner)
        let report = try await fixture.undo(.init(UndoFixture.app))
        #expect(Set(report.undone) == [ObjectID(ids[0]), ObjectID(ids[1])], "\(report)")
        #expect(Set(report.skipped.map(\.id)) == [ObjectID(ids[2])])
        #expect(Set(report.skipped.map(\.reason)) == [.changedLater(by: nil)])
        #expect(try await store.list(.everything) == [ids[2]])
        #expect(try await store.problems() == [])
    }

    @Test("puts the photo back into a burst of which nothing was left")
    func alone() async throws {
        let fixture = try await UndoFixture()
        let store = fixture.store
        var raw = try await store.photo(nil, filename: "IMG_1.dng")
        raw.facts!.subtypes.insert(.raw)
        let id = AssetID.random()
        try await fixture.apply(
            [.createAsset(id, AssetCreation(raw, properties: .of { $0.creationDate = .seconds(1) }))],
            by: UndoFixture.owner)
        let photo = try await store.photo("K", filename: "IMG_1.jpg")
        try await fixture.apply([.createAsset(.random(), AssetCreation(photo, joins: id))], by: UndoFixture.owner)
        try await fixture.undo()
        let left = try await store.library.database.read { try $0.exists("SELECT 1 FROM burst") }
        #expect(!left)
        try await fixture.undo()
        try await store.addToBurst(seconds: 2)
        #expect(try await store.list(.everything) == [id], "a later photo of the camera's burst joins it")
        #expect(try await store.problems() == [])
        // Nothing of it stays when the photo is purged.
        try await fixture.undo(.init(ofOwnerSince: fixture.now))
        try await fixture.apply([.deleteAssets([id]), .purgeAssets([id])], by: UndoFixture.owner)
        #expect(try await store.problems() == [])
    }
}
