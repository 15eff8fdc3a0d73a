/// Tests whether values that should be numbers or dates contain words.
enum ValueWordDetector {
    /// The number of consecutive letters that count as a word. The bytes of numbers rarely look like so many letters.
    private static let wordLength = 5

    /// Returns whether the bytes contain a word in ASCII or UTF-16.
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

    /// Returns whether all bytes can occur in dates, times and numbers.
    static func isDate(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == 0 || "0123456789:+-.Z ".utf8.contains($0) }
    }

    /// Returns whether a value with a TIFF type is a date or a few numbers.
    static func isPlain(_ value: some Collection<UInt8>, ofType type: Int, count: Int) -> Bool {
        switch type {
        case 2: value.count <= 32 && isDate(value)
        // Versions consist of digits.
        case 1, 6, 7: value.count <= 4 && value.allSatisfy { $0 < 0x20 || (0x30...0x39).contains($0) }
        default: count <= 6 && value.count <= 64 && !holdsWord(value)
        }
    }
}
