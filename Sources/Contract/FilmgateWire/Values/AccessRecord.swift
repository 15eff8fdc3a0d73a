public import FilmgateDBus
package import FilmgateModel

/// An entry of the audit log: a decision that gave or refused access. A row of `ReadAudit`.
public struct AccessRecord: DBusRepresentable, Hashable {
    package let record: AuditRecord
    /// The title or file name of its only asset, for the library's owner; nil if it is not known.
    public package(set) var name: String?

    package enum Key: String, CodingKey {
        case sequence, time, client, user, operation, outcome, count, ids, about, detail, hash, use, name
    }

    package init(_ record: AuditRecord) { self.record = record }

    /// The only asset that the entry is about; nil if it is about several, or none.
    package var singleAsset: AssetID? {
        record.entry.count == 1 ? record.entry.ids.first.map { AssetID(uuid: $0.uuid) } : nil
    }

    /// The most code points of a name.
    package static let nameLength = 64

    /// Returns the maximum number of bytes that an entry takes in a reply.
    @Sendable package static func weight(of record: AuditRecord) -> Int {
        let entry = record.entry
        let texts = [entry.client, entry.about, entry.operation.rawValue, entry.outcome.rawValue, entry.detail]
        // Each of the thirteen keys takes its name, type and padding; each identifier 36 bytes, its length, its end and
        // padding.
        return 768 + nameLength * 4 + texts.reduce(0) { $0 + $1.utf8.count } + entry.ids.count * 44
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
        name = options[Key.name]
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
        options[Key.use] = entry.use?.rawValue
        options[Key.name] = name
        return options
    }
}
