import FilmgateDBus
import FilmgatePickStore
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgatePortal

/// A stand-in for the document portal.
private final class Documents: ObjectTree {
    private static let name: BusName = "org.freedesktop.portal.Documents"
    private let connection: Connection
    let entries: Mutex<[String: String]>

    init(on connection: Connection, _ entries: [String: String]) async throws {
        self.connection = connection
        self.entries = Mutex(entries)
        await connection.serve(self)
        try await connection.requestName(Self.name)
    }

    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        guard path == "/org/freedesktop/portal/documents" else { return nil }
        return [
            ServedInterface(
                "org.freedesktop.portal.Documents",
                methods: [
                    ServedMethod(Method<MessageArguments<String>, MessageArguments<[String: [UInt8]]>>("List")) {
                        _, _ in
                        MessageArguments(self.entries.withLock { $0.mapValues { Array($0.utf8) + [0] } })
                    },
                    ServedMethod(Method<MessageArguments<String>, NoArguments>("Delete")) { _, arguments in
                        let document = try arguments.decoded().values
                        self.entries.withLock { $0[document] = nil }
                        return MessageArguments()
                    },
                ], introspection: "")
        ]
    }

    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }
}

@Suite("Copies that apps got in file dialogs", .timeLimit(.minutes(2)))
struct CopyRemoverTests {
    @Test("stay for 24 hours after the dialog, and then end with their entries in the document portal")
    func ending() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-remover-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: "\(path)/disk", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = PickStore(runtime: path, disk: "\(path)/disk")
        func copy() throws -> PickFolder {
            let folder = try store.begin()
            _ = try folder.add(
                named: "1.jpg", modified: nil, copying: .sealedMemory(named: "photo", holding: [0xFF, 0xD8]))
            return folder
        }
        let (kept, ended) = (try copy(), try copy())
        let own = "\(path)/own.jpg"
        try Data().write(to: URL(filePath: own))
        let bus = try BusKind.inMemory.start()
        let documents = try await Documents(
            on: bus.connect(),
            [
                "kept": kept.paths[0], "ended": ended.paths[0], "old": "\(path)/filmgate/picks/gone-1/1.jpg",
                "own": own, "lost": "\(path)/lost.jpg",
            ])
        let connection = try await bus.connect()
        let cleaner = DocumentCleaner(connection: connection, store: store)
        let remover = CopyRemover(store: store, loop: connection.loop, cleaner: cleaner)
        #expect(remover.time == .seconds(24 * 3600))
        let (keptPath, endedPath) = (kept.paths[0], ended.paths[0])
        remover.remove(later: kept)
        CopyRemover(store: store, loop: connection.loop, cleaner: cleaner, time: .milliseconds(1)).remove(later: ended)
        try await eventually { documents.entries.withLock { Set($0.keys) } == ["kept", "own", "lost"] }
        #expect(FileManager.default.fileExists(atPath: keptPath) && !FileManager.default.fileExists(atPath: endedPath))
    }

    @Test("end also without a document portal")
    func noPortal() async throws {
        let bus = try BusKind.inMemory.start()
        let connection = try await bus.connect()
        await DocumentCleaner(connection: connection, store: PickStore(runtime: nil)).removeEnded()
    }
}
