import FilmgateDBus
import Foundation

extension Value {
    /// A value of a message, in JSON's types, as `values.py` has it.
    ///
    /// - Parameter descriptors: keeps the descriptors inside.
    init(_ value: MessageValue, keepingIn descriptors: ClientDescriptors) throws {
        func reading(_ value: MessageValue) throws -> Value { try Value(value, keepingIn: descriptors) }
        switch value {
        case .byte(let value): self = .integer(Int64(value))
        case .boolean(let value): self = .flag(value)
        case .int16(let value): self = .integer(Int64(value))
        case .uint16(let value): self = .integer(Int64(value))
        case .int32(let value): self = .integer(Int64(value))
        case .uint32(let value): self = .integer(Int64(value))
        case .int64(let value): self = .integer(value)
        case .uint64(let value): self = Int64(exactly: value).map(Value.integer) ?? .unsigned(value)
        // A reader of JSON takes a whole number for an integer.
        case .double(let value): self = Int64(exactly: value).map(Value.integer) ?? .number(value)
        case .string(let text), .signature(let text): self = .text(text)
        case .path(let path): self = .text(path.rawValue)
        case .descriptor(let descriptor): self = .table(["descriptor": .table(descriptors.keep(descriptor))])
        case .bytes(let bytes): self = .table(["bytes": .text(Data(bytes).base64EncodedString())])
        case .array(_, let values): self = .list(try values.map(reading))
        case .structure(let fields): self = .list(try fields.map(reading))
        case .dictionary(let entry, let entries):
            guard let first = entry.first, "sog".contains(first) else {
                self = .list(try entries.map { .list([try reading($0.key), try reading($0.value)]) })
                return
            }
            var table: [String: Value] = [:]
            for (key, value) in entries { table[try reading(key).text ?? ""] = try reading(value) }
            self = .table(table)
        case .variant(let variant): self = try reading(variant.messageValue())
        }
    }
}
