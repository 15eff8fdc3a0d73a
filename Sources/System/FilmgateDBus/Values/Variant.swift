/// A value that is sent with its type.
public struct Variant: DBusValue {
    private enum Content {
        case typed(any DBusValue)
        case decoded(MessageValue)
    }

    private let content: Content
    /// The signature of the value, which is one complete type.
    public let signature: String

    public init<Value: DBusValue>(_ value: Value) {
        content = .typed(value)
        signature = Value.signature
    }

    init(decoded value: MessageValue, signature: String) {
        content = .decoded(value)
        self.signature = signature
    }

    /// Returns the value; nil if the value has a different type or is invalid for the type.
    public func value<Value: DBusValue>(as type: Value.Type) -> Value? { try? decoded(as: type) }

    /// Returns the value.
    ///
    /// - Throws: `TypeMismatch` if the value has a different type; the errors of the Swift type and of `messageValue`.
    public func decoded<Value: DBusValue>(as type: Value.Type) throws -> Value {
        guard Value.signature == signature else { throw TypeMismatch(expected: Value.signature) }
        switch content {
        case .decoded(let value): return try Value(decoding: value)
        case .typed(let value):
            if let value = value as? Value { return value }
            return try Value(decoding: OutgoingMessage.carry(value))
        }
    }

    /// Returns the value in the form of an incoming message.
    ///
    /// - Throws: `EncodingFailure` if the value was created in this process and cannot be sent in a message.
    public func messageValue() throws -> MessageValue {
        switch content {
        case .decoded(let value): value
        case .typed(let value): try OutgoingMessage.carry(value)
        }
    }

    public static var signature: String { "v" }

    public func encode(into encoder: inout MessageEncoder) {
        encoder.appendVariant(of: signature) { encoder in
            switch content {
            case .typed(let value): value.encode(into: &encoder)
            case .decoded(let value): value.encode(into: &encoder)
            }
        }
    }

    public init(decoding value: MessageValue) throws {
        guard case .variant(let variant) = value else { throw TypeMismatch(expected: "v") }
        self = variant
    }
}

/// The dictionary that most methods take and return in addition to their fixed arguments.
public typealias Options = [String: Variant]
