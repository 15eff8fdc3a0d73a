/// A part of a live photo. The raw values are the names on the bus.
public enum LivePhotoPart: String, CaseIterable, Sendable {
    case photo
    case pairedVideo = "paired-video"
}

/// The formats in which an app can get a picked item.
public struct ItemFormats: Hashable, Sendable {
    /// The format that the app can get without conversion: the file's own. Nil if every format requires a conversion.
    public let own: String?
    /// All formats in which the app can get the item, the best first.
    public let all: [String]

    /// - Parameters:
    ///   - mimeType: the MIME type of the file.
    ///   - isWhole: whether the app gets the whole file. A trimmed video must be converted.
    public init(
        of mediaType: MediaType, mimeType: String, as representation: PickerConfiguration.Representation, isWhole: Bool
    ) {
        let made: [String]
        let isCompatible: Bool
        switch mediaType {
        case .image:
            made = ItemFormats.images
            isCompatible = made.contains(mimeType)
        case .video:
            made = [ItemFormats.video]
            // An MP4 file can contain codecs other than H.264.
            isCompatible = false
        }
        let own = isWhole && (representation == .current || isCompatible) ? mimeType : nil
        self.own = own
        all = (own.map { [$0] } ?? []) + made.filter { $0 != own }
    }

    /// The formats to which images can be converted.
    public static let images = [ImageSpecification.Format.jpeg, .png, .webp].map(\.rawValue)
    /// The format to which videos can be converted, with H.264 and AAC.
    public static let video = "video/mp4"
}
