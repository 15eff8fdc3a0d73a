import CFilmgateDBus
import FilmgateSystem
import Glibc

/// The limits on decoding one incoming message.
public struct DecodingBudget: Hashable, Sendable {
    /// The maximum number of values, counting both containers and the values in them.
    public var elements: Int
    /// The maximum number of bytes in strings and byte arrays.
    public var bytes: Int
    /// The maximum number of file descriptors. Each reference to a descriptor becomes a separate descriptor.
    public var descriptors: Int

    public init(elements: Int = 40_000, bytes: Int = 4 << 20, descriptors: Int = 16) {
        self.elements = elements
        self.bytes = bytes
        self.descriptors = descriptors
    }

    /// The limits for replies to calls of this connection, which are the limits of the bus.
    static let replies = DecodingBudget(elements: 16 << 20, bytes: 128 << 20, descriptors: 1024)
}

/// The reason why a message could not be decoded.
package enum DecodingFailure: Error {
    case overBudget
    /// The process cannot open more file descriptors.
    case outOfDescriptors
}

/// A decoder for messages that libdbus has validated: nesting is limited, and strings are UTF-8.
package struct MessageDecoder {
    private(set) var budget: DecodingBudget

    package init(_ budget: DecodingBudget) { self.budget = budget }

    package mutating func body(of message: OpaquePointer) throws(DecodingFailure) -> [MessageValue] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
        return try values(at: &iterator)
    }

    private mutating func values(at iterator: inout DBusMessageIter) throws(DecodingFailure) -> [MessageValue] {
        var values: [MessageValue] = []
        while case let type = dbus_message_iter_get_arg_type(&iterator), type != fgd_invalid {
            values.append(try value(of: type, at: &iterator))
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private mutating func value(
        of type: Int32, at iterator: inout DBusMessageIter
    ) throws(DecodingFailure) -> MessageValue {
        try spend(elements: 1)
        switch type {
        case fgd_array: return try array(at: &iterator)
        case fgd_variant: return try variant(at: &iterator)
        case fgd_struct:
            var inner = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inner)
            return .structure(try values(at: &inner))
        default: return try basic(of: type, at: &iterator)
        }
    }

    private mutating func basic(
        of type: Int32, at iterator: inout DBusMessageIter
    ) throws(DecodingFailure) -> MessageValue {
        var raw = DBusBasicValue()
        dbus_message_iter_get_basic(&iterator, &raw)
        switch type {
        case fgd_byte: return .byte(raw.byt)
        case fgd_boolean: return .boolean(raw.bool_val != 0)
        case fgd_int16: return .int16(raw.i16)
        case fgd_uint16: return .uint16(raw.u16)
        case fgd_int32: return .int32(raw.i32)
        case fgd_uint32: return .uint32(raw.u32)
        case fgd_int64: return .int64(Int64(raw.i64))
        case fgd_uint64: return .uint64(UInt64(raw.u64))
        case fgd_double: return .double(raw.dbl)
        case fgd_unix_fd:
            // libdbus returns a duplicate of the descriptor with the close-on-exec flag.
            guard raw.fd >= 0 else { throw .outOfDescriptors }
            let descriptor = OwnedDescriptor(owning: raw.fd, isForeign: true)
            try spendDescriptor()
            return .descriptor(descriptor)
        default:
            try spend(bytes: strlen(raw.str))
            let text = String(cString: raw.str)
            return switch type {
            case fgd_object_path: .path(ObjectPath(checked: text))
            case fgd_signature: .signature(text)
            default: .string(text)
            }
        }
    }

    // MARK: Containers

    private mutating func array(at iterator: inout DBusMessageIter) throws(DecodingFailure) -> MessageValue {
        let element = dbus_message_iter_get_element_type(&iterator)
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        if element == fgd_byte { return .bytes(try bytes(at: &inner)) }
        if element == fgd_dict_entry {
            let signature = signature(of: &iterator)
            // Removes `a{` and `}` from the signature.
            return .dictionary(entry: String(signature.dropFirst(2).dropLast()), try entries(at: &inner))
        }
        let signature = basicSignature(of: element) ?? String(signature(of: &iterator).dropFirst())
        return .array(element: signature, try values(at: &inner))
    }

    private mutating func bytes(at iterator: inout DBusMessageIter) throws(DecodingFailure) -> [UInt8] {
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        dbus_message_iter_get_fixed_array(&iterator, &start, &count)
        try spend(bytes: Int(count))
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    private mutating func entries(
        at iterator: inout DBusMessageIter
    ) throws(DecodingFailure) -> [(key: MessageValue, value: MessageValue)] {
        var entries: [(key: MessageValue, value: MessageValue)] = []
        while dbus_message_iter_get_arg_type(&iterator) == fgd_dict_entry {
            var inner = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inner)
            let key = try value(of: dbus_message_iter_get_arg_type(&inner), at: &inner)
            dbus_message_iter_next(&inner)
            let value = try value(of: dbus_message_iter_get_arg_type(&inner), at: &inner)
            entries.append((key, value))
            dbus_message_iter_next(&iterator)
        }
        return entries
    }

    private mutating func variant(at iterator: inout DBusMessageIter) throws(DecodingFailure) -> MessageValue {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        let type = dbus_message_iter_get_arg_type(&inner)
        let signature = basicSignature(of: type) ?? signature(of: &inner)
        return .variant(Variant(decoded: try value(of: type, at: &inner), signature: signature))
    }

    // MARK: Signatures

    /// Returns the signature of a basic type or a variant, or else nil. Does not call libdbus, which allocates memory.
    private func basicSignature(of type: Int32) -> String? {
        switch type {
        case fgd_array, fgd_struct, fgd_dict_entry, fgd_invalid: nil
        default: UnicodeScalar(UInt32(type)).map { String(Character($0)) }
        }
    }

    private func signature(of iterator: inout DBusMessageIter) -> String {
        guard let raw = dbus_message_iter_get_signature(&iterator) else { return "" }
        defer { dbus_free(raw) }
        return String(cString: raw)
    }

    // MARK: Budget

    private mutating func spend(elements count: Int) throws(DecodingFailure) {
        budget.elements -= count
        if budget.elements < 0 { throw .overBudget }
    }

    private mutating func spend(bytes count: Int) throws(DecodingFailure) {
        budget.bytes -= count
        if budget.bytes < 0 { throw .overBudget }
    }

    private mutating func spendDescriptor() throws(DecodingFailure) {
        budget.descriptors -= 1
        if budget.descriptors < 0 { throw .overBudget }
    }
}
