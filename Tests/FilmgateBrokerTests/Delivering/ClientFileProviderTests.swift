import FilmgateTestWorlds
import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import Foundation
import Glibc
import Testing

@testable import FilmgateBroker

@Suite("A copy that an app is handed of a file", .runningLoop)
struct ClientFileProviderTests {
    private static let app = client("org.example.App")
    private static let other = client("org.example.Other")

    @Test("has its room before it is made: of several at once, only those that have room are")
    func atOnce() async throws {
        try await Self.withLending(of: 140) { lending, file in
            async let first = lending.copy(of: file, for: Self.app)
            async let second = lending.copy(of: file, for: Self.app)
            async let third = lending.copy(of: file, for: Self.other)
            let copies = await [first, second, third].compactMap(\.self)
            #expect(copies.count == 2)
            for copy in copies {
                let bytes = try copy.contents(upTo: 100)
                #expect(bytes == Self.bytes)
            }
        }
    }

    @Test("gives its room back when the app has closed it")
    func closed() async throws {
        try await Self.withLending(of: 140) { lending, file in
            for _ in 1...3 { #expect(await lending.copies(file, for: Self.app)) }
            let kept = await lending.copy(of: file, for: Self.app)
            #expect(await !lending.copies(file, for: Self.app))
            // No app takes what others need.
            #expect(await lending.copies(file, for: Self.other))
            withExtendedLifetime(kept) {}
        }
    }

    @Test("cannot be larger than half of all copies together")
    func tooLarge() async throws {
        try await Self.withLending(of: 50) { lending, file in
            await #expect {
                try await lending.lend(file, to: Self.app)
            } throws: { error in
                "\(error)".contains("at most 25 bytes")
            }
        }
    }

    @Test("is refused with the limit that the app has reached: of files, of descriptors, or of bytes")
    func limits() async throws {
        let all: [(UInt64, Int, Int)] = [(1_000, 2, 1_000), (1_000, 100, 4), (120, 100, 1_000)]
        for (bytes, files, descriptors) in all {
            let sentence = try await Self.refusal(limit: bytes, mostFiles: files, descriptors: descriptors)
            #expect(sentence.contains("bytes") == (bytes == 120), "\(sentence)")
            #expect(sentence.contains("as many files") == (bytes > 120), "\(sentence)")
        }
    }

    @Test("is an app's first, larger than its share, only if it leaves an eighth of all to files within theirs")
    func limitOfAll() async {
        let (granted, sentence) = await Self.reservations(of: [60, 60, 29, 27, 6, 8], within: 100)
        #expect(granted == [true, false, false, true, true, false])
        #expect(sentence.contains("other apps"), "\(sentence)")
    }

    // MARK: Means

    /// Reserves room for the first file of one app after the other.
    ///
    /// - Returns: which have room, and the last refusal.
    @BrokerActor private static func reservations(of rooms: [UInt64], within limit: UInt64) -> ([Bool], String) {
        let budget = UserDescriptors(of: getuid(), in: DescriptorBudget(of: 1_000))
        let held = ClientFileTable<FileIdentity>(limit: limit, of: budget)
        var reserved: [ClientFileTable<FileIdentity>.Reservation?] = []
        var sentence = ""
        for (index, room) in rooms.enumerated() {
            do { reserved.append(try held.reserve(room, for: client("org.example.App\(index)").id)) } catch {
                reserved.append(nil)
                sentence = error.message
            }
        }
        return withExtendedLifetime(reserved) { (reserved.map { $0 != nil }, sentence) }
    }

    /// Returns the refusal of a file beside those that an app has open already.
    @BrokerActor private static func refusal(limit: UInt64, mostFiles: Int, descriptors: Int) throws -> String {
        let budget = UserDescriptors(of: getuid(), in: DescriptorBudget(of: descriptors))
        let held = ClientFileTable<FileIdentity>(limit: limit, mostFiles: mostFiles, of: budget)
        var rooms: [ClientFileTable<FileIdentity>.Reservation] = []
        defer { withExtendedLifetime(rooms) {} }
        for _ in 1...10 {
            do { rooms.append(try held.reserve(40, for: app.id)) } catch { return error.message }
        }
        return ""
    }

    private static let bytes = [UInt8](repeating: 7, count: 60)

    private static func client(_ name: String) -> Client {
        Client(id: ClientID(.flatpak, name)!, user: getuid(), isOwnersTool: false, connection: ":1.1")
    }

    /// - Parameter limit: bytes of all copies together.
    private static func withLending(
        of limit: UInt64, _ body: (ClientFileProvider, OwnedDescriptor) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-lending-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try await Library.open(in: Directory(path: folder), user: getuid(), makesView: false)
        #expect(library.handsOutCopies)
        let lending = await lending(library, limit)
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        try await body(lending, file)
        await library.close()
    }

    @BrokerActor private static func lending(_ library: Library, _ limit: UInt64) -> ClientFileProvider {
        let descriptors = UserDescriptors(of: library.user, in: DescriptorBudget(of: 1_000))
        return ClientFileProvider(library: library, memory: ClientFileTable(limit: limit, of: descriptors))
    }
}

extension ClientFileProvider {
    /// Returns nil if the copy was refused.
    fileprivate func copy(of file: OwnedDescriptor, for client: Client) async -> OwnedDescriptor? {
        try? await lend(file, to: client)
    }

    /// Copies a file for an app that closes the copy at once.
    fileprivate func copies(_ file: OwnedDescriptor, for client: Client) async -> Bool {
        await copy(of: file, for: client) != nil
    }
}
