import CFilmgateExiv2
import FilmgateModel

/// Values for an Exif block. Exiv2 writes them, because it knows the type of each tag.
struct ExifValues {
    /// A tag with a value in Exiv2's text form. A value of nil removes the tag.
    struct Value {
        let group: String
        let tag: Int
        let text: String?
        /// The property's name in XMP.
        let name: String
    }

    private(set) var values: [Value] = []

    var isEmpty: Bool { values.isEmpty }

    /// The names of the properties that get a value in Exif.
    var names: [String] { values.filter { $0.text != nil }.map(\.name) }

    /// An error in a value, as a sentence for a person.
    struct Fault: Error { let reason: String }

    mutating func setOrientation(_ orientation: UInt32) { add("tiff:Orientation", "\(orientation)", 0x0112) }

    /// Sets a property if Exif has a tag for it.
    ///
    /// - Returns: whether the value is written to Exif.
    mutating func set(_ name: String, _ text: String) throws(Fault) -> Bool {
        if let tag = ExifTags.positionTag(named: name) {
            try setPosition(name, text, tag)
            return true
        }
        guard let tag = ExifTags.tag(named: name) else { return false }
        switch tag {
        // Windows's rating tags would take precedence over the rating in XMP, so they are removed.
        case 0x4746, 0x4749:
            add(name, nil, tag)
            return false
        case 0x9C9B...0x9C9F:
            let units = Array(text.utf16) + [0]
            add(name, numbers(units.flatMap { [$0 & 0xFF, $0 >> 8] }), tag)
        case 0x9286: add(name, comment(text), tag)
        case 0x9000, 0xA000: add(name, numbers(text.utf8), tag)
        case 0x0132: try setDate(name, text, tag, fraction: 0x9290, zone: 0x9010)
        case 0x9003: try setDate(name, text, tag, fraction: 0x9291, zone: 0x9011)
        case 0x9004: try setDate(name, text, tag, fraction: 0x9292, zone: 0x9012)
        // Maker notes, and tags that only cameras write, are not set.
        case 0x927C, 0xA40B, 0xC000...: return false
        case _ where ExifValues.geographic.contains(tag): return false
        default: add(name, text, tag)
        }
        return true
    }

    /// Returns the block, with these values in place of the block's own values of the same tags.
    ///
    /// - Parameter block: the TIFF structure, with or without the identifier `Exif`; nil if the file has no block.
    func written(into block: [UInt8]?) throws(Fault) -> [UInt8] {
        let block = block.map(ExifBlockReader.unmarked) ?? []
        var output = [UInt8](repeating: 0, count: ExifValues.most)
        var (size, fault) = (0, 0)
        let outcome = withRawValues { raw in
            block.withUnsafeBufferPointer { block in
                fg_exiv2_set_exif(
                    fg_exiv2_block(bytes: block.isEmpty ? nil : block.baseAddress, count: block.count), raw.baseAddress,
                    raw.count, &output, output.count, &size, &fault)
            }
        }
        switch outcome {
        case fg_exiv2_done: return Array(output[..<size])
        case fg_exiv2_no_room: throw Fault(reason: "Its Exif would be too long.")
        case fg_exiv2_bad_value where values.indices.contains(fault):
            throw Fault(reason: "The value of '\(values[fault].name)' has not the form that Exif needs.")
        default: throw Fault(reason: "Its Exif cannot be written.")
        }
    }

    private static let most = 1 << 17
    private static let geographic: Set<Int> = [0x830E, 0x8482, 0x85D8, 0x87AF, 0x87B0, 0x87B1]

