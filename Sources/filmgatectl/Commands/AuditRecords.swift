internal import Filmgate
internal import FilmgateText

/// The table of audit entries for people: one line each.
struct AuditTable {
    private var table: Table

    /// - Parameter columns: of the terminal; nil: nothing is cut.
    init(columns: Int?, hasHeadings: Bool = true) {
        table = Table(
            [
                .init("TIME"), .init("CLIENT", isName: true), .init("OPERATION"), .init("OUTCOME"),
                .init("COUNT", numeric: true, leaves: 1), .init("ABOUT", shrinks: true, leaves: 2),
            ], width: columns, hasHeadings: hasHeadings)
    }

    mutating func lines(_ records: [AccessRecord]) -> String {
        table.lines(
            records.map { record in
                [
                    TimeText.exact(Timestamp(record.date)), record.clientText.isEmpty ? "-" : record.clientText,
                    record.operation, record.outcome, Text.number(record.count), subject(of: record),
                ]
            })
    }

    /// The client that the entry is about, and the detail. If it has neither, its single photo.
    private func subject(of record: AccessRecord) -> String {
        let words = [record.concernedClient?.description, record.detail].compactMap { $0 }
        guard words.isEmpty else { return words.joined(separator: " ") }
        return record.count == 1 ? record.assets.first?.description ?? "" : ""
    }
}

/// An entry of the audit log as JSON.
struct AuditRecord: Encodable {
    let sequence: UInt64
    let time: String
    let client: String
    let user: UInt32?
    let operation: String
    let outcome: String
    let count: Int
    let ids: [String]
    let about: String?
    let detail: String?
    let hash: String

    init(_ record: AccessRecord) {
        sequence = record.sequence
        time = TimeText.iso(Timestamp(record.date))
        client = record.clientText
        user = record.user
        operation = record.operation
        outcome = record.outcome
        count = record.count
        ids = record.assets.map(\.description)
        about = record.concernedClient?.description
        detail = record.detail
        hash = record.hash
    }
}

/// The report of `audit --verify`.
struct AuditVerification: Encodable {
    struct Record: Encodable {
        let kind: String
        let detail: String
    }

    private static let shown = 50

    var checked: UInt64 = 0
    var findings: [Record] = []
    /// The sequence number and the hash of the newest entry that was checked.
    var last: UInt64?
    var hash: String?

    var text: String {
        var text = ""
        let checked = "\(Text.count(checked, "entry", plural: "entries")) checked"
        if findings.isEmpty {
            text += "\(checked): the log is intact.\n"
        } else {
            var table = Table([.init("KIND"), .init("PROBLEM")], width: nil)
            text += table.lines(findings.prefix(AuditVerification.shown).map { [$0.kind, $0.detail] })
            if findings.count > AuditVerification.shown {
                text += "and \(Text.number(findings.count - AuditVerification.shown)) more, which --json shows.\n"
            }
            text += "\(checked): \(Text.count(findings.count, "problem")) found.\n"
        }
        let newest = findings.isEmpty ? "the newest one checked" : "the newest one"
        if let last, let hash { text += "Entry \(last), \(newest), has the hash \(hash).\n" }
        return text
    }
}
