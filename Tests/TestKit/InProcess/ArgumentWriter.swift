import CFilmgateDBus
import FilmgateSystem

/// Writes arguments into a message, each by its type in the signature, as `values.py` does.
struct ArgumentWriter {
    let descriptors: ClientDescriptors

    func append(_ arguments: [BusArgument], _ signature: String, to message: OpaquePointer) throws(ClientFailure) {
        let types = try Self.types(in: signature)
        guard types.count == arguments.count else {
            throw ClientFailure("the signature \(signature) has \(types.count) arguments")
        }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        for (type, argument) in zip(types, arguments) { try append(argument, type, to: &iterator) }
    }

    /// Splits a signature into its complete types.
    static func types(in signature: some StringProtocol) throws(ClientFailure) -> [String] {
        guard dbus_signature_validate(String(signature), nil) != 0 else {
            throw ClientFailure("'\(signature)' is no signature")
        }
        var types: [String] = []
        var rest = Substring(signature)
        while !rest.isEmpty {
            let type = firstType(in: rest)
            types.append(String(type))
            rest = rest.dropFirst(type.count)
        }
        return types
    }

    private static func firstType(in signature: Substring) -> Substring {
        var depth = 0
        for (position, character) in signature.enumerated() {
            switch character {
            case "(", "{": depth += 1
            case ")", "}": depth -= 1
            case "a": continue
            default: break
            }
            if depth == 0 { return signature.prefix(position + 1) }
        }
        return signature
    }

    // MARK: Values

    private func append(
        _ argument: BusArgument, _ type: String, to iterator: inout DBusMessageIter
    ) throws(ClientFailure) {
        switch (type.first, argument) {
        case ("y", _): try append(number(argument) as UInt8, fgd_byte, to: &iterator)
        case ("n", _): try append(number(argument) as Int16, fgd_int16, to: &iterator)
        case ("q", _): try append(number(argument) as UInt16, fgd_uint16, to: &iterator)
        case ("i", _): try append(number(argument) as Int32, fgd_int32, to: &iterator)
        case ("u", _): try append(number(argument) as UInt32, fgd_uint32, to: &iterator)
        case ("x", _): try append(number(argument) as Int64, fgd_int64, to: &iterator)
        case ("t", _): try append(number(argument) as UInt64, fgd_uint64, to: &iterator)
        case ("d", .number(let value)): try append(value, fgd_double, to: &iterator)
        case ("d", .integer(let value)): try append(Double(value), fgd_double, to: &iterator)
        case ("b", .flag(let value)): try append(dbus_bool_t(value ? 1 : 0), fgd_boolean, to: &iterator)
        case ("s", .text(let text)): try append(text, fgd_string, to: &iterator)
        case ("o", .text(let text)) where dbus_validate_path(text, nil) != 0:
            try append(text, fgd_object_path, to: &iterator)
        case ("g", .text(let text)) where dbus_signature_validate(text, nil) != 0:
            try append(text, fgd_signature, to: &iterator)
        case ("h", .descriptor(let content)):
            // libdbus puts a duplicate into the message.
            let descriptor = try descriptors.open(content)
            defer { withExtendedLifetime(descriptor) {} }
            try append(descriptor.rawValue, fgd_unix_fd, to: &iterator)
        case ("v", _):
            let (type, content) = try Self.variant(argument)
            try open(fgd_variant, type, in: &iterator) { iterator throws(ClientFailure) in
                try append(content, type, to: &iterator)
            }
        case ("(", .list(let fields)):
            let types = try Self.types(in: type.dropFirst().dropLast())
            guard types.count == fields.count else { throw ClientFailure("a \(type) has \(types.count) members") }
            try open(fgd_struct, nil, in: &iterator) { iterator throws(ClientFailure) in
                for (type, field) in zip(types, fields) { try append(field, type, to: &iterator) }
            }
        case ("a", _): try appendArray(argument, of: String(type.dropFirst()), to: &iterator)
        default: throw ClientFailure("\(argument) is no '\(type)'")
        }
    }

