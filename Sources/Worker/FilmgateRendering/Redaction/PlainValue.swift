/// Whether values that should be numbers are, and are no words in their place.
enum PlainValue {
    /// The letters in a row that make a word. Numbers have fewer.
    private static let wordLength = 5

    /// Whether there is a word, in ASCII or UTF-16.
    static func holdsWord(_ bytes: some Sequence<UInt8>) -> Bool {
        var (letters, zeros) = (0, 0)
        for byte in bytes {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A:
                letters = zeros > 1 ? 1 : letters + 1
                zeros = 0
                if letters == wordLength { return true }
            case 0: zeros += 1
            default: (letters, zeros) = (0, 0)
            }
        }
        return false
    }

    /// Whether all bytes are those of dates, times and numbers.
    static func isDate(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == 0 || "0123456789:+-.Z ".utf8.contains($0) }
    }

    /// Whether a value of a type of TIFF is a few numbers, or a date.
    static func isPlain(_ value: some Collection<UInt8>, ofType type: Int, count: Int) -> Bool {
        switch type {
        case 2: value.count <= 32 && isDate(value)
        // Versions are digits.
        case 1, 6, 7: value.count <= 4 && value.allSatisfy { $0 < 0x20 || (0x30...0x39).contains($0) }
        default: count <= 6 && value.count <= 64 && !holdsWord(value)
        }
    }
}
