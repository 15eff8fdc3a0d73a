/// The format of samples with any number of bits, and their conversion to 8 bits.
struct TIFFSamples {
    let bits: Int
    let isFloat: Bool
    /// Whether samples of several bytes are big-endian.
    let isBigEndian: Bool

    /// Returns a sample, scaled to 8 bits. Floating-point samples range from 0 to 1.
    ///
    /// - Parameter isSigned: whether samples can be negative.
    func byte(_ index: Int, of row: UnsafeRawBufferPointer, isSigned: Bool) -> UInt8 {
        if isFloat { return share(index, of: row) }
        if bits % 8 == 0 {
            let highest = row[index * (bits / 8) + (isBigEndian ? 0 : bits / 8 - 1)]
            return isSigned ? highest ^ 0x80 : highest
        }
        let count = min(bits, 8)
        let value = highest(count, index, of: row) ^ (isSigned ? 1 << (count - 1) : 0)
        return UInt8(value * 255 / (1 << count - 1))
    }

    /// Returns a sample of at most 8 bits, or of 16 bits, without scaling it.
    func number(_ index: Int, of row: UnsafeRawBufferPointer) -> Int {
        // libtiff has converted samples of 16 bits to the machine's byte order.
        bits == 16
            ? Int(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)) : highest(bits, index, of: row)
    }

    /// Returns the highest `count` bits of a sample, at most 8.
    private func highest(_ count: Int, _ index: Int, of row: UnsafeRawBufferPointer) -> Int {
        let (byte, bit) = (index * bits / 8, index * bits % 8)
        let next = byte + 1 < row.count ? Int(row[byte + 1]) : 0
        let pair = Int(row[byte]) << 8 | next
        return pair >> (16 - bit - count) & (1 << count - 1)
    }

    private func share(_ index: Int, of row: UnsafeRawBufferPointer) -> UInt8 {
        guard let mantissaBits = TIFFSamples.mantissaBits(ofFloat: bits) else { return 0 }
        let width = bits / 8
        var pattern: UInt64 = 0
        for place in 0..<width { pattern |= UInt64(row[index * width + place]) << UInt64(8 * place) }
        let largest = 1 << (bits - 1 - mantissaBits) - 1
        let exponent = Int(truncatingIfNeeded: pattern >> UInt64(mantissaBits)) & largest
        let mantissa = pattern & (1 << UInt64(mantissaBits) - 1)
        let isNumber = exponent < largest || mantissa == 0
        // With the smallest exponent, the number is almost zero.
        guard pattern >> UInt64(bits - 1) == 0, isNumber, exponent > 0 else { return 0 }
        guard exponent < largest / 2 else { return 255 }
        let high = UInt64(exponent - largest / 2 + 1023) << 52
        let low = mantissa << UInt64(52 - mantissaBits)
        return UInt8(Double(bitPattern: high | low) * 255 + 0.5)
    }

    /// Returns the number of mantissa bits; nil if there is no floating-point format of this size.
    static func mantissaBits(ofFloat bits: Int) -> Int? {
        switch bits {
        case 16: 10
        case 24: 16
        case 32: 23
        case 64: 52
        default: nil
        }
    }
}
