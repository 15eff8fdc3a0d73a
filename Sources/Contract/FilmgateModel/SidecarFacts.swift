/// The metadata in a photo's sidecar, read by a worker. Absent values are nil.
///
/// A malicious file can take over the worker that reads it, so the receiver must check `isPlausible`.
public struct SidecarFacts: Codable, Equatable, Sendable {
    public var title: String?
    public var caption: String?
    public var altText: String?
    public var keywords: [String] = []
    /// The rating, from 0 to 5.
    public var rating: Int32?
    public var location: Location?
    public var creationDate: Timestamp?
    /// The time zone, in seconds east of UTC.
    public var timeZoneOffset: Int32?
    /// Whether the creation date is a local time, read as if it were UTC.
    public var dateLacksZone = false
    /// Whether the photo's own date takes precedence over this date, because this is the date of digitizing.
    public var dateYields = false
    /// The orientation as an Exif number, 1 to 8.
    public var orientation: UInt32?
    public var cameraMake: String?
    public var cameraModel: String?
    public var lensModel: String?
    /// The marks that Filmgate's export wrote.
    public var isFavorite: Bool?
    public var isHidden: Bool?
    /// Whether the creation date is a guess.
    public var isDateGuessed: Bool?

    public init() {}

    /// Whether every value is within the bounds that the contract guarantees to clients.
    public var isPlausible: Bool {
        ContractLimits.allow(title: title) && ContractLimits.allow(caption: caption)
            && ContractLimits.allow(keywords: keywords)
            && [title, caption, altText].allSatisfy(MediaFacts.isText) && keywords.allSatisfy(MediaFacts.isText)
            && [altText, cameraMake, cameraModel, lensModel].allSatisfy(ContractLimits.allow(title:))
            && [cameraMake, cameraModel, lensModel].allSatisfy(MediaFacts.isText)
            && orientation.map { (1...8).contains($0) } ?? true
            && rating.map(ContractLimits.rating.contains) ?? true
            && creationDate.map(ContractLimits.dates.contains) ?? true
            && timeZoneOffset.map(ContractLimits.timeZones.contains) ?? true
            && !(dateLacksZone && timeZoneOffset != nil)
    }
}

extension MediaFacts {
    /// Overwrites this metadata with the sidecar's. The sidecar's camera, lens and date of digitizing are used only if
    /// the photo has no such values.
    ///
    /// Ignores the sidecar's orientation for pictures that decoders already rotate.
    public mutating func apply(_ sidecar: SidecarFacts) {
        title = sidecar.title ?? title
        caption = sidecar.caption ?? caption
        altText = sidecar.altText ?? altText
        if !sidecar.keywords.isEmpty { keywords = sidecar.keywords }
        rating = sidecar.rating ?? rating
        location = sidecar.location ?? location
        if let date = sidecar.creationDate, !sidecar.dateYields || creationDate == nil {
            // A local time without a zone gets the time zone of the file, if the file has one.
            let offset = sidecar.dateLacksZone ? timeZoneOffset ?? 0 : 0
            creationDate = ContractLimits.clamped(date.advanced(bySeconds: -Int64(offset)))
            dateLacksZone = sidecar.dateLacksZone && timeZoneOffset == nil
            timeZoneOffset = sidecar.timeZoneOffset ?? timeZoneOffset
            subtypes.remove(.guessedDate)
            if sidecar.isDateGuessed == true { subtypes.insert(.guessedDate) }
        }
        if let turn = sidecar.orientation, MediaFacts.turnedTypes.contains(mimeType) { orientation = turn }
        if cameraMake == nil, cameraModel == nil {
            (cameraMake, cameraModel) = (sidecar.cameraMake, sidecar.cameraModel)
        }
        lensModel = lensModel ?? sidecar.lensModel
        isFavorite = sidecar.isFavorite ?? isFavorite
        isHidden = sidecar.isHidden ?? isHidden
    }
}
