/// Writes values one after the other: numbers as eight bytes, little-endian, texts as a count and UTF-8.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ value: some FixedWidthInteger) {
        let bits = UInt64(truncatingIfNeeded: value)
        for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> (UInt64(byte) * 8))) }
    }

    mutating func put(_ value: Double) { put(value.bitPattern) }

    mutating func put(_ text: String) {
        put(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func put(_ block: [UInt8]) {
        put(block.count)
        bytes.append(contentsOf: block)
    }

    mutating func put(_ texts: [String]) {
        put(texts.count)
        for text in texts { put(text) }
    }

    /// Writes an optional value: a number that says whether it is there, then the value.
    mutating func put<Value>(_ value: Value?, _ write: (inout FieldWriter, Value) -> Void) {
        put(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }
}

/// Reads values of `FieldWriter`, and throws `Garbled` for anything else.
struct FieldReader {
    private var rest: ArraySlice<UInt8>

    struct Garbled: Error {}

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(Garbled) -> Number {
        guard rest.count >= 8 else { throw Garbled() }
        let bits = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        let value = Number.isSigned ? Number(exactly: Int64(bitPattern: bits)) : Number(exactly: bits)
        guard let value else { throw Garbled() }
        return value
    }

    mutating func real() throws(Garbled) -> Double { Double(bitPattern: try number()) }

    mutating func text() throws(Garbled) -> String {
        let count = try number(Int.self)
        guard (0...rest.count).contains(count), let text = String(validating: rest.prefix(count), as: UTF8.self) else {
            throw Garbled()
        }
        rest = rest.dropFirst(count)
        return text
    }

    mutating func bytes() throws(Garbled) -> [UInt8] {
        let count = try number(Int.self)
        guard (0...rest.count).contains(count) else { throw Garbled() }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// - Parameter most: a higher count is garbled.
    mutating func texts(atMost most: Int) throws(Garbled) -> [String] {
        let count = try number(Int.self)
        guard (0...most).contains(count) else { throw Garbled() }
        var texts: [String] = []
        for _ in 0..<count { texts.append(try text()) }
        return texts
    }

    mutating func optional<Value>(_ read: (inout FieldReader) throws(Garbled) -> Value) throws(Garbled) -> Value? {
        switch try number(UInt8.self) {
        case 0: nil
        case 1: try read(&self)
        default: throw Garbled()
        }
    }

    mutating func word<Word: RawRepresentable<String>>() throws(Garbled) -> Word {
        guard let word = Word(rawValue: try text()) else { throw Garbled() }
        return word
    }

    /// Throws if bytes are left.
    func finish() throws(Garbled) { guard rest.isEmpty else { throw Garbled() } }
}
