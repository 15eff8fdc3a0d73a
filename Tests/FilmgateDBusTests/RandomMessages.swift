@testable import FilmgateDBus

/// Any list of values, encoded as such.
struct Tree: ArgumentList {
    static let signature = ""
    let values: [MessageValue]

    init(_ values: [MessageValue]) { self.values = values }

    init(decoding values: [MessageValue]) { self.values = values }

    func encode(into encoder: inout MessageEncoder) {
        for value in values { value.encode(into: &encoder) }
    }
}

/// A D-Bus type, from which values can be made.
indirect enum RandomType {
    case basic(Character)
    case array(RandomType)
    case dictionary(Character, RandomType)
    case structure([RandomType])
    case variant

    private static let basics = Array("ybnqiuxtdsog")

    init(depth: Int, using random: inout some RandomNumberGenerator) {
        let kinds = depth > 0 ? 0...7 : 0...3
        switch Int.random(in: kinds, using: &random) {
        case 4: self = .array(RandomType(depth: depth - 1, using: &random))
        case 5: self = .dictionary(Self.basic(using: &random), RandomType(depth: depth - 1, using: &random))
        case 6:
            let count = Int.random(in: 1...4, using: &random)
            self = .structure((0..<count).map { _ in RandomType(depth: depth - 1, using: &random) })
        case 7: self = .variant
        default: self = .basic(Self.basic(using: &random))
        }
    }

    private static func basic(using random: inout some RandomNumberGenerator) -> Character {
        basics[Int.random(in: basics.indices, using: &random)]
    }

    var signature: String {
        switch self {
        case .basic(let type): String(type)
        case .array(let element): "a" + element.signature
        case .dictionary(let key, let value): "a{" + String(key) + value.signature + "}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }

    func value(depth: Int, using random: inout some RandomNumberGenerator) -> MessageValue {
        let count = Int.random(in: 0...4, using: &random)
        switch self {
        case .basic(let type): return Self.value(of: type, using: &random)
        case .array(.basic("y")): return .bytes((0..<count * 5).map { _ in .random(in: 0...255, using: &random) })
        case .array(let element):
            return .array(
                element: element.signature, (0..<count).map { _ in element.value(depth: depth, using: &random) })
        case .dictionary(let key, let value):
            return .dictionary(
                entry: String(key) + value.signature,
                (0..<count).map { _ in
                    (Self.value(of: key, using: &random), value.value(depth: depth, using: &random))
                })
        case .structure(let fields): return .structure(fields.map { $0.value(depth: depth, using: &random) })
        case .variant:
            let type = RandomType(depth: depth - 1, using: &random)
            let value = type.value(depth: depth - 1, using: &random)
            return .variant(Variant(decoded: value, signature: type.signature))
        }
    }

    private static func value(of type: Character, using random: inout some RandomNumberGenerator) -> MessageValue {
        let bits: UInt64 = random.next()
        return switch type {
        case "y": .byte(UInt8(truncatingIfNeeded: bits))
        case "b": .boolean(bits.isMultiple(of: 2))
        case "n": .int16(Int16(truncatingIfNeeded: bits))
        case "q": .uint16(UInt16(truncatingIfNeeded: bits))
        case "i": .int32(Int32(truncatingIfNeeded: bits))
        case "u": .uint32(UInt32(truncatingIfNeeded: bits))
        case "x": .int64(Int64(bitPattern: bits))
        case "t": .uint64(bits)
        case "d": .double(Double(bitPattern: bits))
        case "o": .path(["/", "/a", "/org/example/Object_1"].randomElement(using: &random) ?? "/")
        case "g": .signature(["", "s", "a{sv}", "(ii)as"].randomElement(using: &random) ?? "")
        default: .string(["", "a", "ä 世界", String(repeating: "long ", count: 20)].randomElement(using: &random) ?? "")
        }
    }
}
