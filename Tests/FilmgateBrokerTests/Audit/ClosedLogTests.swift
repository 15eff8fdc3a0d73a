import FilmgateModel
import FilmgatePolicy
import FilmgateSystem
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@testable import FilmgateBroker
@testable import FilmgateStore

/// What calls note that end late, after their library was closed.
@Suite("The audit log of a closed library", .runningLoop, .timeLimit(.minutes(5)))
struct ClosedLogTests {
    @Test("has what was noted before; later entries go to its successor, and it tries nothing again")
    func ended() async throws {
        let folder = try Self.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let later = await Later()
        let log = await AuditLog(of: library, AuditLimits(), after: nil, now: { Timestamp(rawValue: 1) }) {
            later.entries += $0
        }
        await log.note("fetch", .allowed, AuditSubject(), by: nil)
        #expect(await log.end().isEmpty)
        #expect(try await library.audit(matching: AuditFilter(), limit: 10).map(\.entry.operation) == ["fetch"])
        await library.close()
        await log.note("read", "cancelled", AuditSubject(), by: nil)
        await log.flush(all: true)
        #expect(await later.entries.map(\.operation) == ["read"])
        #expect(await log.batch.isEmpty)
    }

    @Test("gives the next one what could not be written")
    func carriedOn() async throws {
        let folder = try Self.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let closed = try await Library.open(in: Directory(path: folder), user: 1000)
        await closed.close()
        let later = await Later()
        let now: @Sendable () -> Timestamp = { Timestamp(rawValue: 1) }
        let log = await AuditLog(of: closed, AuditLimits(), after: nil, now: now) { later.entries += $0 }
        await log.note("fetch", .allowed, AuditSubject(), by: nil)
        let batch = await log.end()
        #expect(batch.count == 1)
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let next = await AuditLog(of: library, AuditLimits(), after: batch, now: now) { later.entries += $0 }
        #expect(await next.end().isEmpty)
        #expect(try await library.audit(matching: AuditFilter(), limit: 10).map(\.entry.operation) == ["fetch"])
        #expect(await later.entries.isEmpty)
        await library.close()
    }

    @Test("that is opened again has what a call noted meanwhile and afterwards; nothing is left of one that is not")
    func reopened() async throws {
        let former = try await withBareBroker { broker in
            let (entries, former) = try await broker.reopen(getuid())
            #expect(entries.map(\.operation) == ["fetch", "read"])
            return former
        }
        try await eventually { await former.isGone }
    }

    private static func makeFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-log-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}

/// Entries that came after the end of a log.
@BrokerActor private final class Later {
    var entries: [AuditEntry] = []

    init() {}
}

/// A log that must not be kept alive.
@BrokerActor private final class FormerLog {
    private weak var log: AuditLog?

    init(_ log: AuditLog) { self.log = log }

    var isGone: Bool { log == nil }
}

extension Broker {
    /// Closes the library and opens it again. Notes something with its former log meanwhile, and again afterwards.
    ///
    /// - Returns: what the library's log has then, and its former log.
    fileprivate func reopen(_ user: UInt32) async throws -> (entries: [AuditEntry], former: FormerLog) {
        let host = try await hosts.host(of: user)
        let log = host.core.audit
        let reopened = try await hosts.replace(host) { log.note("fetch", "cancelled", AuditSubject(), by: nil) }
        log.note("read", "cancelled", AuditSubject(), by: nil)
        await reopened.core.audit.flush()
        let records = try await reopened.core.library.audit(matching: AuditFilter(), limit: 10)
        return (records.map(\.entry), FormerLog(log))
    }
}
