import FilmgateModel

extension KeyedDecodingContainer {
    /// Returns nil if the key is missing.
    func word<Word: RawRepresentable<String>>(_ key: Key, as type: Word.Type = Word.self) throws -> Word? {
        try decodeIfPresent(String.self, forKey: key).map {
            guard let word = Word(rawValue: $0) else { throw corrupted(key, "not a word that can stand here") }
            return word
        }
    }

    /// Returns nil if the key is missing.
    func metadataKinds(_ key: Key) throws -> Set<MetadataKind>? {
        try decodeIfPresent([String].self, forKey: key).map { names in
            let kinds = names.map(MetadataKind.init)
            guard !kinds.contains(nil) else { throw corrupted(key, "must hold 'location', 'captions' or 'metadata'") }
            return Set(kinds.compactMap(\.self))
        }
    }

    /// Returns what each asset's numbers mean; nothing if the key is missing.
    func numbers<Value>(
        _ key: Key, _ form: String, _ meaning: ([Double]) -> Value?
    ) throws -> [AssetID: Value] {
        var values: [AssetID: Value] = [:]
        for (name, numbers) in try decodeIfPresent([String: [Double]].self, forKey: key) ?? [:] {
            guard let id = AssetID(name), let value = meaning(numbers) else {
                throw corrupted(key, "must hold \(form) for each asset")
            }
            values[id] = value
        }
        return values
    }

    func corrupted(_ key: Key, _ what: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: what)
    }
}