    private func appendArray(
        _ argument: BusArgument, of element: String, to iterator: inout DBusMessageIter
    ) throws(ClientFailure) {
        try open(fgd_array, element, in: &iterator) { iterator throws(ClientFailure) in
            switch argument {
            case .bytes(let bytes) where element == "y":
                for byte in bytes { try append(byte, fgd_byte, to: &iterator) }
            case .table(let table) where element.first == "{":
                let types = try Self.types(in: element.dropFirst().dropLast())
                for (key, value) in table {
                    try open(fgd_dict_entry, nil, in: &iterator) { iterator throws(ClientFailure) in
                        try append(Self.key(key, types[0]), types[0], to: &iterator)
                        try append(value, types[1], to: &iterator)
                    }
                }
            case .list(let values) where element.first != "{":
                for value in values { try append(value, element, to: &iterator) }
            default: throw ClientFailure("\(argument) is no 'a\(element)'")
            }
        }
    }

    private static func key(_ text: String, _ type: String) -> BusArgument {
        switch type {
        case "s", "o", "g": .text(text)
        default: Int64(text).map(BusArgument.integer) ?? .text(text)
        }
    }

    /// Returns the type and the content of what stands for a variant.
    private static func variant(_ argument: BusArgument) throws(ClientFailure) -> (type: String, content: BusArgument) {
        switch argument {
        case .variant(let type, let content):
            guard try types(in: type).count == 1 else { throw ClientFailure("'\(type)' is not one type") }
            return (type, content)
        case .flag: return ("b", argument)
        case .text: return ("s", argument)
        case .list(let values)
        where !values.isEmpty && values.allSatisfy({ if case .text = $0 { true } else { false } }):
            return ("as", argument)
        default: throw ClientFailure("say the type of \(argument)")
        }
    }

    private func number<Number: FixedWidthInteger>(_ argument: BusArgument) throws(ClientFailure) -> Number {
        let number: Number? =
            switch argument {
            case .integer(let value): Number(exactly: value)
            case .unsigned(let value): Number(exactly: value)
            case .number(let value): Number(exactly: value)
            case .flag(let value): value ? 1 : 0
            default: nil
            }
        guard let number else { throw ClientFailure("\(argument) is no \(Number.self)") }
        return number
    }

    // MARK: libdbus

    private func append<Value: BitwiseCopyable>(
        _ value: Value, _ type: Int32, to iterator: inout DBusMessageIter
    ) throws(ClientFailure) {
        var value = value
        guard dbus_message_iter_append_basic(&iterator, type, &value) != 0 else { throw Self.outOfMemory }
    }

    private func append(_ text: String, _ type: Int32, to iterator: inout DBusMessageIter) throws(ClientFailure) {
        guard !text.utf8.contains(0) else { throw ClientFailure("a text with a NUL cannot be sent") }
        let isAppended = text.withCString { characters in
            var characters: UnsafePointer<CChar>? = characters
            return dbus_message_iter_append_basic(&iterator, type, &characters) != 0
        }
        guard isAppended else { throw Self.outOfMemory }
    }

    private func open(
        _ type: Int32, _ signature: String?, in iterator: inout DBusMessageIter,
        _ body: (inout DBusMessageIter) throws(ClientFailure) -> Void
    ) throws(ClientFailure) {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, type, signature, &inner) != 0 else {
            throw ClientFailure("the arguments are nested too deep")
        }
        do throws(ClientFailure) { try body(&inner) } catch {
            dbus_message_iter_abandon_container(&iterator, &inner)
            throw error
        }
        guard dbus_message_iter_close_container(&iterator, &inner) != 0 else { throw Self.outOfMemory }
    }

    private static let outOfMemory = ClientFailure("libdbus is out of memory")
}
