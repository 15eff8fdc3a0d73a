public import FilmgateSystem

/// A value of any type in an incoming message.
public enum MessageValue: Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case path(ObjectPath)
    case signature(String)
    case descriptor(OwnedDescriptor)
    case bytes([UInt8])
    /// An array other than bytes. `element` is the signature of an element.
    case array(element: String, [MessageValue])
    /// A dictionary. `entry` is the signature of a key, followed by the signature of a value.
    case dictionary(entry: String, [(key: MessageValue, value: MessageValue)])
    case structure([MessageValue])
    indirect case variant(Variant)

    /// The signature of the value, which is one complete type.
    public var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .dictionary(let entry, _): "a{" + entry + "}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }

    /// Appends the value to a message, so that a variant can be forwarded without knowing its Swift type.
    func encode(into encoder: inout MessageEncoder) {
        switch self {
        case .byte(let value): value.encode(into: &encoder)
        case .boolean(let value): value.encode(into: &encoder)
        case .int16(let value): value.encode(into: &encoder)
        case .uint16(let value): value.encode(into: &encoder)
        case .int32(let value): value.encode(into: &encoder)
        case .uint32(let value): value.encode(into: &encoder)
        case .int64(let value): value.encode(into: &encoder)
        case .uint64(let value): value.encode(into: &encoder)
        case .double(let value): value.encode(into: &encoder)
        case .string(let value): value.encode(into: &encoder)
        case .path(let value): value.encode(into: &encoder)
        case .signature(let value): encoder.appendSignature(value)
        case .descriptor(let value): value.encode(into: &encoder)
        case .bytes(let value): value.encode(into: &encoder)
        case .array(let element, let values):
            encoder.appendArray(of: element) { encoder in
                for value in values { value.encode(into: &encoder) }
            }
        case .dictionary(let entry, let entries):
            encoder.appendArray(of: "{" + entry + "}") { encoder in
                for (key, value) in entries {
                    encoder.appendEntry { encoder in
                        key.encode(into: &encoder)
                        value.encode(into: &encoder)
                    }
                }
            }
        case .structure(let fields):
            encoder.appendStructure { encoder in
                for field in fields { field.encode(into: &encoder) }
            }
        case .variant(let value): value.encode(into: &encoder)
        }
    }
}
