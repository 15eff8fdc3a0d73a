import FilmgateModel

/// The data sets of IPTC's second record, and their names in XMP. `XMPVocabulary` classifies the names.
enum IPTCTags {
    /// Classifies a data set. A data set that is not listed is opaque: its meaning is unknown.
    static func meaning(_ set: Int) -> MetadataClassification {
        switch set {
        // The version of the record.
        case 0: .harmless
        // The location that the picture shows.
        case 26, 27: .kind(.location)
        case 22: .kind(.captions)
        // The program's version, the contact, and identifiers.
        case 70, 118, 187: .kind(.metadata)
        default: name(of: set).flatMap(XMPVocabulary.meaning) ?? .opaque
        }
    }

    static func name(of set: Int) -> String? { names[set] }

    private static let names = [
        4: "Iptc4xmpCore:IntellectualGenre", 5: "dc:title", 10: "photoshop:Urgency", 12: "Iptc4xmpCore:SubjectCode",
        15: "photoshop:Category", 20: "photoshop:SupplementalCategories", 25: "dc:subject",
        40: "photoshop:Instructions", 55: "photoshop:DateCreated", 60: "photoshop:DateCreated", 62: "xmp:CreateDate",
        63: "xmp:CreateDate", 65: "xmp:CreatorTool", 80: "dc:creator", 85: "photoshop:AuthorsPosition",
        90: "photoshop:City", 92: "Iptc4xmpCore:Location", 95: "photoshop:State", 100: "Iptc4xmpCore:CountryCode",
        101: "photoshop:Country", 103: "photoshop:TransmissionReference", 105: "photoshop:Headline",
        110: "photoshop:Credit", 115: "photoshop:Source", 116: "dc:rights", 120: "dc:description",
        122: "photoshop:CaptionWriter",
    ]
}
