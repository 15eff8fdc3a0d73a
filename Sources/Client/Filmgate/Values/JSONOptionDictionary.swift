import FilmgateDBus
package import FilmgateModel
package import FilmgateWire

/// A dictionary of the D-Bus interface, encoded as JSON with the same keys. Dates are ISO 8601 strings in UTC.
package struct JSONOptionDictionary: Encodable {
    private let options: Options

    /// - Parameter hidden: the keys to omit.
    package init(_ value: some OptionDictionary, without hidden: Set<String> = []) {
        options = value.representation.filter { !hidden.contains($0.key) }
    }

    package init(_ metadata: FileMetadata) { options = metadata.options }

    private init(options: Options) { self.options = options }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        for (name, value) in options {
            let key = AnyCodingKey(name)
            if let property = PropertyValue(value) {
                try container.encode(property, forKey: key)
            } else if let rows = value.value(as: [Options].self) {
                try container.encode(rows.map(JSONOptionDictionary.init(options:)), forKey: key)
            } else {
                preconditionFailure("no record has values of the type '\(value.signature)'")
            }
        }
    }
}

/// A dictionary of the D-Bus interface that can be encoded as JSON with the same keys.
package protocol JSONOptionEncodable: OptionDictionary, Encodable {
    /// The keys that the JSON omits.
    static var hiddenKeys: Set<String> { get }
}

extension JSONOptionEncodable {
    package static var hiddenKeys: Set<String> { [] }

    package func encode(to encoder: any Encoder) throws {
        try JSONOptionDictionary(self, without: Self.hiddenKeys).encode(to: encoder)
    }
}

extension KeyedEncodingContainer<AnyCodingKey> {
    /// Encodes a property value. A date becomes an ISO 8601 string in UTC.
    package mutating func encode(_ value: PropertyValue, forKey key: AnyCodingKey) throws {
        switch value {
        case .text(let text): try encode(text, forKey: key)
        case .texts(let texts): try encode(texts, forKey: key)
        case .flag(let flag): try encode(flag, forKey: key)
        case .date(let moment): try encode(ContractLimits.clamped(moment).isoText, forKey: key)
        case .place(let place): try encode(place, forKey: key)
        case .signed(let number): try encode(number, forKey: key)
        case .unsigned(let number): try encode(number, forKey: key)
        case .bytes(let number): try encode(number, forKey: key)
        case .seconds(let seconds): try encode(seconds, forKey: key)
        }
    }
}

/// A JSON key with any name.
package struct AnyCodingKey: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }

    package init(stringLiteral name: String) { stringValue = name }

    package init?(stringValue: String) { self.stringValue = stringValue }

    package init?(intValue: Int) { nil }
}
