/// The date of a photo from its file name, where phones, messengers and screenshot programs write it.
///
/// A name proves little, so this date is used only if no better date is known, and is marked as a guess.
public struct FileNameDate: Hashable, Sendable {
    /// The local time, or the time in UTC.
    public let time: CivilTime
    /// Whether the name includes the time of day.
    public let hasClock: Bool
    /// Whether the program that writes such names uses UTC.
    public let isUTC: Bool

    /// Returns nil if the name does not contain a date.
    public init?(_ filename: String) {
        let stem = PhotoBaseName.withoutExtension(filename)
        let text = Array(stem.utf8)
        if let seconds = FileNameDate.milliseconds(stem), let time = CivilTime(secondsSince1970: seconds),
            FileNameDate.years.contains(time.date.year)
        {
            (self.time, self.hasClock, self.isUTC) = (time, true, true)
            return
        }
        let isOfUTC = stem.lowercased().hasPrefix("pxl_") || stem.hasSuffix("_iOS")
        for start in text.indices where start == 0 || !FileNameDate.isDigit(text[start - 1]) {
            var reader = DigitReader(text, from: start)
            let isBehindMark = start > 0 && text[start - 1] == UInt8(ascii: "@")
            let found = FileNameDate.date(&reader) ?? (isBehindMark ? FileNameDate.dayFirst(&reader) : nil)
            guard let (date, separator) = found else { continue }
            let end = reader.place
            if let (time, isUTC) = FileNameDate.clock(&reader, on: date) {
                (self.time, self.hasClock, self.isUTC) = (time, true, isUTC || isOfUTC)
                return
            }
            let isAlone = end == text.count || !FileNameDate.isDigit(text[end])
            // Eight digits alone could be any number, so a separator or `-WA` is needed.
            let isMarked = separator != nil || text[end...].starts(with: "-WA".utf8)
            guard isAlone, isMarked else { continue }
            (self.time, self.hasClock, self.isUTC) = (CivilTime(date), false, isOfUTC)
            return
        }
        return nil
    }

    private static let years = 1900...2100

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns the seconds since 1970 from names such as `FB_IMG_1534846937000` and `mmexport1534846937000`, which
    /// contain milliseconds.
    private static func milliseconds(_ stem: String) -> Int64? {
        for prefix in ["FB_IMG_", "mmexport"] where stem.hasPrefix(prefix) {
            let digits = stem.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
            return digits.utf8.count == 13 ? Int64(digits).map { $0 / 1000 } : nil
        }
        return nil
    }

    /// Reads `20190509`, or `2019-05-09` with the same separator, one of `-._`, in both places.
    private static func date(_ reader: inout DigitReader) -> (CivilDate, separator: UInt8?)? {
        guard let year = reader.number(4), years.contains(year) else { return nil }
        let separator = reader.take(oneOf: "-._")
        guard let month = reader.number(2) else { return nil }
        if let separator, reader.take(oneOf: "-._") != separator { return nil }
        guard let day = reader.number(2), let date = CivilDate(year: year, month: month, day: day) else { return nil }
        return (date, separator)
    }

    /// Reads `09-05-2019`, as Telegram writes dates after `@`.
    private static func dayFirst(_ reader: inout DigitReader) -> (CivilDate, separator: UInt8?)? {
        guard let day = reader.number(2), let separator = reader.take(oneOf: "-"), let month = reader.number(2),
            reader.take(oneOf: "-") != nil, let year = reader.number(4), years.contains(year),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return (date, separator)
    }

