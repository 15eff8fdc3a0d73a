internal import FilmgateModel

/// What the tags of Exif and TIFF tell. A tag that is not listed is not understood, and goes.
enum ExifTags {
    enum Meaning: Equatable {
        /// Numbers and dates of the picture itself, which stay.
        case harmless
        case kind(MetadataKind)
        case opaque
    }

    static let exifFolder = 0x8769
    static let positionFolder = 0x8825

    /// Of the main and the Exif folder.
    static func meaning(_ tag: Int) -> Meaning {
        if harmless.contains(tag) { return .harmless }
        if captions.contains(tag) { return .kind(.captions) }
        if metadata.contains(tag) { return .kind(.metadata) }
        if places.contains(tag) { return .kind(.location) }
        return .opaque
    }

    /// Of the folder with the position: all tags of the standard, except the version, tell it.
    static func meaningOfPosition(_ tag: Int) -> Meaning {
        switch tag {
        case 0: .harmless
        case 1...0x1F: .kind(.location)
        default: .opaque
        }
    }

    private static let harmless: Set<Int> = [
        // Main folder: dimensions, orientation, resolution, color, date, rating.
        0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x0112, 0x0115, 0x011A, 0x011B, 0x011C, 0x0128, 0x0132, 0x013E, 0x013F,
        0x0211, 0x0212, 0x0213, 0x0214, 0x4746, 0x4749,
        // Exif folder: exposure.
        0x829A, 0x829D, 0x8822, 0x8827, 0x8830, 0x8831, 0x8832, 0x8833, 0x8834, 0x8835, 0x9000, 0x9003, 0x9004, 0x9010,
        0x9011, 0x9012, 0x9101, 0x9102, 0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9206, 0x9207, 0x9208, 0x9209, 0x920A,
        0x9214, 0x9290, 0x9291, 0x9292, 0xA000, 0xA001, 0xA002, 0xA003, 0xA20B, 0xA20E, 0xA20F, 0xA210, 0xA214, 0xA215,
        0xA217, 0xA300, 0xA301, 0xA401, 0xA402, 0xA403, 0xA404, 0xA405, 0xA406, 0xA407, 0xA408, 0xA409, 0xA40A, 0xA40C,
        0xA460, 0xA461, 0xA500,
    ]
    /// Description, document and page names, Windows's title, comment, keywords and subject, the user's comment, title.
    private static let captions: Set<Int> = [
        0x010D, 0x010E, 0x011D, 0x9286, 0x9C9B, 0x9C9C, 0x9C9E, 0x9C9F, 0xA436,
    ]
    /// Make, model, software, artist, computer, copyright, Windows's author, maker note, lens, owner, serial numbers, identifiers.
    private static let metadata: Set<Int> = [
        0x010F, 0x0110, 0x0131, 0x013B, 0x013C, 0x8298, 0x9C9D, 0x927C, 0xA40B, 0xA420, 0xA430, 0xA431, 0xA432, 0xA433,
        0xA434, 0xA435, 0xA437, 0xA438, 0xA439, 0xA43A, 0xA43B, 0xA43C, 0xC614, 0xC615, 0xC62F, 0xC630, 0xC65D, 0xC68B,
    ]
    /// GeoTIFF's.
    private static let places: Set<Int> = [0x830E, 0x8482, 0x85D8, 0x87AF, 0x87B0, 0x87B1]
}
