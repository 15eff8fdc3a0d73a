internal import FilmgateModel

/// All that a picture's file says of it, from the three vocabularies that may speak at once.
struct Metadata {
    var exif = ExifFields()
    var xmp: XMPPacket?
    var iptc: IPTCBlock?
    /// A container's own words, where it has some.
    var title: String?
    var caption: String?
    var software: String?

    /// Fills what the facts can hold. Of people's words XMP's come first, for programs of today write them; of the
    /// camera's Exif's.
    ///
    /// - Parameter upright: the decoder applies the orientation itself, so that there is none left to tell.
    func describe(_ facts: inout MediaFacts, upright: Bool = false) {
        if !upright, let orientation = exif.orientation, (1...8).contains(orientation) {
            facts.orientation = orientation
        }
        if let date, Bounds.dates.contains(date.timestamp) {
            facts.creationDate = date.timestamp
            facts.timeZoneOffset = date.zone
        }
        facts.location = exif.location
        facts.cameraMake = CleanText.title(exif[.make])
        facts.cameraModel = CleanText.title(exif[.model])
        facts.title =
            CleanText.title(xmp?.title) ?? CleanText.title(iptc?.title) ?? CleanText.title(title)
            ?? CleanText.title(exif[.xpTitle])
        facts.caption =
            CleanText.caption(xmp?.caption) ?? CleanText.caption(iptc?.caption) ?? CleanText.caption(caption)
            ?? CleanText.caption(exif[.imageDescription]) ?? CleanText.caption(exif[.xpSubject])
        let windows = exif[.xpKeywords]?.split(separator: ";").map(String.init) ?? []
        facts.keywords = CleanText.keywords((xmp?.keywords ?? []) + (iptc?.keywords ?? []) + windows)
        facts.subtypes.formUnion(exif.subtypes.union(xmp?.subtypes ?? []))
        if Metadata.screenshooters.contains(software ?? "") { facts.subtypes.insert(.screenshot) }
    }

    /// When it was taken, else when it became digital, else when the file was last changed: the order that the Metadata
    /// Working Group recommends.
    private var date: CaptureDate? {
        exif.takenDate ?? xmp?.takenDate ?? iptc?.date ?? exif.digitisedDate ?? xmp?.digitisedDate ?? exif.changedDate
    }

    /// Programs that sign their pictures and make nothing but pictures of the screen.
    private static let screenshooters: Set<String> = ["gnome-screenshot", "Spectacle", "spectacle", "Flameshot"]
}