    private func withRawValues<Result>(_ body: (UnsafeBufferPointer<fg_exiv2_value>) -> Result) -> Result {
        // The strings must not move in memory while Exiv2 uses them.
        var texts: [UInt8] = []
        var places: [(group: Int, text: Int?)] = []
        for value in values {
            let group = texts.count
            texts += Array(value.group.utf8) + [0]
            let text = value.text.map { _ in texts.count }
            texts += Array((value.text ?? "").utf8) + [0]
            places.append((group, text))
        }
        return texts.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { texts in
                let raw = zip(values, places).map { value, place in
                    fg_exiv2_value(
                        group: texts.baseAddress.map { $0 + place.group }, tag: UInt16(value.tag),
                        text: place.text.flatMap { text in texts.baseAddress.map { $0 + text } })
                }
                return raw.withUnsafeBufferPointer(body)
            }
        }
    }

    private mutating func add(_ name: String, _ text: String?, _ tag: Int, group: String? = nil) {
        values.append(Value(group: group ?? ExifValues.group(of: tag), tag: tag, text: text, name: name))
    }

    private static func group(of tag: Int) -> String {
        switch tag {
        case 0x829A, 0x829D, 0x8822, 0x8827, 0x8830...0x8835, 0x9000...0x9300, 0xA000...0xBFFF: "Photo"
        default: "Image"
        }
    }

    private func numbers<Numbers: Sequence>(_ numbers: Numbers) -> String where Numbers.Element: BinaryInteger {
        numbers.map { "\($0)" }.joined(separator: " ")
    }

    private func comment(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? "charset=Ascii \(text)" : "charset=Unicode \(text)"
    }

    // MARK: Dates

    /// Sets an ISO 8601 date. The fraction of the second and the time zone have their own tags.
    private mutating func setDate(
        _ name: String, _ text: String, _ tag: Int, fraction: Int, zone: Int
    ) throws(Fault) {
        guard let date = DateParts(text) else { throw Fault(reason: "'\(name)' must be a date of ISO 8601.") }
        add(name, "\(date.day) \(date.time)", tag)
        add(name, date.fraction, fraction)
        add(name, date.zone, zone)
    }

    /// The parts of an ISO 8601 date, such as `2024-05-01T12:00:00.12+02:00`. Only the year is required.
    private struct DateParts {
        let day: String
        let time: String
        let fraction: String?
        let zone: String?

        init?(_ text: String) {
            let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
            let date = halves[0].split(separator: "-", omittingEmptySubsequences: false)
            guard date.map(\.utf8.count) == Array([4, 2, 2].prefix(date.count)),
                date.allSatisfy(DateParts.areDigits)
            else { return nil }
            // Exif has spaces in place of unknown parts.
            day = (0..<3).map { $0 < date.count ? String(date[$0]) : "  " }.joined(separator: ":")
            let numbers = date.compactMap { Int($0) } + [1, 1]
            guard CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) != nil else { return nil }
            guard halves.count == 2 else {
                (time, fraction, zone) = (date.count == 3 ? "00:00:00" : "  :  :  ", nil, nil)
                return
            }
            guard date.count == 3 else { return nil }
            let mark = halves[1].firstIndex { "Z+-".contains($0) } ?? halves[1].endIndex
            let seconds = halves[1][..<mark].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            let clock = seconds[0].split(separator: ":", omittingEmptySubsequences: false)
            guard (2...3).contains(clock.count), clock.allSatisfy({ $0.utf8.count == 2 && DateParts.areDigits($0) }),
                seconds.count == 1 || clock.count == 3 && DateParts.areDigits(seconds[1])
            else { return nil }
            time = clock.joined(separator: ":") + (clock.count == 2 ? ":00" : "")
            fraction = seconds.count == 2 ? String(seconds[1].prefix(9)) : nil
            let rest = halves[1][mark...]
            zone = rest.isEmpty ? nil : rest == "Z" ? "+00:00" : String(rest)
            guard zone.map({ $0.utf8.count == 6 && CaptureDate.seconds(ofZone: $0) != nil }) ?? true,
                CaptureDate("\(day) \(time)") != nil
            else { return nil }
        }

        private static func areDigits(_ text: Substring) -> Bool {
            !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }

    // MARK: Position

    private mutating func setPosition(_ name: String, _ text: String, _ tag: Int) throws(Fault) {
        switch tag {
        case 0: add(name, text.replacing(".", with: " "), tag, group: "GPSInfo")
        case 2, 20: try setCoordinate(name, text, tag, .latitude)
        case 4, 22: try setCoordinate(name, text, tag, .longitude)
        case 7:
            guard let date = DateParts(text), !date.time.contains(" ") else {
                throw Fault(reason: "'\(name)' must be a date of ISO 8601.")
            }
            let clock = date.time.split(separator: ":").map { "\($0)/1" }.joined(separator: " ")
            add(name, clock, tag, group: "GPSInfo")
            add(name, date.day, 29, group: "GPSInfo")
        case 27, 28: add(name, comment(text), tag, group: "GPSInfo")
        default: add(name, text, tag, group: "GPSInfo")
        }
    }

    private mutating func setCoordinate(
        _ name: String, _ text: String, _ tag: Int, _ axis: XMPCoordinate.Axis
    ) throws(Fault) {
        guard let coordinate = XMPCoordinate(text, axis) else {
            throw Fault(reason: "'\(name)' must be degrees and minutes with a letter, such as '47,29.874N'.")
        }
        // The unit is a hundred-thousandth of an arc second, which is less than a millimeter on the ground.
        let units = Int((abs(coordinate.degrees) * 360_000_000).rounded())
        let (degrees, minutes, seconds) = (units / 360_000_000, units / 6_000_000 % 60, units % 6_000_000)
        add(name, "\(degrees)/1 \(minutes)/1 \(seconds)/100000", tag, group: "GPSInfo")
        let letters = axis == .latitude ? ("N", "S") : ("E", "W")
        add(name, coordinate.degrees < 0 ? letters.1 : letters.0, tag - 1, group: "GPSInfo")
    }
}
