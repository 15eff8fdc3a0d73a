import FilmgateDBus

/// Access by the names that a value of the contract gives its keys, each of which is written once, in an enum.
extension Options {
    /// The value under a key; nil if there is none, or if it has a different type.
    subscript<Content: DBusValue>(
        key: some RawRepresentable<String>, as type: Content.Type = Content.self
    ) -> Content? {
        get { self[key.rawValue]?.value(as: type) }
        set { self[key.rawValue] = newValue.map { Variant($0) } }
    }
}
