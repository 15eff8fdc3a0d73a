import FilmgateDBus
import FilmgateModel
package import FilmgateWire

/// A value of the contract as JSON: its keys, and dates as ISO 8601 in UTC.
package struct OptionRecord: Encodable {
    private let options: Options

    /// - Parameter hidden: keys that are left out.
    package init(_ value: some OptionDictionary, without hidden: Set<String> = []) {
        options = value.representation.filter { !hidden.contains($0.key) }
    }

    package init(_ metadata: FileMetadata) { options = metadata.options }

    private init(options: Options) { self.options = options }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RecordKey.self)
        for (name, value) in options {
            let key = RecordKey(name)
            switch value.signature {
            case "x":
                let date = value.value(as: Int64.self).map { Bounds.clamped(Timestamp(rawValue: $0)) }
                try container.encodeIfPresent(date?.isoText, forKey: key)
            case "s": try container.encodeIfPresent(value.value(as: String.self), forKey: key)
            case "as": try container.encodeIfPresent(value.value(as: [String].self), forKey: key)
            case "b": try container.encodeIfPresent(value.value(as: Bool.self), forKey: key)
            case "u": try container.encodeIfPresent(value.value(as: UInt32.self), forKey: key)
            case "t": try container.encodeIfPresent(value.value(as: UInt64.self), forKey: key)
            case "d": try container.encodeIfPresent(value.value(as: Double.self), forKey: key)
            case "aa{sv}":
                let rows = value.value(as: [Options].self)?.map(OptionRecord.init(options:))
                try container.encodeIfPresent(rows, forKey: key)
            default: preconditionFailure("no record has values of the type '\(value.signature)'")
            }
        }
    }
}

/// A key of JSON, by its name.
package struct RecordKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }

    package init?(stringValue: String) { self.stringValue = stringValue }

    package init?(intValue: Int) { nil }
}
