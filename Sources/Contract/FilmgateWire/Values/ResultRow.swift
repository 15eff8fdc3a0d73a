public import FilmgateDBus
public import FilmgateModel

/// One row of a result on the bus: the values of an asset, album or folder. An absent value has no key.
public struct ResultRow: DBusValue {
    private enum Storage {
        /// The names of the properties, without repetition, and the value of each property.
        case values([String], [PropertyValue?])
        case received(Options)
    }

    private let content: Storage
    /// The identifier of the row's object. The identifier is not sent separately, so it is nil in a received row.
    public let id: ObjectID?

    /// - Parameter names: the properties, without repetition, in the order of the values.
    public init(_ names: [String], _ values: [PropertyValue?], of id: ObjectID) {
        content = .values(names, values)
        self.id = id
    }

    public static var signature: String { Options.signature }

    public func encode(into encoder: inout MessageEncoder) {
        switch content {
        case .values(let names, let values):
            encoder.appendOptions { encoder in
                for (index, value) in values.enumerated() { value?.encode(as: names[index], into: &encoder) }
            }
        case .received(let options): options.encode(into: &encoder)
        }
    }

    public init(decoding value: MessageValue) throws {
        content = .received(try Options(decoding: value))
        id = nil
    }

    /// The values by name.
    public var representation: Options {
        switch content {
        case .values(let names, let values):
            Options(zip(names, values).compactMap { name, value in value.map { (name, $0.variant) } }) { $1 }
        case .received(let options): options
        }
    }
}

extension PropertyValue {
    /// Writes the value as an entry of an `a{sv}`, without an intermediate variant, because a page has thousands of
    /// values.
    fileprivate func encode(as name: String, into encoder: inout MessageEncoder) {
        switch self {
        case .text(let value): encoder.appendOption(name, value)
        case .texts(let value): encoder.appendOption(name, value)
        case .flag(let value): encoder.appendOption(name, value)
        case .date(let value): encoder.appendOption(name, value.rawValue)
        case .place(let value): encoder.appendOption(name, Structure(value.latitude, value.longitude))
        case .signed(let value): encoder.appendOption(name, value)
        case .unsigned(let value): encoder.appendOption(name, value)
        case .bytes(let value): encoder.appendOption(name, value)
        case .seconds(let value): encoder.appendOption(name, value)
        }
    }
}
