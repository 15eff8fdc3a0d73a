import FilmgateModel

extension KeyedDecodingContainer {
    /// Returns what each asset's numbers mean; nothing if the key is missing.
    func numbers<Value>(_ key: Key, _ form: String, _ meaning: ([Double]) -> Value?) throws -> [AssetID: Value] {
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
