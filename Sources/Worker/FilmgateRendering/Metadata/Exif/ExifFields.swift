import FilmgateModel

/// The Exif values that Filmgate uses, from any decoder.
struct ExifFields {
    /// Undecoded strings of the main and the Exif IFD.
    private var texts: [Tag: [UInt8]] = [:]
    var orientation: UInt32?
    var customRendered: UInt32?
    var location: Location?
    /// The rating from 0 to 5.
    var rating: Int32?
    /// A comment by a person or a program, without the prefix that states its encoding.
    var comment: String?
    var note: AppleMakerNote?

    enum Tag: UInt16, CaseIterable {
        case imageDescription = 0x010E
        case make = 0x010F
        case model = 0x0110
        case software = 0x0131
        case dateTime = 0x0132
        case dateTimeOriginal = 0x9003
        case dateTimeDigitized = 0x9004
        case offsetTime = 0x9010
        case offsetTimeOriginal = 0x9011
        case offsetTimeDigitized = 0x9012
        case subSecTime = 0x9290
        case subSecTimeOriginal = 0x9291
        case subSecTimeDigitized = 0x9292
        case lensModel = 0xA434
        case xpTitle = 0x9C9B
        case xpComment = 0x9C9C
        case xpKeywords = 0x9C9E
        case xpSubject = 0x9C9F
    }

    static let orientationTag: UInt16 = 0x0112
    static let customRenderedTag: UInt16 = 0xA401
    static let ratingTag: UInt16 = 0x4746
    static let ratingPercentTag: UInt16 = 0x4749
    static let userCommentTag: UInt16 = 0x9286

    subscript(tag: Tag) -> String? {
        guard let bytes = texts[tag] else { return nil }
        switch tag {
        case .xpTitle, .xpComment, .xpKeywords, .xpSubject: return MetadataText.decodeLittleEndian16(bytes)
        default: return MetadataText.decode(bytes)
        }
    }

    mutating func set(_ tag: Tag, _ bytes: [UInt8]) { texts[tag] = bytes }

    /// Stores the values that are not in `texts`, such as numbers. Accepts numbers of all types, because programs
    /// write all of them.
    mutating func take(_ entry: ExifEntry, _ tag: UInt16) {
        switch tag {
        case ExifFields.userCommentTag: comment = entry.encodedText
        case ExifFields.ratingTag: rating = entry.decimal.flatMap { StarRating.stars($0) } ?? rating
        case ExifFields.ratingPercentTag:
            rating = rating ?? entry.decimal.flatMap { StarRating.stars(percent: $0) }
        case ExifFields.orientationTag: orientation = entry.number.flatMap { UInt32(exactly: $0) }
        case ExifFields.customRenderedTag: customRendered = entry.number.flatMap { UInt32(exactly: $0) }
        default: break
        }
    }

    var isEmpty: Bool { texts.isEmpty && orientation == nil && location == nil }

    /// Sets coordinates from degrees and the letters of their hemispheres.
    mutating func setPosition(
        latitude: Double?, _ latitudeSide: String, longitude: Double?, _ longitudeSide: String
    ) {
        guard let latitude, let longitude else { return }
        func signed(_ degrees: Double, _ side: String, negative: String) -> Double {
            side.uppercased().hasPrefix(negative) ? -degrees : degrees
        }
        location = Location(
            latitude: signed(latitude, latitudeSide, negative: "S"),
            longitude: signed(longitude, longitudeSide, negative: "W"))
    }

    var takenDate: CaptureDate? { date(.dateTimeOriginal, fraction: .subSecTimeOriginal, zone: .offsetTimeOriginal) }

    var digitizedDate: CaptureDate? {
        date(.dateTimeDigitized, fraction: .subSecTimeDigitized, zone: .offsetTimeDigitized)
    }

    /// The date when the file was last changed.
    var changedDate: CaptureDate? { date(.dateTime, fraction: .subSecTime, zone: .offsetTime) }

    /// Returns a date; nil if it is missing or invalid, or before the first photo.
    private func date(_ tag: Tag, fraction: Tag, zone: Tag) -> CaptureDate? {
        CaptureDate(self[tag], fraction: self[fraction], zone: self[zone]).flatMap {
            $0.clock >= ExifFields.firstPhoto ? $0 : nil
        }
    }

    /// The beginning of 1826, in microseconds since 1970.
    private static let firstPhoto: Int64 = -4_544_208_000_000_000

    var subtypes: Set<MediaSubtype> {
        var subtypes = note?.subtypes ?? []
        // The values above 1 are from Apple. The standard defines only 0 and 1.
        switch customRendered {
        case 2, 3: subtypes.insert(.hdr)
        case 6: subtypes.insert(.panorama)
        case 7: subtypes.formUnion([.depth, .hdr])
        case 8: subtypes.insert(.depth)
        default: break
        }
        if comment == "Screenshot" { subtypes.insert(.screenshot) }
        return subtypes
    }
}
