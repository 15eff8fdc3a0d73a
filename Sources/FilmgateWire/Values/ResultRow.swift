public import FilmgateDBus
public import FilmgateModel

/// One row of a result as it travels, be it an asset's, an album's or a folder's: an absent value is an absent key.
public struct ResultRow: DBusValue {
    private let entries: Entries
    /// Whose it is, which does not travel by itself: nil with whoever received it.
    public let id: ObjectID?

    /// - Parameter names: of the properties, each once, one for each value.
    public init(_ names: [String], _ values: [PropertyValue?], of id: ObjectID) {
        var entries: [(key: String, value: Variant)] = []
        entries.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            if let value { entries.append((key: names[index], value: value.variant)) }
        }
        self.entries = Entries(entries)
        self.id = id
    }

    public static var signature: String { Entries.signature }

    public func encode(into encoder: inout MessageEncoder) { entries.encode(into: &encoder) }

    public init(decoding value: MessageValue) throws {
        entries = try Entries(decoding: value)
        id = nil
    }

    /// The values by their names.
    public var representation: Options {
        Options(entries.entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }
}
