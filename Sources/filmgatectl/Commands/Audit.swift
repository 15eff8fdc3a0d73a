internal import Filmgate
internal import FoundationEssentials

private enum AuditOption {
    static let client = Option("client", value: .one("CLIENT"), "What this app did, and what was done about it")
    static let asset = Option("asset", value: .one("ID"), "What was about this photo")
    static let operation = Option(
        "operation", value: .one("NAME"), "What was asked for, as fetch, open-resource or set-grant")
    static let outcome = Option("outcome", value: .one("NAME"), "What became of it, as allowed or access-denied")
    static let since = Option(
        "since", value: .one("WHEN"), "From then on: 90m, 2h, 3d, 2w ago, or a date as 2030-12-31 or 2030-12-31T18:00")
    static let until = Option("until", value: .one("WHEN"), "Before then")
    static let limit = Option(
        "limit", letter: "n", value: .one("COUNT"), "The newest so many (otherwise 100); 0: all")
    static let follow = Option("follow", letter: "f", "Keep writing what happens, until Ctrl-C")
    static let verify = Option("verify", "Check that the log is as it was written, instead of showing it")
    static let quiet = Option("quiet", letter: "q", "Show no progress")
}

extension Command {
    static let audit = Command(
        "audit", summary: "Show which app was given or refused what, and who decided what",
        details: [
            "Every decision is in the log but the question for one's own status: fetches with how many photos were "
                + "found, reads and opened files with which, changes, refusals, and what owners and administrators did. "
                + "Equal ones of a second are one entry.",
            "With --verify the log is compared with itself: each entry carries a hash of itself and the entry before "
                + "it, so that an entry that was changed, moved or removed is found. Whoever can write the library's "
                + "files can make a new log that fits; a note of the last entry's hash, which --verify shows, tells "
                + "that too. The exit code is 0 where all is well, 70 where something is wrong.",
            "With --follow it goes on, also when the broker is started anew, and with --json writes an object a line.",
        ],
        options: [
            AuditOption.client, AuditOption.asset, AuditOption.operation, AuditOption.outcome, AuditOption.since,
            AuditOption.until, AuditOption.limit, AuditOption.follow, AuditOption.verify, AuditOption.quiet, .user,
            .noHeader,
        ],
        examples: [
            Example("audit --client flatpak:org.example.Chat --since 2d", "What did this app do since two days?"),
            Example("audit --asset ID --operation open-resource", "Who opened this photo?"),
            Example("audit --follow", "What is going on?"),
            Example("audit --verify", "Was the log tampered with?"),
        ]
    ) { invocation in
        try invocation.exclude(AuditOption.verify, AuditOption.follow)
        if invocation.has(AuditOption.verify) { return try await verifyAudit(invocation) }
        var filter = try accessFilter(invocation)
        let limit = try invocation.number(AuditOption.limit, 0...UInt32.max).map { Int($0) } ?? 100
        let library = try await invocation.library()
        if let client = invocation.text(AuditOption.client) {
            filter.client = try await invocation.client(client, library.administration)
        }
        filter.asset = try await AssetNaming(library: library, isOfAnother: invocation.has(.user)).assets(
            invocation.texts(AuditOption.asset)
        ).first
        if invocation.has(AuditOption.follow) {
            try await Following.run { try await AuditFollower(library, invocation, filter).run(newest: limit) }
            return .success
        }
        let records = try await auditRecords(of: library, filter, limit)
        var table = AuditTable(columns: invocation.output.columns, hasHeadings: !invocation.has(.noHeader))
        try invocation.output.write(
            invocation.writesJSON ? JSON.text(of: records.map(AuditRecord.init)) + "\n" : table.lines(records))
        if records.isEmpty { invocation.note("The log has no such entry.") }
        if limit > 0, records.count == limit, !invocation.has(AuditOption.limit) {
            StandardStream.error.writeIfPossible("These are the newest \(limit); --limit shows more.\n")
        }
        return .success
    }

    private static func auditRecords(
        of library: PhotoLibrary, _ filter: AccessFilter, _ limit: Int
    ) async throws -> [AccessRecord] {
        if limit > 0 { return try await library.administration.audit(matching: filter, newest: limit) }
        var records: [AccessRecord] = []
        for try await page in library.administration.audit(matching: filter) { records += page }
        return records
    }

    private static func accessFilter(_ invocation: Invocation) throws -> AccessFilter {
        var filter = AccessFilter()
        filter.client = try invocation.text(AuditOption.client).map { try invocation.client($0) }
        filter.operation = invocation.text(AuditOption.operation)
        filter.outcome = invocation.text(AuditOption.outcome)
        let expected = "a time as 2h or 3d, or a date as 2030-12-31"
        let now = Moment.now
        filter.since = try invocation.value(AuditOption.since, expected: expected) {
            Moment.past($0, before: now).map { Date($0) }
        }
        filter.until = try invocation.value(AuditOption.until, expected: expected) {
            Moment.past($0, before: now).map { Date($0) }
        }
        return filter
    }

    /// The last entry that was checked: the verification itself, and reading this, are written down behind it. Where the log is
    /// damaged, its numbers say nothing, and it is the newest of all.
    private static func lastVerified(
        _ report: AuditVerification, of administration: PhotoLibrary.Administration
    ) async throws -> AccessRecord? {
        var pages = administration.audit().makeAsyncIterator()
        let oldest = try await pages.next()?.first
        guard report.findings.isEmpty, let oldest, report.checked > 0 else {
            return try await administration.audit(newest: 1).last
        }
        var filter = AccessFilter()
        filter.after = oldest.sequence + report.checked - 2
        var rest = administration.audit(matching: filter).makeAsyncIterator()
        return try await rest.next()?.first
    }

    private static func verifyAudit(_ invocation: Invocation) async throws -> ExitCode {
        let library = try await invocation.library()
        let display = ProgressDisplay("Verifying", quiet: invocation.has(AuditOption.quiet))
        var report = AuditVerification()
        for try await step in library.maintenance.verifyAudit() {
            report.checked = step.checked
            report.findings += step.findings.map { AuditVerification.Record(kind: $0.kind, detail: $0.detail) }
            await display.show(done: Int(clamping: step.checked), total: Int(clamping: step.total))
        }
        await display.finish()
        let last = try await lastVerified(report, of: library.administration)
        report.last = last?.sequence
        report.hash = last?.hash
        try invocation.output.write(invocation.writesJSON ? JSON.text(of: report) + "\n" : report.text)
        return report.findings.isEmpty ? .success : .software
    }
}
