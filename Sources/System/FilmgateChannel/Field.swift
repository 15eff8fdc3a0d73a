/// A value with its own encoding in a message, such as an integer or a text.
protocol Field {
    func write(to bytes: inout [UInt8])

    /// Reads the value, and removes it from the bytes.
    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessage)
}

/// The error for bytes that are not a valid message of the expected type.
struct MalformedMessage: Error {}

/// Encodes an integer in little-endian order, with the width of its type.
extension Field where Self: FixedWidthInteger {
    func write(to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: Self.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: self >> shift))
        }
    }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessage) {
        let own = try bytes.take(Self.bitWidth / 8)
        self = own.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}

extension Int: Field {}
extension Int8: Field {}
extension Int16: Field {}
extension Int32: Field {}
extension Int64: Field {}
extension UInt: Field {}
extension UInt8: Field {}
extension UInt16: Field {}
extension UInt32: Field {}
extension UInt64: Field {}

extension Bool: Field {
    func write(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessage) {
        let value = try UInt8(from: &bytes)
        guard value <= 1 else { throw MalformedMessage() }
        self = value == 1
    }
}

extension Float: Field {
    func write(to bytes: inout [UInt8]) { bitPattern.write(to: &bytes) }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessage) {
        self.init(bitPattern: try .init(from: &bytes))
    }
}

extension Double: Field {
    func write(to bytes: inout [UInt8]) { bitPattern.write(to: &bytes) }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessage) {
        self.init(bitPattern: try .init(from: &bytes))
    }
}

/// Encodes a byte array as its count, followed by the bytes.
extension [UInt8]: Field {
    func write(to bytes: inout [UInt8]) {
        count.write(to: &bytes)
        bytes += self
    }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessage) {
        let count = try Int(from: &bytes)
        self.init(try bytes.take(count))
    }
}

/// Encodes a text as a byte array that contains its UTF-8 bytes.
extension String: Field {
    func write(to bytes: inout [UInt8]) { Array(utf8).write(to: &bytes) }

    init(from bytes: inout ArraySlice<UInt8>) throws(MalformedMessage) {
        let count = try Int(from: &bytes)
        guard let text = String(validating: try bytes.take(count), as: UTF8.self) else { throw MalformedMessage() }
        self = text
    }
}

extension ArraySlice<UInt8> {
    /// Removes the first bytes, and returns them.
    fileprivate mutating func take(_ count: Int) throws(MalformedMessage) -> ArraySlice<UInt8> {
        guard (0...self.count).contains(count) else { throw MalformedMessage() }
        defer { self = dropFirst(count) }
        return prefix(count)
    }
}
