import FilmgateDBus

/// Access to options by the keys of an enum, in which the name of each key is written once.
extension Options {
    /// The value of a key; nil if it is absent or has a different type.
    subscript<Content: DBusValue>(
        key: some RawRepresentable<String>, as type: Content.Type = Content.self
    ) -> Content? {
        get { self[key.rawValue]?.value(as: type) }
        set { self[key.rawValue] = newValue.map { Variant($0) } }
    }
}
