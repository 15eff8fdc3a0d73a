/// What a sidecar tells of its photo, read by a worker; absent values are nil.
///
/// As with `MediaFacts`, a malicious file can take over the worker that reads it. So the receiver must check `isPlausible`.
public struct SidecarFacts: Equatable, Sendable {
    public var title: String?
    public var caption: String?
    public var keywords: [String] = []
    /// From 0 to 5.
    public var rating: Int32?
    public var location: Location?
    public var creationDate: Timestamp?
    /// In seconds east of UTC.
    public var timeZoneOffset: Int32?
    /// As in Exif, 1 to 8.
    public var orientation: UInt32?

    public init() {}

    /// Whether every value lies within the bounds that the contract promises to clients.
    public var isPlausible: Bool {
        Bounds.allow(title: title) && Bounds.allow(caption: caption) && Bounds.allow(keywords: keywords)
            && [title, caption].allSatisfy(MediaFacts.isText) && keywords.allSatisfy(MediaFacts.isText)
            && rating.map(Bounds.rating.contains) ?? true
            && creationDate.map(Bounds.dates.contains) ?? true
            && timeZoneOffset.map { (-86400...86400).contains($0) } ?? true
            && orientation.map { (1...8).contains($0) } ?? true
    }
}

extension MediaFacts {
    /// Overwrites what the file tells with what its sidecar tells.
    public mutating func apply(_ sidecar: SidecarFacts) {
        title = sidecar.title ?? title
        caption = sidecar.caption ?? caption
        if !sidecar.keywords.isEmpty { keywords = sidecar.keywords }
        rating = sidecar.rating ?? rating
        location = sidecar.location ?? location
        if let date = sidecar.creationDate {
            creationDate = date
            timeZoneOffset = sidecar.timeZoneOffset ?? timeZoneOffset
        }
        // The dimensions of HEIF and videos are those of the decoded picture.
        if let orientation = sidecar.orientation, MediaFacts.turnable.contains(mimeType) {
            self.orientation = orientation
        }
    }

    /// The types whose stored orientation is applied when they are shown.
    private static let turnable: Set<String> = ["image/jpeg", "image/tiff"]
}
