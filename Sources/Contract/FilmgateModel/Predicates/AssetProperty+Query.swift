extension AssetProperty: QueryProperty {
    public static let subject = "assets"

    public var type: QueryType {
        switch self {
        case .id, .originalAsset, .burstID: .identifier
        case .mediaType: .word(MediaType.allCases.map(\.rawValue))
        case .subtypes: .words(MediaSubtype.allCases.map(\.rawValue))
        case .playbackStyle: .word(PlaybackStyle.allCases.map(\.rawValue))
        case .creationDate, .modificationDate, .addedDate, .trashedDate: .date
        case .location: .place
        case .favorite, .hidden, .hasAdjustments, .inAlbum: .boolean
        case .rating, .pixelWidth, .pixelHeight, .orientation, .fileSize, .timeZone, .clockOffset, .duration:
            .number
        case .title, .caption, .altText, .filename, .mimeType, .adjustmentFormat, .camera, .lens, .place: .text
        case .keywords: .texts
        case .source: .word(AssetSource.allCases.map(\.rawValue))
        case .availability: .word(Availability.allCases.map(\.rawValue))
        case .contentHash: .contentHash
        case .creator, .contentToken: .unasked
        }
    }

    // Changes of albums are no changes of their assets, so clients would not learn that a value is outdated.
    public var isReadable: Bool { self != .inAlbum }
}
