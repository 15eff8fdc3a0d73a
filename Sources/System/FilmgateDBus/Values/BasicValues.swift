public import FilmgateSystem

extension UInt8: DBusKey {
    public static var signature: String { "y" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .byte(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension Int16: DBusKey {
    public static var signature: String { "n" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .int16(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension UInt16: DBusKey {
    public static var signature: String { "q" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .uint16(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension Int32: DBusKey {
    public static var signature: String { "i" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .int32(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension UInt32: DBusKey {
    public static var signature: String { "u" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .uint32(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension Int64: DBusKey {
    public static var signature: String { "x" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .int64(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension UInt64: DBusKey {
    public static var signature: String { "t" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .uint64(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension Double: DBusKey {
    public static var signature: String { "d" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .double(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension Bool: DBusKey {
    public static var signature: String { "b" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .boolean(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension String: DBusKey {
    public static var signature: String { "s" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .string(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension ObjectPath: DBusKey {
    public static var signature: String { "o" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }

    public init(decoding value: MessageValue) throws {
        guard case .path(let value) = value else { throw TypeMismatch(expected: Self.signature) }
        self = value
    }
}

extension OwnedDescriptor: DBusValue {
    public static var signature: String { "h" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }
}

extension DBusValue where Self == OwnedDescriptor {
    public init(decoding value: MessageValue) throws {
        guard case .descriptor(let value) = value else { throw TypeMismatch(expected: "h") }
        self = value
    }
}
