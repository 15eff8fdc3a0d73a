import FilmgateModel

/// The tags of a file's main, Exif and GPS IFDs.
struct ExifEntries {
    private(set) var main: [Int: ExifEntry] = [:]
    private(set) var position: [Int: ExifEntry] = [:]

    /// Adds a tag, unless an earlier tag has the same number.
    mutating func add(_ entry: ExifEntry, _ tag: Int, isPosition: Bool) {
        if isPosition {
            if position[tag] == nil { position[tag] = entry }
        } else if main[tag] == nil {
            main[tag] = entry
        }
    }

    func addTags(to tags: inout TagList) {
        for (tag, entry) in main.sorted(by: { $0.key < $1.key }) {
            guard let name = ExifTags.name(of: tag), let text = text(of: entry, tag) else { continue }
            // Omits a string where a number is expected, as redaction does.
            if ExifTags.meaning(tag) == .harmless, entry.type == 2, !Self.dates.keys.contains(tag),
                !ValueWordDetector.isDate(text.utf8)
            {
                continue
            }
            tags.add(name, text)
        }
        addPosition(&tags)
    }

    private func text(of entry: ExifEntry, _ tag: Int) -> String? {
        switch tag {
        case 0x9C9B...0x9C9F: MetadataText.decodeLittleEndian16(entry.value)
        case 0x9286: entry.encodedText
        case 0x9000, 0xA000: MetadataText.decode(entry.value)
        case 0x9101, 0xA300, 0xA301: entry.bytesAsNumbers
        default:
            if let (fraction, zone) = Self.dates[tag] {
                ISODate.text(MetadataText.decode(entry.value), fraction: main[fraction]?.text, zone: main[zone]?.text)
            } else {
                entry.text
            }
        }
    }

    /// The tags of dates, with the tags of their fractions and time zones.
    private static let dates = [0x0132: (0x9290, 0x9010), 0x9003: (0x9291, 0x9011), 0x9004: (0x9292, 0x9012)]

    // MARK: Position

    private func addPosition(_ tags: inout TagList) {
        for (tag, entry) in position.sorted(by: { $0.key < $1.key }) {
            guard let name = ExifTags.name(ofPosition: tag), let text = positionText(of: entry, tag) else { continue }
            tags.add(name, text)
        }
    }

    private func positionText(of entry: ExifEntry, _ tag: Int) -> String? {
        switch tag {
        case 0: entry.value.map { String($0) }.joined(separator: ".")
        // Omits these tags: the hemispheres are part of the coordinates, and the date is part of the time.
        case 1, 3, 19, 21, 29: nil
        case 2, 20: coordinate(entry, side: tag - 1, .latitude)
        case 4, 22: coordinate(entry, side: tag - 1, .longitude)
        case 5: entry.bytesAsNumbers
        case 7: time(entry)
        case 27, 28: entry.encodedText
        default: entry.text
        }
    }

    private func coordinate(_ entry: ExifEntry, side: Int, _ axis: XMPCoordinate.Axis) -> String? {
        guard let angle = entry.angle, let letter = position[side]?.text?.uppercased().first else { return nil }
        let isNegative = letter == "S" || letter == "W"
        return XMPCoordinate(isNegative ? -angle : angle, axis)?.text
    }

    private func time(_ entry: ExifEntry) -> String? {
        guard let parts = entry.fractions, parts.count == 3, parts.allSatisfy({ $0.1 != 0 }),
            let day = position[29]?.text
        else { return nil }
        let numbers = parts.map { Int($0.0 / $0.1) }
        return ISODate.text(day + " " + numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":"), zone: "Z")
    }
}
