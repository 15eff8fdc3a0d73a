import Filmgate
import FilmgateText
import FoundationEssentials

private enum AuditOption {
    static let client = Option("client", value: .one("CLIENT"), completion: .names(.apps), "Entries about this app")
    static let asset = Option("asset", value: .one("ID"), "Entries about this photo")
    static let operation = Option(
        "operation", value: .one("NAME"), completion: .names(.operations),
        "Entries of this operation, such as fetch, open-resource or set-grant")
    static let outcome = Option(
        "outcome", value: .one("NAME"), completion: .names(.outcomes),
        "Entries with this outcome, such as allowed or access-denied")
    static let since = Option(
        "since", value: .one("WHEN"),
        "Entries since then: 90m, 2h, 3d or 2w ago, or a date such as 2030-12-31 or 2030-12-31T18:00")
    static let until = Option("until", value: .one("WHEN"), "Entries before then")
    static let limit = Option(
        "limit", letter: "n", value: .one("COUNT"),
        "The most to show, the newest of them, in the order in which they happened (default: 100); 0: all")
    static let follow = Option("follow", letter: "f", "Write new entries until Ctrl-C")
    static let verify = Option("verify", "Check that nobody changed the log, instead of showing it")
}

extension Command {
    static let audit = Command(
        "audit", summary: "Show what each app was allowed or refused, and who decided it",
        details: [
            "The log has every decision except requests for an app's own status: fetches with the number of photos found, reads and opened files with their photos, changes, refusals, and what owners and administrators did. Equal decisions within one second are one entry.",
            "Each entry has a hash of itself and the entry before it. --verify recomputes the hashes, and finds entries that were changed, moved or removed. A program that can write the library's files can also make a consistent new log. To detect that, keep the last hash that --verify shows. The exit code is 0 if the log is intact, 70 otherwise.",
            "With --follow, the tool continues when the broker restarts. With --follow --json, it writes one object per line.",
        ],
        options: [
            AuditOption.client, AuditOption.asset, AuditOption.operation, AuditOption.outcome, AuditOption.since,
            AuditOption.until, AuditOption.limit, AuditOption.follow, AuditOption.verify, .quiet, .user,
            .noHeader,
        ],
        examples: [
            Example("audit --client flatpak:org.example.Chat --since 2d", "What did this app do in the last two days?"),
            Example("audit --asset ID --operation request-image", "Which apps asked for a picture of this photo?"),
            Example("audit --follow", "What happens now?"),
            Example("audit --verify", "Was the log tampered with?"),
        ]
    ) { invocation in
        try invocation.exclude(AuditOption.verify, AuditOption.follow)
        if invocation.has(AuditOption.verify) { return try await verifyAudit(invocation) }
        var filter = try accessFilter(invocation)
        let limit = try invocation.number(AuditOption.limit, 0...UInt32.max).map { Int($0) } ?? 100
        let library = try await invocation.library()
        filter.client = try await invocation.client(AuditOption.client, library.administration)
        filter.asset = try await AssetNameResolver(library: library, isOfAnother: invocation.has(.user)).assets(
            invocation.texts(AuditOption.asset)
        ).first
        if invocation.has(AuditOption.follow) {
            try await invocation.interruptibleRun.run {
                try await AuditFollower(library, invocation, filter).run(newest: limit)
            }
            return .success
        }
        let records = try await auditRecords(of: library, filter, limit)
        var table = AuditTable(for: invocation.output, hasHeadings: !invocation.has(.noHeader))
        try invocation.write(records, orText: table.lines(records))
        if records.isEmpty { invocation.note(localized("The log has no such entries.")) }
        if limit > 0, records.count == limit, !invocation.has(AuditOption.limit) {
            let note = localized("These are the newest {n} entries; --limit shows more.", ["n": Text.number(limit)])
            invocation.error.writeIfPossible(note + "\n")
        }
        return .success
    }

    private static func auditRecords(
        of library: PhotoLibrary, _ filter: AuditLogFilter, _ limit: Int
    ) async throws -> [AuditLogRow] {
        if limit > 0 { return try await library.administration.audit(matching: filter, newest: limit) }
        var records: [AuditLogRow] = []
        for try await page in library.administration.audit(matching: filter) { records += page }
        return records
    }

    private static func accessFilter(_ invocation: Invocation) throws -> AuditLogFilter {
        var filter = AuditLogFilter()
        filter.client = try invocation.text(AuditOption.client).map { try invocation.client($0) }
        filter.operation = invocation.text(AuditOption.operation)
        filter.outcome = invocation.text(AuditOption.outcome)
        let now = TimeText.now
        filter.since = try invocation.pastDate(AuditOption.since, before: now)
        filter.until = try invocation.pastDate(AuditOption.until, before: now)
        return filter
    }

    /// Returns the last checked entry, because newer entries record the verification itself. For a damaged
    /// log, returns the newest entry, because its sequence numbers prove nothing.
    private static func lastVerified(
        _ report: AuditVerificationReport, of administration: PhotoLibrary.Administration
    ) async throws -> AuditLogRow? {
        var pages = administration.audit().makeAsyncIterator()
        let oldest = try await pages.next()?.first
        guard report.findings.isEmpty, let oldest, report.checked > 0 else {
            return try await administration.audit(newest: 1).last
        }
        var filter = AuditLogFilter()
        filter.after = oldest.sequence + report.checked - 2
        var rest = administration.audit(matching: filter).makeAsyncIterator()
        return try await rest.next()?.first
    }

    private static func verifyAudit(_ invocation: Invocation) async throws -> ExitCode {
        let library = try await invocation.library()
        let display = invocation.progress(localized("Verifying"), quiet: invocation.has(.quiet))
        var report = AuditVerificationReport()
        for try await step in library.maintenance.verifyAudit() {
            report.checked = step.checked
            report.findings += step.findings
            await display.show(done: Int(clamping: step.checked), total: Int(clamping: step.total))
        }
        await display.finish()
        let last = try await lastVerified(report, of: library.administration)
        report.last = last?.sequence
        report.hash = last?.hash
        try invocation.write(report, orText: report.text(for: invocation.output))
        return report.findings.isEmpty ? .success : .software
    }
}
