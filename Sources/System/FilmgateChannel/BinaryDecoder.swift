/// Decodes the output of a `BinaryEncoder` that ran in an untrusted process.
///
/// Refuses a count that exceeds the number of remaining bytes. The caller must check that no bytes remain at the end.
struct BinaryDecoder: Decoder {
    /// The remaining bytes, which all containers of a message share.
    final class Input {
        var bytes: ArraySlice<UInt8>
        init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
    }

    let input: Input
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        guard let field = type as? any BinaryCodable.Type else { return try type.init(from: self) }
        guard let value = try field.init(from: &input.bytes) as? Value else { throw MalformedMessageError() }
        return value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Properties(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try Elements(self) }

    func singleValueContainer() -> any SingleValueDecodingContainer { RawValue(decoder: self) }
}

extension BinaryDecoder {
    private struct Properties<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: BinaryDecoder
        var codingPath: [any CodingKey] { [] }

        /// The name of the next enum case. It stays in the input.
        var allKeys: [Key] {
            var bytes = decoder.input.bytes
            // For malformed bytes, the array is empty, and the initializer of the decoded type throws.
            return (try? String(from: &bytes)).flatMap { Key(stringValue: $0) }.map { [$0] } ?? []
        }

        func contains(_ key: Key) -> Bool { true }

        func decodeNil(forKey key: Key) throws -> Bool { try !decoder.read(Bool.self) }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder.read() }

        /// Decodes an enum case: checks its name, and returns the container of its values.
        func nestedContainer<Value: CodingKey>(
            keyedBy type: Value.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Value> {
            guard try decoder.read() == key.stringValue else { throw MalformedMessageError() }
            return decoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try decoder.unkeyedContainer()
        }

        func superDecoder() -> any Decoder { decoder }

        func superDecoder(forKey key: Key) -> any Decoder { decoder }
    }

    private struct Elements: UnkeyedDecodingContainer {
        private let decoder: BinaryDecoder
        let count: Int?
        private(set) var currentIndex = 0
        var isAtEnd: Bool { currentIndex == count }
        var codingPath: [any CodingKey] { [] }

        init(_ decoder: BinaryDecoder) throws {
            let count: Int = try decoder.read()
            guard (0...decoder.input.bytes.count).contains(count) else { throw MalformedMessageError() }
            (self.decoder, self.count) = (decoder, count)
        }

        func decodeNil() throws -> Bool { try !decoder.read(Bool.self) }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            currentIndex += 1
            return try decoder.read()
        }

        func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
            decoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }

        func superDecoder() -> any Decoder { decoder }
    }

    private struct RawValue: SingleValueDecodingContainer {
        let decoder: BinaryDecoder
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read() }
    }
}
