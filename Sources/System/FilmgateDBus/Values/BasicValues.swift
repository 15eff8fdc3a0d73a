import CFilmgateDBus
public import FilmgateSystem

extension UInt8: DBusKey {
    public static var signature: String { "y" }

    public func encode(into encoder: inout MessageEncoder) { encoder.appendFixed(fgd_byte, self) }

    public init(decoding value: MessageValue) throws {
        if case .byte(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension Int16: DBusKey {
    public static var signature: String { "n" }

    public func encode(into encoder: inout MessageEncoder) { encoder.appendFixed(fgd_int16, self) }

    public init(decoding value: MessageValue) throws {
        if case .int16(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension UInt16: DBusKey {
    public static var signature: String { "q" }

    public func encode(into encoder: inout MessageEncoder) { encoder.appendFixed(fgd_uint16, self) }

    public init(decoding value: MessageValue) throws {
        if case .uint16(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension Int32: DBusKey {
    public static var signature: String { "i" }

    public func encode(into encoder: inout MessageEncoder) { encoder.appendFixed(fgd_int32, self) }

    public init(decoding value: MessageValue) throws {
        if case .int32(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension UInt32: DBusKey {
    public static var signature: String { "u" }

    public func encode(into encoder: inout MessageEncoder) { encoder.appendFixed(fgd_uint32, self) }

    public init(decoding value: MessageValue) throws {
        if case .uint32(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension Int64: DBusKey {
    public static var signature: String { "x" }

    public func encode(into encoder: inout MessageEncoder) { encoder.appendFixed(fgd_int64, self) }

    public init(decoding value: MessageValue) throws {
        if case .int64(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension UInt64: DBusKey {
    public static var signature: String { "t" }

    public func encode(into encoder: inout MessageEncoder) { encoder.appendFixed(fgd_uint64, self) }

    public init(decoding value: MessageValue) throws {
        if case .uint64(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension Double: DBusKey {
    public static var signature: String { "d" }

    public func encode(into encoder: inout MessageEncoder) { encoder.appendFixed(fgd_double, self) }

    public init(decoding value: MessageValue) throws {
        if case .double(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension Bool: DBusKey {
    public static var signature: String { "b" }

    public func encode(into encoder: inout MessageEncoder) {
        encoder.appendFixed(fgd_boolean, dbus_bool_t(self ? 1 : 0))
    }

    public init(decoding value: MessageValue) throws {
        if case .boolean(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension String: DBusKey {
    public static var signature: String { "s" }

    public func encode(into encoder: inout MessageEncoder) { encoder.appendText(fgd_string, self) }

    public init(decoding value: MessageValue) throws {
        if case .string(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension ObjectPath: DBusKey {
    public static var signature: String { "o" }

    public func encode(into encoder: inout MessageEncoder) { encoder.appendText(fgd_object_path, rawValue) }

    public init(decoding value: MessageValue) throws {
        if case .path(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}

extension OwnedDescriptor: DBusValue {
    public static var signature: String { "h" }

    public func encode(into encoder: inout MessageEncoder) { encoder.append(self) }
}

extension DBusValue where Self == OwnedDescriptor {
    public init(decoding value: MessageValue) throws {
        if case .descriptor(let value) = value { self = value } else { throw TypeMismatch(expected: Self.signature) }
    }
}
