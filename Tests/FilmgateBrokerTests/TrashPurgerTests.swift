import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite
import FilmgateSystem
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Synchronization
import Testing

@testable import FilmgateBroker
@testable import FilmgateStore

@Suite("The trash purger", .runningLoop)
struct TrashPurgerTests {
    private static let app = Holder.client(ClientID(.flatpak, "org.example.App")!)
    private static let day: Int64 = 86_400

    @Test("purges what becomes due after an hour of use, with its file and a log entry, and nothing else", .long)
    func purging() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-trash-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let everything = try #require(Self.everything)
        let old = try await Self.add(250, to: library, everything)
        let young = try await Self.add(3, to: library, everything)
        let kept = try await Self.add(1, to: library, everything)
        try await library.apply(
            [.deleteAssets(old)], visibleTo: everything, holder: Self.app,
            at: Timestamp(rawValue: 10 * Self.day * 1_000_000))
        try await library.apply(
            [.deleteAssets(young)], visibleTo: everything, holder: Self.app,
            at: Timestamp(rawValue: 20 * Self.day * 1_000_000)
        )

        let times = SetClock()
        func purge(_ minutes: Int64, _ purger: TrashPurger) async {
            times.set(wall: 45 * Self.day + minutes * 60, boot: minutes * 60)
            await purger.purgeDue()
        }
        let purger = await TrashPurger(of: library, keeping: 30, clock: times.clock)
        for minutes in [0, 15, 30, 45] as [Int64] { await purge(minutes, purger) }
        #expect(try await library.summary().trashed == 253)
        // A restarted broker continues where the one before it stopped.
        let next = await TrashPurger(of: library, keeping: 30, clock: times.clock)
        await purge(60, next)
        #expect(try await library.summary().trashed == 253)
        await purge(75, next)
        let summary = try await library.summary()
        #expect((summary.trashed, summary.assets, summary.resources) == (3, 1, 4))
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder + "/originals").count {
            $0.utf8.count > 2
        }
        #expect(files == 4)
        let entries = try await library.audit(matching: AuditFilter(), limit: .max).map(\.entry)
        #expect(entries.map(\.count) == [100, 100, 50])
        #expect(Set(entries.flatMap(\.ids)) == Set(old.map { ObjectID($0) }))
        #expect(entries.allSatisfy { $0.client == "" && $0.operation == "purge-assets" && $0.outcome == .allowed })
        #expect(try await library.facts(of: kept[0], for: Self.app) != .unknown)
        await library.close()
    }

    @Test("keeps assets that were trashed while the clock was slow for 30 days from when it was corrected")
    func behind() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-trash-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let everything = try #require(Self.everything)
        let photos = try await Self.add(1, to: library, everything)
        let times = SetClock()
        let purger = await TrashPurger(of: library, keeping: 30, clock: times.clock)
        func purge(from day: Int64, _ quarters: ClosedRange<Int64>) async {
            for quarter in quarters {
                times.set(wall: day * Self.day + quarter * 900, boot: quarter * 900)
                await purger.purgeDue()
            }
        }
        await purge(from: 20_000, 0...5)
        // A machine that starts in 1970, and gets the time hours later.
        await purge(from: 0, 6...10)
        try await library.apply(
            [.deleteAssets(photos)], visibleTo: everything, holder: Self.app, at: Timestamp(rawValue: 10_000_000))
        await purge(from: 20_001, 11...30)
        #expect(try await library.summary().trashed == 1)
        await purge(from: 20_029, 31...45)
        #expect(try await library.summary().trashed == 1)
        await purge(from: 20_031, 46...60)
        #expect(try await library.summary().trashed == 0)
        await library.close()
    }

    @Test("does not start again once it has settled, for example if a library is closed during its first sweep")
    func settled() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-trash-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let readings = Atomic(0)
        let clock = Clock(
            now: { Timestamp(rawValue: 0) }, sinceBoot: { Int64(readings.add(1, ordering: .relaxed).newValue) })
        let purger = await TrashPurger(of: library, keeping: 30, clock: clock)
        await purger.end()
        await purger.begin()
        // If it had started, this would wait for its first run, which reads the clock once more.
        await purger.end()
        #expect(readings.load(ordering: .relaxed) == 2)
        await library.close()
    }

    @Test("removes receipts 30 days after the app added, once the clock has shown so for an hour", .long)
    func receipts() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-trash-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let unseen = try #require(Self.unseen)
        let id = try await Self.add(1, to: library, unseen)[0]
        let times = SetClock()
        let purger = await TrashPurger(of: library, keeping: 7, clock: times.clock)
        func isKept(_ day: Int64, _ quarters: ClosedRange<Int64>) async throws -> Bool {
            for quarter in quarters {
                times.set(wall: day * Self.day + quarter * 900, boot: quarter * 900)
                await purger.purgeDue()
            }
            // As if the app asked on the first day.
            return try await library.receipts([id], of: Self.app, at: Timestamp(rawValue: 2)) == [id: .added]
        }
        #expect(try await isKept(29, 0...8))
        // The clock is ahead for less than an hour, also when the app adds something.
        #expect(try await isKept(9_000, 9...11))
        _ = try await Self.add(1, to: library, unseen, at: Timestamp(rawValue: 9_000 * Self.day * 1_000_000))
        #expect(try await isKept(29, 12...20))
        #expect(try await !isKept(31, 21...30))
        #expect(try await library.summary().assets == 2, "the photos stay")
        await library.close()
    }

    @Test("removes what is kept for undo after its days, once the clock has shown so for an hour", .long)
    func undo() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-trash-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let everything = try #require(Self.everything)
        try await library.apply(
            [.createAlbum(.random(), title: "Album")], visibleTo: everything, holder: Self.app,
            at: Timestamp(rawValue: 1))
        let times = SetClock()
        let purger = await TrashPurger(of: library, keeping: 7, undo: 90, clock: times.clock)
        func isKept(_ day: Int64, _ quarters: ClosedRange<Int64>) async throws -> Bool {
            for quarter in quarters {
                times.set(wall: day * Self.day + quarter * 900, boot: quarter * 900)
                await purger.purgeDue()
            }
            return try await library.database.read { try $0.exists("SELECT 1 FROM undo_batch") }
        }
        #expect(try await isKept(89, 0...8))
        // The clock is ahead for less than an hour.
        #expect(try await isKept(9_000, 9...11))
        #expect(try await isKept(89, 12...20))
        #expect(try await !isKept(91, 21...30))
        await library.close()
    }

    @Test("tells those who look at the inbox that what was rejected is gone")
    func rejected() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-trash-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let (unseen, everything) = (try #require(Self.unseen), try #require(Self.everything))
        let ids = try await Self.add(2, to: library, unseen, isQuarantined: true)
        try await library.decide(
            InboxDecisionRequest(
                .reject, about: [ids[0]], visibleTo: everything, by: Self.app, at: Timestamp(rawValue: 2)))
        let times = SetClock()
        let reported = Atomic(0)
        let purger = await TrashPurger(of: library, keeping: 30, clock: times.clock) {
            reported.add(1, ordering: .relaxed)
        }
        for (day, count) in [(29, 0), (31, 1), (61, 1)] as [(Int64, Int)] {
            for quarter in 0...9 as ClosedRange<Int64> {
                times.set(wall: day * Self.day + quarter * 900, boot: day * Self.day + quarter * 900)
                await purger.purgeDue()
            }
            #expect(reported.load(ordering: .relaxed) == count, "day \(day)")
        }
        #expect(try await library.hasRejected() == false)
        await library.close()
    }

    private static var unseen: Visibility? {
        let client = Client(id: app.client, user: 1000, isOwnersTool: false, connection: "c")
        let grant = Grant(addOnly: .authorized, readWrite: .denied, rights: [], grantor: .person)
        guard case .allow(let unseen) = decide(on: .createAssets, by: client, given: grant) else { return nil }
        return unseen
    }

    private static var everything: Visibility? {
        let tool = Client(id: app.client, user: 1000, isOwnersTool: true, connection: "c")
        let grant = Grant.undetermined
        guard case .allow(let everything) = decide(on: .readAssets, by: tool, given: grant) else { return nil }
        return everything
    }

    private static func add(
        _ count: Int, to library: Library, _ visibility: Visibility, isQuarantined: Bool = false,
        at now: Timestamp = Timestamp(rawValue: 1)
    ) async throws -> [AssetID] {
        var ids: [AssetID] = []
        for number in 0..<count {
            let content = try OwnedDescriptor.sealedMemory(named: "photo", holding: "\(number)".utf8)
            let file = try await library.stage(content, for: app.client)
            let facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
            let asset = StagedAsset(
                files: [StagedResource(.photo, file, filename: nil, mimeType: "image/jpeg")], facts: facts)
            ids.append(.random())
            let change = StoreChange.createAsset(ids[number], AssetCreation(asset, isQuarantined: isQuarantined))
            try await library.apply([change], visibleTo: visibility, holder: app, at: now)
        }
        return ids
    }
}
