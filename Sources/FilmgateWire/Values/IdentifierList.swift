public import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem

/// Lists of identifiers in results, prompts and answers: a long one travels under `NAME-content` as a file, one a line.
public enum IdentifierList {
    /// As many travel as they are.
    public static let inline = 1_000
    /// What such a file may hold: a million identifiers and more.
    static let contentBytes = 64 << 20

    /// - Throws: `Errno` where no memory file can be made.
    public static func put(
        _ ids: [some LocalIdentifier], as key: String, into options: inout Options
    ) throws(Errno) {
        guard ids.count > inline else {
            options[key] = Variant(ids.map(\.description))
            return
        }
        let lines = ids.map { "\($0)\n" }.joined()
        options[key + "-content"] = Variant(
            try OwnedDescriptor.sealedMemory(named: "filmgate-identifiers", holding: lines.utf8))
    }

    /// Reads what `put` wrote; none where neither key is there. Reading a long list blocks.
    ///
    /// - Throws: `WireError.invalidArgument` where it is not as it must be.
    public static func ids<ID: LocalIdentifier>(under key: String, in options: Options) throws -> [ID] {
        var reader = OptionReader(options.filter { $0.key == key || $0.key == key + "-content" }, of: "the results")
        return try reader.takeIdentifiers(key, of: ID.self) ?? []
    }

    /// - Throws: `WireError.invalidArgument` at the first line that is no identifier.
    static func ids<ID: LocalIdentifier>(inLines bytes: some Collection<UInt8>) throws -> [ID] {
        try bytes.split(separator: UInt8(ascii: "\n")).map { line in
            ID(uuid: try LibraryIdentifier(representation: String(decoding: line.prefix(64), as: UTF8.self)).id.uuid)
        }
    }
}

extension OptionReader {
    /// A list under its own name or as content; nil where neither is there. Reading content blocks for as long as its file does.
    ///
    /// - Throws: `WireError.invalidArgument` where there are both, or one is not as it must be.
    mutating func takeIdentifiers<ID: LocalIdentifier>(_ key: String, of type: ID.Type) throws -> [ID]? {
        let list = try take(key, as: [LibraryIdentifier].self)?.map { ID(uuid: $0.id.uuid) }
        guard let content = try take(key + "-content", as: OwnedDescriptor.self) else { return list }
        guard list == nil else { throw WireError.invalidArgument("there are both '\(key)' and '\(key)-content'.") }
        guard let facts = try? content.facts(), facts.isRegular, content.isReadable,
            facts.size <= IdentifierList.contentBytes, let bytes = try? content.contents(upTo: Int(facts.size))
        else { throw WireError.invalidArgument("'\(key)-content' must be a file of at most 64 MiB.") }
        return try IdentifierList.ids(inLines: bytes)
    }
}
