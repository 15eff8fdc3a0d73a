/// A latitude or a longitude in XMP's form: degrees, minutes and the letter of the hemisphere, such as `47,29.874000N`.
public struct XMPCoordinate: Hashable, Sendable {
    public enum Axis: Sendable {
        case latitude, longitude

        var letters: (positive: Character, negative: Character) {
            switch self {
            case .latitude: ("N", "S")
            case .longitude: ("E", "W")
            }
        }

        var most: Double {
            switch self {
            case .latitude: 90
            case .longitude: 180
            }
        }
    }

    /// The angle in degrees; north and east are positive.
    public let degrees: Double
    public let axis: Axis

    /// Returns nil for degrees outside the valid range.
    public init?(_ degrees: Double, _ axis: Axis) {
        guard (-axis.most...axis.most).contains(degrees) else { return nil }
        self.degrees = degrees
        self.axis = axis
    }

    /// Parses strings such as `47,29.874N` and `47,29,52N`. Returns nil for other forms.
    public init?(_ text: String, _ axis: Axis) {
        guard let letter = text.last, letter == axis.letters.positive || letter == axis.letters.negative else {
            return nil
        }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigitOrPoint) }) else {
            return nil
        }
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let value = numbers[0] + numbers[1] / 60 + (numbers.count > 2 ? numbers[2] : 0) / 3600
        self.init(letter == axis.letters.negative ? -value : value, axis)
    }

    /// Parses the forms of `init(_:_:)`, and the decimal degrees that Apple's programs write. Ignores spaces.
    ///
    /// - Parameter side: the letter of the hemisphere, if it is in a separate property. Without a letter, the sign of
    ///   the number determines the hemisphere.
    public init?(_ text: String, side: String?, _ axis: Axis) {
        let text = text.filter { !$0.isWhitespace }
        let whole = side.flatMap { XMPCoordinate(text + $0.uppercased().filter { !$0.isWhitespace }.prefix(1), axis) }
        if let coordinate = XMPCoordinate(text, axis) ?? whole {
            self = coordinate
            return
        }
        let letters: Set = [axis.letters.positive, axis.letters.negative]
        let own = text.last.flatMap { letters.contains($0) ? $0 : nil }
        let number = own == nil ? Substring(text) : text.dropLast()
        guard number.utf8.allSatisfy({ Self.isDigitOrPoint($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }),
            let value = Double(number)
        else { return nil }
        guard let letter = own ?? side?.uppercased().first(where: { !$0.isWhitespace }), letters.contains(letter) else {
            self.init(value, axis)
            return
        }
        self.init(letter == axis.letters.negative ? -abs(value) : abs(value), axis)
    }

    /// The coordinate in XMP's form, to a millionth of a minute, which is two millimeters.
    public var text: String {
        let parts = Int((abs(degrees) * 60_000_000).rounded())
        let fraction = String(parts % 1_000_000)
        let letter = degrees < 0 ? axis.letters.negative : axis.letters.positive
        return "\(parts / 60_000_000),\(parts / 1_000_000 % 60)."
            + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction + String(letter)
    }

    private static func isDigitOrPoint(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
    }
}
