import Filmgate
import FilmgateText

/// The table of audit entries for people: one line each.
struct AuditTable {
    private var table: Table

    static var columns: [Table.Column] {
        [
            .init(localized("TIME")), .init(localized("CLIENT"), isName: true), .init(localized("OPERATION")),
            .init(localized("OUTCOME")), .init(localized("COUNT"), numeric: true),
            .init(localized("ABOUT"), shrinks: true),
        ]
    }

    init(for stream: StandardStream, hasHeadings: Bool = true) {
        table = Table(AuditTable.columns, for: stream, hasHeadings: hasHeadings)
    }

    mutating func lines(_ records: [AuditLogRow]) -> String {
        table.lines(
            records.map { record in
                [
                    TimeText.exact(Timestamp(record.date)), record.clientText.isEmpty ? "-" : record.clientText,
                    record.operation, record.outcome, Text.number(record.count), subject(of: record),
                ]
            })
    }

    /// Returns the client that the entry is about, the delegate (the program that acted for the app) and the detail. If
    /// the entry has none of these, returns its only photo.
    private func subject(of record: AuditLogRow) -> String {
        let through = record.delegate.map { localized("through {program}", ["program": $0.description]) }
        let words = [record.concernedClient?.description, through, record.detail].compactMap { $0 }
        guard words.isEmpty else { return words.joined(separator: " ") }
        guard record.count == 1, let asset = record.assets.first else { return "" }
        guard let name = record.name else { return asset.description }
        return "\(asset) (\(Text.shortened(Text.printable(name), to: 40)))"
    }
}

extension AuditLogRow: Encodable {
    func encode(to encoder: any Encoder) throws {
        try JSONOptionDictionary(self, without: user == nil ? ["user"] : []).encode(to: encoder)
    }
}

/// The report of `audit --verify`.
struct AuditVerificationReport: Encodable {
    private static let shown = 50

    var checked: UInt64 = 0
    var findings: [VerificationFinding] = []
    /// The sequence number and the hash of the newest checked entry, or of the newest entry if the log is damaged.
    var last: UInt64?
    var hash: String?

    func text(for stream: StandardStream) -> String {
        var text = ""
        let checked = counted("{n} entry checked", "{n} entries checked", Int(clamping: checked))
        let verdict =
            findings.isEmpty
            ? localized("the log is intact") : counted("{n} problem found", "{n} problems found", findings.count)
        if !findings.isEmpty {
            var table = Table([.init(localized("KIND")), .init(localized("PROBLEM"))], for: stream, isCut: false)
            text += table.lines(findings.prefix(AuditVerificationReport.shown).map { [$0.kind, $0.detail] })
            if findings.count > AuditVerificationReport.shown {
                let rest = findings.count - AuditVerificationReport.shown
                text += counted("and {n} more, which --json shows.", "and {n} more, which --json shows.", rest) + "\n"
            }
        }
        text += localized("{checked}: {verdict}.", ["checked": checked, "verdict": verdict]) + "\n"
        if let last, let hash {
            let values = ["n": "\(last)", "hash": hash]
            text +=
                findings.isEmpty
                ? localized("Entry {n}, the newest one checked, has the hash {hash}.", values)
                : localized("Entry {n}, the newest one, has the hash {hash}.", values)
            text += "\n"
        }
        return text
    }
}
