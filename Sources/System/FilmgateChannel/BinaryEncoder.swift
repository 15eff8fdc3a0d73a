/// An encoder that writes the values of a message one after another, without their names.
///
/// A list begins with the count of its elements, an optional with a byte that is 1 if it has a value, and an enum case
/// with its name. An enum with raw values is encoded as its raw value. `BinaryDecoder` must read the same values in the
/// same order, so a type that implements `Codable` itself must encode and decode every value. The encoder does not
/// support dictionaries, optional elements of a list, or default arguments for the values of an enum case.
struct BinaryEncoder: Encoder {
    /// The bytes written so far, which all containers of a message share.
    final class Output { var bytes: [UInt8] = [] }

    let output = Output()
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func write<Value: Encodable>(_ value: Value) throws {
        if let field = value as? any BinaryCodable {
            field.write(to: &output.bytes)
        } else {
            try value.encode(to: self)
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Properties(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(self) }

    func singleValueContainer() -> any SingleValueEncodingContainer { RawValue(encoder: self) }
}

extension BinaryEncoder {
    private struct Properties<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: BinaryEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { false.write(to: &encoder.output.bytes) }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.write(value) }

        // The default implementations for these types omit nil.
        func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try put(value) }

        private func put(_ value: (some Encodable)?) throws {
            try encoder.write(value != nil)
            if let value { try encoder.write(value) }
        }

        /// Encodes an enum case: writes its name, and returns the container for its values.
        func nestedContainer<Value: CodingKey>(
            keyedBy type: Value.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Value> {
            key.stringValue.write(to: &encoder.output.bytes)
            return encoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }

        func superEncoder() -> any Encoder { encoder }

        func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }

    private struct Elements: UnkeyedEncodingContainer {
        private let encoder: BinaryEncoder
        /// The position of the element count in the output.
        private let start: Int
        private(set) var count = 0
        var codingPath: [any CodingKey] { [] }

        init(_ encoder: BinaryEncoder) {
            self.encoder = encoder
            start = encoder.output.bytes.count
            count.write(to: &encoder.output.bytes)
        }

        mutating func encodeNil() { false.write(to: &encoder.output.bytes) }

        mutating func encode<Value: Encodable>(_ value: Value) throws {
            try encoder.write(value)
            count += 1
            for byte in 0..<8 { encoder.output.bytes[start + byte] = UInt8(truncatingIfNeeded: count >> (byte * 8)) }
        }

        func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            encoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }

        func superEncoder() -> any Encoder { encoder }
    }

    private struct RawValue: SingleValueEncodingContainer {
        let encoder: BinaryEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { false.write(to: &encoder.output.bytes) }

        func encode<Value: Encodable>(_ value: Value) throws { try encoder.write(value) }
    }
}
