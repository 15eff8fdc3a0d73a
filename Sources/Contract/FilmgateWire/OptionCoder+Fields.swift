import FilmgateDBus
import FilmgateModel

extension OptionCoder {
    mutating func field<Value: DBusValue>(_ key: String, _ value: Value?) throws(Failure) -> Value? {
        try field(key, value, as: { $0 }) { value, _ in value }
    }

    /// Codes (reads or writes) a field that is omitted if it has the value `usual`. An absent key means `usual`.
    mutating func field<Value: DBusValue & Equatable>(
        _ key: String, _ value: Value?, usual: Value
    ) throws(Failure) -> Value {
        try field(key, value == usual ? nil : value) ?? usual
    }

    /// Codes a required field.
    mutating func required<Value: DBusValue>(_ key: String, _ value: Value?) throws(Failure) -> Value {
        try Self.require(field(key, value), "\(owner): '\(key)' is missing.")
    }

    mutating func check(_ condition: Bool, _ sentence: @autoclosure () -> String) {
        check(condition, WireError.invalidArgument, sentence())
    }

    /// Writes a field that is computed from other fields, and ignores it when reading.
    mutating func derived(_ key: String, _ value: (some DBusValue)?) throws(Failure) {
        _ = try field(key, value, as: { $0 }) { _, _ in nil }
    }

    /// Codes a number as a `UInt32`.
    mutating func count(_ key: String, _ value: Int?) throws(Failure) -> Int? {
        try field(key, value, as: { UInt32(clamping: $0) }) { number, _ in Int(number) }
    }

    /// Codes a value by its raw value. An unknown raw value counts as absent.
    mutating func raw<Value: RawRepresentable>(
        _ key: String, _ value: Value?
    ) throws(Failure) -> Value? where Value.RawValue: DBusValue {
        try field(key, value, as: \.rawValue) { raw, _ in Value(rawValue: raw) }
    }

    /// Codes a case by its raw value. The error for an unknown raw value lists the valid ones.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, _ word: Word?
    ) throws(Failure) -> Word? {
        try field(key, word, as: \.rawValue) { text, owner in
            guard let word = Word(rawValue: text) else {
                let words = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
                throw WireError.invalidArgument("\(owner): '\(key)' must be one of \(words).")
            }
            return word
        }
    }

    mutating func client(_ key: String, _ id: ClientID?) throws(Failure) -> ClientID? {
        try field(key, id.map(ClientIDText.init))?.id
    }

    mutating func identifier<ID: LocalIdentifier>(_ key: String, _ id: ID?) throws(Failure) -> ID? {
        try field(key, id, as: \.description) { text, _ in
            ID(uuid: try AssetIDText(representation: text).id.uuid)
        }
    }

    mutating func identifiers<ID: LocalIdentifier>(_ key: String, _ ids: [ID]?) throws(Failure) -> [ID]? {
        try field(key, ids, as: { $0.map(\.description) }) { texts, _ in
            try texts.map { ID(uuid: try AssetIDText(representation: $0).id.uuid) }
        }
    }

    /// Codes identifiers. Skips strings that are not identifiers.
    mutating func knownIdentifiers<ID: LocalIdentifier>(_ key: String, _ ids: [ID]?) throws(Failure) -> [ID] {
        try field(key, ids, as: { $0.map(\.description) }) { texts, _ in texts.compactMap { ID($0) } } ?? []
    }

    /// Codes a width or a height.
    mutating func side(_ key: String, _ side: UInt32?) throws(Failure) -> UInt32? {
        try field(key, side, as: { $0 }) { side, owner in
            guard side > 0 else { throw WireError.invalidArgument("\(owner): '\(key)' must be at least 1.") }
            return side
        }
    }

    /// Codes kinds of metadata. The error for an unknown kind lists the valid kinds.
    mutating func kinds(_ key: String, _ kinds: Set<MetadataKind>?) throws(Failure) -> Set<MetadataKind>? {
        try field(key, kinds, as: \.names) { names, owner in
            Set(
                try names.map { name in
                    guard let kind = MetadataKind(rawValue: name) else {
                        let all = MetadataKind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
                        throw WireError.invalidArgument("\(owner): '\(key)' may hold \(all).")
                    }
                    return kind
                })
        }
    }

    mutating func kinds(
        _ key: String, _ kinds: Set<MetadataKind>?, usual: Set<MetadataKind>
    ) throws(Failure) -> Set<MetadataKind> {
        try self.kinds(key, kinds == usual ? nil : kinds) ?? usual
    }

    /// Codes kinds of metadata, ignoring kinds that only a newer broker knows.
    mutating func knownKinds(_ key: String, _ kinds: Set<MetadataKind>?) throws(Failure) -> Set<MetadataKind> {
        try field(key, kinds, as: \.names) { names, _ in Set(names.compactMap(MetadataKind.init)) } ?? []
    }

    /// Codes rights, ignoring rights that only a newer broker knows.
    mutating func knownRights(_ key: String, _ rights: Rights?) throws(Failure) -> Rights {
        try field(key, rights, as: \.names) { names, _ in
            names.reduce(into: Rights()) { $0.formUnion(Rights(name: $1) ?? []) }
        } ?? []
    }
}