    /// Reads `154733`, `15-47-33` or `at 3.47.33 PM` after a date, with up to three digits of fractional seconds.
    private static func clock(_ reader: inout DigitReader, on date: CivilDate) -> (CivilTime, isUTC: Bool)? {
        let isBasic = reader.take("T")
        if !isBasic { _ = reader.take(oneOf: "-_. ") }
        let isLateBefore = reader.takeHalf(before: true)
        let hasWords = isLateBefore == nil && reader.takeWords()
        guard var hour = reader.number(2) ?? reader.number(1) else { return nil }
        let separator = reader.take(oneOf: "-._:")
        // A number after words is not always a time, so separators are required.
        guard !hasWords || separator != nil, let minute = reader.number(2), reader.take(oneOf: "-._:") == separator,
            let second = reader.number(2)
        else { return nil }
        var digits = 0
        while reader.number(1) != nil { digits += 1 }
        guard digits <= 3 else { return nil }
        let isUTC = isBasic && reader.take("Z")
        reader.takeBlank()
        if let isLate = isLateBefore ?? reader.takeHalf(before: false) {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isLate ? 12 : 0)
        }
        let time = CivilTime(
            year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second)
        return time.map { ($0, isUTC) }
    }

    /// Reads digits and words in a file name, from a given position.
    private struct DigitReader {
        private let text: [UInt8]
        private(set) var place: Int

        init(_ text: [UInt8], from place: Int) { (self.text, self.place) = (text, place) }

        /// Reads a number of exactly this many digits. Returns nil, without advancing, if there are fewer.
        mutating func number(_ digits: Int) -> Int? {
            let part = text[place...].prefix(digits)
            guard part.count == digits, part.allSatisfy(FileNameDate.isDigit) else { return nil }
            place += digits
            return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }

        mutating func take(oneOf bytes: String) -> UInt8? {
            guard place < text.count, bytes.utf8.contains(text[place]) else { return nil }
            place += 1
            return text[place - 1]
        }

        mutating func take(_ word: String) -> Bool {
            guard text[place...].starts(with: word.utf8) else { return false }
            place += word.utf8.count
            return true
        }

        /// Skips a space, including the no-break spaces that macOS writes.
        mutating func takeBlank() { _ = take(" ") || take("\u{202F}") || take("\u{A0}") }

        /// Reads AM or PM in any supported language. Returns true for PM, and nil if there is neither.
        ///
        /// - Parameter isBefore: whether the word precedes the time, as in Chinese, Japanese and Korean.
        mutating func takeHalf(before isBefore: Bool) -> Bool? {
            let start = place
            for (word, isLate) in isBefore ? DigitReader.halvesBefore : DigitReader.halvesBehind where take(word) {
                if isBefore { takeBlank() }
                if place == text.count || !FileNameDate.isLetter(text[place]) { return isLate }
                place = start
            }
            return nil
        }

        private static let halvesBefore = [
            ("\u{4E0A}\u{5348}", false), ("\u{4E0B}\u{5348}", true), ("\u{5348}\u{524D}", false),
            ("\u{5348}\u{5F8C}", true), ("\u{C624}\u{C804}", false), ("\u{C624}\u{D6C4}", true),
        ]
        private static let halvesBehind = [
            ("AM", false), ("PM", true), ("am", false), ("pm", true), ("a.m", false), ("p.m", true), ("a. m", false),
            ("p. m", true), ("a.\u{A0}m", false), ("p.\u{A0}m", true), ("a.\u{202F}m", false), ("p.\u{202F}m", true),
            ("\u{3C0}.\u{3BC}", false), ("\u{3BC}.\u{3BC}", true),
        ]

        /// Skips the text between a date and its time: one or two short words in any language, such as `at `, `a las `
        /// and `kl. `. Returns false, without advancing, if there are no such words.
        mutating func takeWords() -> Bool {
            let start = place
            for _ in 0..<2 {
                let word = text[place...].prefix { $0 >= 0x80 || FileNameDate.isLetter($0) }
                guard (1...DigitReader.longestWord).contains(word.count) else { break }
                place = word.endIndex
                _ = take(".")
                guard take(" ") else {
                    place = start
                    return false
                }
            }
            guard place > start else { return false }
            takeBlank()
            return true
        }

        private static let longestWord = 12
    }
}
