public import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem

/// Encodes lists of identifiers in results, prompts and answers. A long list is sent as a file under the key
/// `NAME-content`, with one identifier per line.
public enum IdentifierList {
    /// The maximum number of identifiers that are sent without a file.
    public static let inline = 1_000
    /// The maximum size of the file in bytes, which is enough for more than a million identifiers.
    static let contentBytes = 64 << 20

    /// Returns the key of the file, which replaces the list's own key.
    static func contentKey(_ key: String) -> String { key + "-content" }

    /// - Throws: `Errno` if no memory file can be created.
    public static func put(
        _ ids: [some LocalIdentifier], as key: String, into options: inout Options
    ) throws(Errno) {
        guard ids.count > inline else {
            options[key] = Variant(ids.map(\.description))
            return
        }
        let lines = ids.map { "\($0)\n" }.joined()
        options[contentKey(key)] = Variant(
            try OwnedDescriptor.sealedMemory(named: "filmgate-identifiers", holding: lines.utf8))
    }

    /// - Throws: `WireError.invalidArgument` at the first line that is not an identifier.
    static func ids<ID: LocalIdentifier>(inLines bytes: some Collection<UInt8>) throws -> [ID] {
        try bytes.split(separator: UInt8(ascii: "\n")).map { line in
            ID(uuid: try ObjectIDText(representation: String(decoding: line.prefix(64), as: UTF8.self)).id.uuid)
        }
    }
}

extension OptionReader {
    /// Reads a list from its key or from a file. Returns nil if both keys are absent. Blocks while it reads the file.
    ///
    /// - Throws: `WireError.invalidArgument` if both keys are present, or if the list is invalid.
    mutating func takeIdentifiers<ID: LocalIdentifier>(_ key: String, of type: ID.Type) throws -> [ID]? {
        let list = try take(key, as: [ObjectIDText].self)?.map { ID(uuid: $0.id.uuid) }
        guard let content = try take(IdentifierList.contentKey(key), as: OwnedDescriptor.self) else { return list }
        guard list == nil else { throw WireError.invalidArgument("'\(key)' and '\(key)-content' cannot be combined.") }
        let most = IdentifierList.contentBytes
        // The reason for a failure is not needed, because the error below states all requirements.
        let bytes = try? content.facts().isRegular && content.isReadable ? content.contents(upTo: most) : nil
        guard let bytes else { throw WireError.invalidArgument("'\(key)-content' must be a file of at most 64 MiB.") }
        return try IdentifierList.ids(inLines: bytes)
    }
}
