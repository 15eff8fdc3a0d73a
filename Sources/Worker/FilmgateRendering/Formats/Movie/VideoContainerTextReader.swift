import FilmgateModel

/// Reads text that libavformat does not find in videos. The keys are the names that libavformat uses.
enum VideoContainerTextReader {
    /// Reads 3GPP's title and description, and the date with a time zone that phones write.
    static func ofBoxes(_ file: InputFile) -> [String: String] {
        func boxes(in range: Range<Int>) -> [ISOBox] {
            // A video whose boxes cannot be read is shown without this text.
            (try? ISOBox.all(in: range, of: file).boxes) ?? []
        }
        guard let movie = ISOBox.first("moov", in: boxes(in: 0..<Int(clamping: file.size))),
            let userData = ISOBox.first("udta", in: boxes(in: movie.range))
        else { return [:] }
        var texts: [String: String] = [:]
        for box in boxes(in: userData.range) where box.range.count <= most {
            // Omits a string that cannot be read.
            guard let bytes = try? file.bytes(box.range) else { continue }
            switch box.type {
            case "titl": texts["title"] = text(bytes.dropFirst(6))
            case "dscp": texts["description"] = text(bytes.dropFirst(6))
            case "date": texts["date"] = text(bytes[...])
            default: break
            }
        }
        return texts
    }

    /// Reads the creation date of a Windows Media file.
    static func ofWindowsMedia(_ file: InputFile) -> [String: String] {
        var offset: UInt64 = 30
        for _ in 0..<mostObjects where offset < file.size {
            let object = ByteBlock(file.bytes(at: offset, count: 56), isLittleEndian: true)
            guard let size = object.number(16, 8), size >= 24, UInt64(size) <= file.size - offset else { return [:] }
            if object.slice(0..<16) == fileProperties {
                // The date is in tenths of microseconds since 1601. Programs without a clock write the beginning of
                // 1970.
                let seconds = (object.number(48, 8) ?? 0) / 10_000_000 - 11_644_473_600
                guard seconds > 0, let time = CivilTime(secondsSince1970: Int64(seconds)) else { return [:] }
                return ["creation_time": "\(time.dateText)T\(time.exactClockText)Z"]
            }
            offset += UInt64(size)
        }
        return [:]
    }

    /// Decodes UTF-8, or big-endian UTF-16 if the text begins with a byte order mark.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.starts(with: [0xFE, 0xFF])
            ? ExifTextDecoder.unicode(bytes, isLittleEndian: false) : MetadataText.decode(bytes)
    }

    private static let fileProperties: [UInt8] = [
        0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
    ]
    /// The maximum length of a string in bytes. Programs write shorter strings.
    private static let most = 1 << 16
    private static let mostObjects = 1000
}
