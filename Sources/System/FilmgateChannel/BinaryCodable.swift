/// A value with its own encoding in a message, such as an integer or a string.
protocol BinaryCodable {
    func write(to bytes: inout [UInt8])

    /// Decodes the value at the beginning of the bytes, and removes its bytes.
    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessageError)
}

/// The error for bytes that are not a valid message of the expected type.
struct MalformedMessageError: Error {}

/// Encodes an integer in little-endian order, with the width of its type.
extension BinaryCodable where Self: FixedWidthInteger {
    func write(to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: Self.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: self >> shift))
        }
    }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessageError) {
        let own = try bytes.take(Self.bitWidth / 8)
        self = own.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}

extension Int: BinaryCodable {}
extension Int8: BinaryCodable {}
extension Int16: BinaryCodable {}
extension Int32: BinaryCodable {}
extension Int64: BinaryCodable {}
extension UInt: BinaryCodable {}
extension UInt8: BinaryCodable {}
extension UInt16: BinaryCodable {}
extension UInt32: BinaryCodable {}
extension UInt64: BinaryCodable {}

extension Bool: BinaryCodable {
    func write(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessageError) {
        let value = try UInt8(from: &bytes)
        guard value <= 1 else { throw MalformedMessageError() }
        self = value == 1
    }
}

extension Float: BinaryCodable {
    func write(to bytes: inout [UInt8]) { bitPattern.write(to: &bytes) }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessageError) {
        self.init(bitPattern: try .init(from: &bytes))
    }
}

extension Double: BinaryCodable {
    func write(to bytes: inout [UInt8]) { bitPattern.write(to: &bytes) }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessageError) {
        self.init(bitPattern: try .init(from: &bytes))
    }
}

/// Encodes a byte array as its count, followed by the bytes.
extension [UInt8]: BinaryCodable {
    func write(to bytes: inout [UInt8]) {
        count.write(to: &bytes)
        bytes += self
    }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessageError) {
        let count = try Int(from: &bytes)
        self.init(try bytes.take(count))
    }
}

/// Encodes a string as a byte array that contains its UTF-8 bytes.
extension String: BinaryCodable {
    func write(to bytes: inout [UInt8]) { Array(utf8).write(to: &bytes) }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessageError) {
        let count = try Int(from: &bytes)
        guard let text = String(validating: try bytes.take(count), as: UTF8.self) else { throw MalformedMessageError() }
        self = text
    }
}

extension ArraySlice<UInt8> {
    /// Removes and returns the first `count` bytes. Throws `MalformedMessageError` if there are fewer.
    fileprivate mutating func take(_ count: Int) throws(MalformedMessageError) -> ArraySlice<UInt8> {
        guard (0...self.count).contains(count) else { throw MalformedMessageError() }
        defer { self = dropFirst(count) }
        return prefix(count)
    }
}
