extension Array: DBusValue where Element: DBusValue {
    public static var signature: String { "a" + Element.signature }

    public func encode(into encoder: inout MessageEncoder) {
        // Compares the types first, because an empty array of any type can be cast to bytes. Casting through `Any` does
        // not check each element.
        if Element.self == UInt8.self, let bytes = self as Any as? [UInt8] { return encoder.append(bytes) }
        encoder.appendArray(of: Element.signature) { encoder in
            for element in self { element.encode(into: &encoder) }
        }
    }

    public init(decoding value: MessageValue) throws {
        switch value {
        case .bytes(let bytes):
            guard Element.self == UInt8.self, let bytes = bytes as Any as? [Element] else {
                throw TypeMismatch(expected: Self.signature)
            }
            self = bytes
        case .array(_, let elements):
            self = try elements.map { try Element(decoding: $0) }
        default: throw TypeMismatch(expected: Self.signature)
        }
    }
}

/// A dictionary. If a message contains a key more than once, the last value is used.
extension Dictionary: DBusValue where Key: DBusKey, Value: DBusValue {
    public static var signature: String { "a{" + Key.signature + Value.signature + "}" }

    public func encode(into encoder: inout MessageEncoder) {
        encoder.appendArray(of: "{" + Key.signature + Value.signature + "}") { encoder in
            for (key, value) in self {
                encoder.appendEntry { encoder in
                    key.encode(into: &encoder)
                    value.encode(into: &encoder)
                }
            }
        }
    }

    public init(decoding value: MessageValue) throws {
        guard case .dictionary(_, let entries) = value else { throw TypeMismatch(expected: Self.signature) }
        self.init(minimumCapacity: entries.count)
        for (key, value) in entries { self[try Key(decoding: key)] = try Value(decoding: value) }
    }
}

extension MessageEncoder {
    /// Appends an `a{sv}` dictionary from a type that is not a dictionary. `body` must append each key only once.
    public mutating func appendOptions(_ body: (inout MessageEncoder) -> Void) { appendArray(of: "{sv}", body) }

    /// Appends one entry of an `a{sv}` dictionary.
    public mutating func appendOption(_ key: String, _ value: some DBusValue) {
        let signature = type(of: value).signature
        appendEntry { encoder in
            key.encode(into: &encoder)
            encoder.appendVariant(of: signature) { value.encode(into: &$0) }
        }
    }
}

/// A D-Bus structure.
public struct Structure<each Field: DBusValue>: DBusValue {
    public let values: (repeat each Field)

    public init(_ values: repeat each Field) { self.values = (repeat each values) }

    public static var signature: String { "(" + joinedSignature(repeat (each Field).self) + ")" }

    public func encode(into encoder: inout MessageEncoder) {
        encoder.appendStructure { encoder in
            repeat (each values).encode(into: &encoder)
        }
    }

    public init(decoding value: MessageValue) throws {
        guard case .structure(let fields) = value else { throw TypeMismatch(expected: Self.signature) }
        var rest = fields[...]
        let values = (repeat try takeFirst(of: &rest, as: (each Field).self))
        guard rest.isEmpty else { throw TypeMismatch(expected: Self.signature) }
        self.init(repeat each values)
    }
}

/// Returns the concatenated signatures of several types.
func joinedSignature<each Part: DBusValue>(_ parts: repeat (each Part).Type) -> String {
    var signature = ""
    for part in repeat each parts { signature += part.signature }
    return signature
}

/// Removes the first of several values, and decodes it.
func takeFirst<Part: DBusValue>(of values: inout ArraySlice<MessageValue>, as type: Part.Type) throws -> Part {
    guard let first = values.popFirst() else { throw TypeMismatch(expected: Part.signature) }
    return try Part(decoding: first)
}
