import Filmgate
import FilmgateText

/// Writes the newest entries of the audit log, and then new entries until the command is interrupted.
struct AuditFollower {
    private let library: PhotoLibrary
    private let invocation: Invocation
    private var filter: AuditLogFilter
    private var table: AuditTable

    private static let interval = Duration.seconds(1)

    init(_ library: PhotoLibrary, _ invocation: Invocation, _ filter: AuditLogFilter) {
        self.library = library
        self.invocation = invocation
        self.filter = filter
        table = AuditTable(for: invocation.output)
    }

    /// - Parameter newest: the number of existing entries to write first; 0 for all.
    consuming func run(newest: Int) async throws {
        if newest > 0 {
            // Entries after the newest existing entry are new.
            let last = try await library.administration.audit(newest: 1).last
            let records = try await library.administration.audit(matching: filter, newest: newest)
            filter.after = max(last?.sequence ?? 0, records.last?.sequence ?? 0)
            try write(records)
        }
        var trail = library.administration.audit(matching: filter).makeAsyncIterator()
        var isAway = false
        while !invocation.interruptibleRun.isOver {
            let records: [AuditLogRow]?
            do throws(PhotoLibraryError) { records = try await trail.next() } catch {
                guard AuditFollower.mayPass(error) else { throw error }
                if !isAway {
                    let notice = PhraseJoiner.sentences([Text.printable(error.message), localized("Waiting for it.")])
                    invocation.error.writeIfPossible(notice + "\n")
                }
                isAway = true
                await invocation.interruptibleRun.rest(for: AuditFollower.interval)
                continue
            }
            if isAway { invocation.error.writeIfPossible(localized("The broker is back.") + "\n") }
            isAway = false
            if let records {
                try write(records)
            } else {
                await invocation.interruptibleRun.rest(for: AuditFollower.interval)
            }
        }
    }

    private mutating func write(_ records: [AuditLogRow]) throws(CommandFailure) {
        if invocation.writesJSON {
            for record in records { try invocation.output.write(JSON.line(of: record)) }
        } else if !records.isEmpty {
            try invocation.output.write(table.lines(records))
        }
    }

    /// Returns whether the error may disappear by itself, for example when the broker has restarted or is less busy.
    private static func mayPass(_ error: PhotoLibraryError) -> Bool {
        switch error.cause {
        case .brokerUnavailable, .busUnavailable, .libraryUnavailable, .busy, .limitsExceeded: true
        default: false
        }
    }
}
