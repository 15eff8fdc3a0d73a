import CFilmgateXMP
import FilmgateModel

/// The values of an XMP packet, which Exempi reads.
struct XMPPacket {
    /// The identifier of the `uuid` box with XMP in MP4, QuickTime and JPEG 2000.
    static let boxIdentifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]

    /// The content type of a HEIF item with XMP.
    static let contentType = "application/rdf+xml"

    var title: String?
    var caption: String?
    var altText: String?
    /// The property `exif:UserComment`.
    var comment: String?
    var lens: String?
    var make: String?
    var model: String?
    /// The Exif orientation, from 1 to 8.
    var orientation: UInt32?
    var keywords: [String] = []
    /// The components of each keyword that has a path.
    var keywordPaths: [[String]] = []
    /// The rating from 0 to 5.
    var rating: Int32?
    var location: Location?
    /// Whether the photo is a favorite. Only exports of Filmgate contain this value.
    var isFavorite: Bool?
    var isHidden: Bool?
    /// Whether the library guessed the date.
    var isDateGuessed: Bool?
    var takenDate: CaptureDate?
    var digitizedDate: CaptureDate?
    var subtypes: Set<MediaSubtype> = []
    /// The identifier that the photos of a burst share.
    var burst: String?
    var isBurstPick = false
    /// The factor by which Apple's gain map can make the picture brighter than white.
    var gainMapHeadroom: Double?

    /// Loads Exempi's tables, and registers schemas. Must be called before any packet is read. Otherwise, Exempi takes
    /// a schema's prefix from the first file that uses the schema, and writes this prefix into other files.
    static func prepare() {
        xmp_init()
        let known =
            XMPSchema.allCases.map { ($0.uri, $0.rawValue) } + XMPStructure.allCases.map { ($0.uri, $0.rawValue) }
            + XMPVocabulary.unlistedSchemas.map { ($0.uri, $0.prefix) }
        for (uri, prefix) in known { xmp_register_namespace(uri, prefix, nil) }
    }

    /// Reads a packet. Treats a packet that cannot be parsed as empty.
    init(_ bytes: some Collection<UInt8>) { self = XMPPacket(parsing: bytes) ?? XMPPacket() }

    private init() {}

    /// Opens a packet, or the intact properties of a damaged packet; nil if there are none. The caller must free the
    /// result.
    static func open(_ bytes: some Collection<UInt8>) -> XmpPtr? {
        let packet =
            bytes.withContiguousStorageIfAvailable { XMPPacket.parse($0) }
            ?? Array(bytes).withUnsafeBufferPointer(XMPPacket.parse)
        return packet ?? XMPRepair.repaired(bytes).flatMap { $0.withUnsafeBufferPointer(XMPPacket.parse) }
    }

    /// Reads a packet. Returns nil if it cannot be parsed.
    init?(parsing bytes: some Collection<UInt8>) {
        guard let packet = XMPPacket.open(bytes) else { return nil }
        defer { xmp_free(packet) }
        let fields = XMPFields(packet: packet)
        title = fields.localized(XMPSchema.dublinCore.uri, "title")
        caption = fields.localized(XMPSchema.dublinCore.uri, "description")
        altText = fields.localized(XMPSchema.iptcCore.uri, "AltTextAccessibility")
        comment = fields.localized(XMPSchema.exif.uri, "UserComment")
        keywords = fields.array(XMPSchema.dublinCore.uri, "subject")
        keywordPaths = XMPPacket.keywordLists.flatMap { schema, name, separator in
            fields.array(schema, name).map { $0.split(separator: separator).map(String.init) }
        }
        rating =
            fields.number(XMPSchema.basic.uri, "Rating").flatMap(StarRating.stars(_:))
            ?? (fields.number(XMPSchema.microsoftPhoto.uri, "Rating")
            ?? fields.number(Schema.microsoftUnclosed, "Rating"))
            .flatMap(StarRating.stars(percent:))
        location = fields.location
        isFavorite = fields.flag(Schema.filmgate, "Favorite")
        isHidden = fields.flag(Schema.filmgate, "Hidden")
        isDateGuessed = fields.flag(Schema.filmgate, "GuessedDate")
        make = fields.plain(XMPSchema.tiff.uri, "Make")
        model = fields.plain(XMPSchema.tiff.uri, "Model")
        orientation = fields.plain(XMPSchema.tiff.uri, "Orientation").flatMap { UInt32($0) }.flatMap { number in
            (1...8).contains(number) ? number : nil
        }
        lens = fields.plain(XMPSchema.exifExtended.uri, "LensModel") ?? fields.plain(XMPSchema.auxiliary.uri, "Lens")
        // Drops an odd zone only from the second property (IPTC). If a person chose it, the first property has it too.
        takenDate = CaptureDate.best(
            of: [
                fields.date(XMPSchema.exif.uri, "DateTimeOriginal", offset: "OffsetTimeOriginal"),
                fields.date(XMPSchema.photoshop.uri, "DateCreated")?.withoutOddZone,
            ])
        digitizedDate = CaptureDate.best(
            of: [
                fields.date(XMPSchema.exif.uri, "DateTimeDigitized", offset: "OffsetTimeDigitized"),
                fields.date(XMPSchema.basic.uri, "CreateDate"), fields.date(XMPSchema.dublinCore.uri, "date"),
            ])
        burst = fields.plain(XMPSchema.googleCamera.uri, "BurstID")
        isBurstPick = fields.plain(XMPSchema.googleCamera.uri, "BurstPrimary") == "1"
        gainMapHeadroom = fields.number("http://ns.apple.com/HDRGainMap/1.0/", "HDRGainMapHeadroom")
        subtypes = Set(XMPPacket.marks.filter { mark in fields.has(mark) }.map(\.subtype))
    }

    /// Parses a packet. Returns nil if the bytes are not XMP. The caller must free the result.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> XmpPtr? {
        bytes.withMemoryRebound(to: CChar.self) { text in text.baseAddress.flatMap { xmp_new($0, text.count) } }
    }

    /// - Parameter isShort: whether to omit the padding for later changes.
    static func serialized(_ packet: XmpPtr, isShort: Bool) -> [UInt8]? {
        let string = xmp_string_new()
        defer { xmp_string_free(string) }
        let options = XMP_SERIAL_USECOMPACTFORMAT | (isShort ? XMP_SERIAL_OMITPACKETWRAPPER : 0)
        guard xmp_serialize_and_format(packet, string, UInt32(options), 0, "\n", " ", 0),
            let text = xmp_string_cstr(string)
        else { return nil }
        return Array(String(cString: text).utf8)
    }

    /// The properties in which programs store keywords with paths, and the separators of the components.
    private static let keywordLists: [(schema: String, name: String, separator: Character)] = [
        (XMPSchema.lightroom.uri, "hierarchicalSubject", "|"),
        (XMPSchema.digiKam.uri, "TagsList", "/"),
        (XMPSchema.microsoftPhoto.uri, "LastKeywordXMP", "/"),
        (Schema.microsoftUnclosed, "LastKeywordXMP", "/"),
    ]

    enum Schema {
        /// Microsoft's namespace without the slash at its end, as ExifTool writes it.
        static let microsoftUnclosed = "http://ns.microsoft.com/photo/1.0"
        static let filmgate = "https://filmgate.org/ns/1.0/"
    }

    /// A property whose presence or value sets a subtype of the picture.
    fileprivate struct SubtypeMark {
        let schema: String
        let name: String
        var value: String?
        let subtype: MediaSubtype
    }

    private static let marks = [
        SubtypeMark(schema: XMPSchema.panorama.uri, name: "ProjectionType", subtype: .panorama),
        // The next two properties mark motion photos, which are pictures with an appended video.
        SubtypeMark(schema: XMPSchema.googleCamera.uri, name: "MotionPhoto", value: "1", subtype: .live),
        SubtypeMark(schema: XMPSchema.googleCamera.uri, name: "MicroVideo", value: "1", subtype: .live),
        SubtypeMark(schema: XMPSchema.googleCamera.uri, name: "BurstID", subtype: .burst),
        SubtypeMark(schema: "http://ns.adobe.com/hdr-gain-map/1.0/", name: "Version", subtype: .hdr),
        SubtypeMark(schema: "http://ns.google.com/photos/1.0/depthmap/", name: "Format", subtype: .depth),
    ]
}

