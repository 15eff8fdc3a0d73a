public import FilmgateDBus
package import FilmgateModel

/// An entry of the audit log: a decision that gave or refused access. A row of `ReadAudit`.
public struct AccessRecord: DBusRepresentable, Hashable {
    package let record: AuditRecord

    package enum Key: String, CodingKey {
        case sequence, time, client, user, operation, outcome, count, ids, about, detail, hash
    }

    package init(_ record: AuditRecord) { self.record = record }

    /// Returns the maximum number of bytes that an entry takes in a reply.
    @Sendable package static func weight(of record: AuditRecord) -> Int {
        let entry = record.entry
        let texts = [entry.client, entry.about, entry.operation.rawValue, entry.outcome.rawValue, entry.detail]
        // Each of the eleven keys takes its name, type and padding; each identifier 36 bytes, its length, its end and
        // padding.
        return 640 + texts.reduce(0) { $0 + $1.utf8.count } + entry.ids.count * 44
    }

    public init(representation options: Options) throws {
        guard let sequence = options[Key.sequence, as: UInt64.self], let time = options[Key.time, as: Int64.self] else {
            throw WireError.invalidArgument("ReadAudit: an entry lacks its sequence or its time.")
        }
        record = AuditRecord(
            sequence: sequence,
            entry: AuditEntry(
                date: Timestamp(rawValue: time), client: options[Key.client] ?? "", user: options[Key.user] ?? .max,
                operation: .init(rawValue: options[Key.operation] ?? ""),
                outcome: .init(rawValue: options[Key.outcome] ?? ""), count: options[Key.count] ?? 0,
                ids: (options[Key.ids, as: [String].self] ?? []).compactMap { ObjectID($0) },
                about: options[Key.about] ?? "", detail: options[Key.detail] ?? ""),
            hash: Hexadecimal.bytes(of: options[Key.hash] ?? "") ?? [])
    }

    public var representation: Options {
        let entry = record.entry
        var options: Options = [:]
        options[Key.sequence] = record.sequence
        options[Key.time] = entry.date.rawValue
        options[Key.client] = entry.client
        options[Key.user] = entry.user
        options[Key.operation] = entry.operation.rawValue
        options[Key.outcome] = entry.outcome.rawValue
        options[Key.count] = entry.count
        options[Key.ids] = entry.ids.map(\.description)
        options[Key.about] = entry.about.isEmpty ? nil : entry.about
        options[Key.detail] = entry.detail.isEmpty ? nil : entry.detail
        options[Key.hash] = Hexadecimal.text(of: record.hash)
        return options
    }
}
