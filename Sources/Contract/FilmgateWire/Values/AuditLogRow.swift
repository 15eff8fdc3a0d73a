public import FilmgateDBus
package import FilmgateModel

/// A row of `ReadAudit`: an entry of the audit log.
public struct AuditLogRow: OptionDictionary, Hashable {
    package let record: AuditRecord
    /// The title or file name of `singleAsset`, for the library's owner; nil if unknown.
    public package(set) var name: String?

    package init(_ record: AuditRecord) { self.record = record }

    /// The asset that the entry concerns; nil if it concerns several assets or none.
    package var singleAsset: AssetID? {
        record.entry.count == 1 ? record.entry.ids.first.map { AssetID(uuid: $0.uuid) } : nil
    }

    /// The maximum length of a name, in code points.
    package static let nameLength = 64

    /// Returns the maximum number of bytes that an entry takes in a reply.
    @Sendable package static func weight(of record: AuditRecord) -> Int {
        let entry = record.entry
        let texts = [
            entry.client, entry.about, entry.through, entry.operation.rawValue, entry.outcome.rawValue, entry.detail,
        ]
        // Each of the fourteen keys needs room for its name, type and padding. Each identifier needs 36 bytes, and room
        // for its length, terminator and padding.
        return 832 + nameLength * 4 + texts.reduce(0) { $0 + $1.utf8.count } + entry.ids.count * 44
    }

    public static let owner = "ReadAudit"
    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let (old, missing) = (value?.record, "ReadAudit: an entry lacks its sequence or its time.")
        record = AuditRecord(
            sequence: try Coder.require(options.field("sequence", old?.sequence), missing),
            entry: AuditEntry(
                date: try Coder.require(options.raw("time", old?.entry.date), missing),
                client: try options.field("client", old?.entry.client) ?? "",
                user: try options.field("user", old?.entry.user) ?? .max,
                operation: try options.raw("operation", old?.entry.operation) ?? "",
                outcome: try options.raw("outcome", old?.entry.outcome) ?? "",
                count: try options.field("count", old?.entry.count) ?? 0,
                ids: try options.knownIdentifiers("ids", old?.entry.ids),
                about: try options.field("about", old?.entry.about, usual: ""),
                through: try options.field("through", old?.entry.through, usual: ""),
                detail: try options.field("detail", old?.entry.detail, usual: "")),
            hash: try options.field("hash", old?.hash, as: Hexadecimal.text) { text, _ in Hexadecimal.bytes(of: text) }
                ?? [])
        try options.derived("use", old?.entry.use?.rawValue)
        name = try options.field("name", value?.name)
    }
}