/// The properties of an open packet.
private struct XMPFields {
    let packet: XmpPtr

    func localized(_ schema: String, _ name: String) -> String? {
        text { xmp_get_localized_text(packet, schema, name, nil, "x-default", nil, $0, nil) } ?? plain(schema, name)
    }

    func array(_ schema: String, _ name: String) -> [String] {
        var items: [String] = []
        while items.count < ContractLimits.keywords,
            let item = text({
                xmp_get_array_item(packet, schema, name, Int32(items.count) + 1, $0, nil)
            })
        {
            items.append(item)
        }
        return items
    }

    /// Reads a date as a string. Exempi's own dates do not distinguish UTC from a missing zone, and do not support the
    /// form of Exif.
    ///
    /// - Parameter offset: the property with the time zone for a date without a zone.
    func date(_ schema: String, _ name: String, offset: String? = nil) -> CaptureDate? {
        guard var date = plain(schema, name).flatMap({ CaptureDate(iso8601: $0) }) else { return nil }
        if let offset, date.zone == nil, !date.isUTC, date.precision == .time {
            let zone = plain(XMPSchema.exif.uri, offset) ?? plain(XMPSchema.exifExtended.uri, offset)
            date.zone = zone.flatMap { CaptureDate.seconds(ofZone: $0) }
        }
        return date
    }

