import FilmgateDBus

/// Access to options by keys that an enum declares, so that the name of each key is written only once.
extension Options {
    /// The value of a key; nil if the key is absent, or if its value has a different type.
    subscript<Content: DBusValue>(
        key: some RawRepresentable<String>, as type: Content.Type = Content.self
    ) -> Content? {
        get { self[key.rawValue]?.value(as: type) }
        set { self[key.rawValue] = newValue.map { Variant($0) } }
    }
}