    var location: Location? {
        guard let latitude = coordinate("GPSLatitude", .latitude),
            let longitude = coordinate("GPSLongitude", .longitude),
            let location = Location(latitude: latitude.degrees, longitude: longitude.degrees), !location.isOrigin
        else { return nil }
        return location
    }

    private func coordinate(_ name: String, _ axis: XMPCoordinate.Axis) -> XMPCoordinate? {
        plain(XMPSchema.exif.uri, name).flatMap {
            XMPCoordinate($0, side: plain(XMPSchema.exif.uri, name + "Ref"), axis)
        }
    }

    func number(_ schema: String, _ name: String) -> Double? { plain(schema, name).flatMap { Double($0) } }

    func has(_ mark: XMPPacket.SubtypeMark) -> Bool {
        guard let found = plain(mark.schema, mark.name) else { return false }
        return mark.value.map { $0 == found } ?? true
    }

    /// Returns the value of a property; nil if it is neither `True` nor `False`.
    func flag(_ schema: String, _ name: String) -> Bool? {
        switch plain(schema, name) {
        case "True": true
        case "False": false
        default: nil
        }
    }

    /// Returns the trimmed value of a property. If the property is a list, returns the first value, because some
    /// programs write single values as lists.
    func plain(_ schema: String, _ name: String) -> String? {
        guard var value = text({ xmp_get_property(packet, schema, name, $0, nil) }) else { return nil }
        if value.isEmpty { value = text { xmp_get_array_item(packet, schema, name, 1, $0, nil) } ?? "" }
        var trimmed = value.drop { $0.isWhitespace }
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        return String(trimmed)
    }

    private func text(_ read: (XmpStringPtr?) -> Bool) -> String? {
        let string = xmp_string_new()
        defer { xmp_string_free(string) }
        guard read(string), let text = xmp_string_cstr(string) else { return nil }
        return String(cString: text)
    }
}
