import FilmgateModel

/// The metadata of a picture, from Exif, IPTC and XMP.
struct Metadata {
    var exif = ExifFields()
    private(set) var xmp: XMPPacket?
    private(set) var iptc: IPTCBlock?
    /// The metadata blocks, as they are stored in the file.
    private(set) var blocks = MetadataBlocks()
    /// The container's own text.
    var title: String?
    var caption: String?
    var comment: String?
    var software: String?
    var creationDate: CaptureDate?
    /// Whether to continue if a file is damaged.
    let takesDamaged: Bool
    /// The damage that was found, if `takesDamaged` is set.
    private(set) var damage: UnreadableFileError?

    init(takesDamaged: Bool = false) { self.takesDamaged = takesDamaged }

    /// Records damage after which a part of the file can still be shown.
    ///
    /// - Throws: the damage, unless it is `invalid` and `takesDamaged` is set.
    mutating func note(damage: UnreadableFileError) throws(UnreadableFileError) {
        guard takesDamaged, case .invalid = damage else { throw damage }
        self.damage = self.damage ?? damage
    }

    /// Runs a check. Records or rethrows the damage that the check throws, like `note(damage:)`.
    mutating func tolerate(_ check: () throws(UnreadableFileError) -> Void) throws(UnreadableFileError) {
        do throws(UnreadableFileError) { try check() } catch { try note(damage: error) }
    }

    mutating func read(exif bytes: some Collection<UInt8>) {
        exif = ExifBlockReader.fields(bytes)
        blocks.exif = Array(bytes)
    }

    mutating func read(xmp bytes: some Collection<UInt8>) {
        blocks.xmp = Array(bytes)
        xmp = XMPPacket(blocks.xmp ?? [])
    }

    mutating func read(iptc bytes: some Collection<UInt8>) {
        blocks.iptc = Array(bytes)
        iptc = IPTCBlock(blocks.iptc ?? [])
    }

    /// Records text of the container that has an XMP name.
    mutating func note(_ name: String, _ text: String) { blocks.texts.append((name, text)) }

    /// Sets the metadata in the facts. XMP takes precedence for text by people, Exif for values of the camera.
    ///
    /// - Parameter upright: whether the decoder applies the orientation. If so, the facts must not contain it.
    func describe(_ facts: inout MediaFacts, upright: Bool = false) {
        if !upright, let orientation = exif.orientation, (1...8).contains(orientation) {
            facts.orientation = orientation
        }
        facts.take(date)
        facts.markGuess(by: xmp)
        facts.location = [exif.location, xmp?.location].compactMap(\.self).first { !$0.isOrigin }
        facts.rating = xmp?.rating ?? exif.rating
        (facts.isFavorite, facts.isHidden) = (xmp?.isFavorite, xmp?.isHidden)
        facts.contentIdentifier = MetadataText.title(exif.note?.contentIdentifier)
        facts.burstIdentifier = [xmp?.burst, exif.note?.burst].compactMap(\.self)
            .first(where: MediaFacts.isBurstIdentifier)
        facts.isBurstPick = xmp?.isBurstPick ?? false
        facts.cameraMake = MetadataText.title(exif[.make]) ?? MetadataText.title(xmp?.make)
        facts.cameraModel = MetadataText.title(exif[.model]) ?? MetadataText.title(xmp?.model)
        facts.lensModel = MetadataText.title(exif[.lensModel]) ?? MetadataText.title(xmp?.lens)
        facts.title =
            MetadataText.title(xmp?.title) ?? MetadataText.title(iptc?.title) ?? MetadataText.title(title)
            ?? MetadataText.title(exif[.xpTitle])
        let captions = [
            GeneratedCaptionFilter.copied(xmp?.caption), GeneratedCaptionFilter.copied(iptc?.caption),
            GeneratedCaptionFilter.copied(caption),
            GeneratedCaptionFilter.caption(exif[.imageDescription]), MetadataText.caption(exif[.xpSubject]),
            GeneratedCaptionFilter.comment(exif.comment), GeneratedCaptionFilter.comment(exif[.xpComment]),
            GeneratedCaptionFilter.comment(xmp?.comment),
            GeneratedCaptionFilter.fileComment(comment),
        ]
        facts.caption = captions.lazy.compactMap(\.self).first
        facts.altText = MetadataText.title(xmp?.altText)
        let windows = exif[.xpKeywords]?.split(separator: ";").map(String.init) ?? []
        facts.keywords =
            MetadataText.keywords(
                flat: (xmp?.keywords ?? []) + (iptc?.keywords ?? []) + windows, paths: xmp?.keywordPaths ?? [])
        facts.subtypes.formUnion(exif.subtypes.union(xmp?.subtypes ?? []))
        if Metadata.screenshooters.contains(software ?? "") { facts.subtypes.insert(.screenshot) }
    }

    /// The date when the picture was taken or, if unknown, digitized or last changed. The Metadata Working Group
    /// recommends this order.
    private var date: CaptureDate? {
        CaptureDate.best(
            of: [exif.takenDate, xmp?.takenDate, iptc?.date], time: iptc?.time,
            otherwise: [exif.digitizedDate, xmp?.digitizedDate, iptc?.digitizedDate, creationDate, exif.changedDate])
    }

    /// The names of programs that only make screenshots.
    private static let screenshooters: Set<String> = ["gnome-screenshot", "Spectacle", "spectacle", "Flameshot"]
}

/// A file's metadata blocks, and its container's text.
struct MetadataBlocks {
    var exif: [UInt8]?
    var xmp: [UInt8]?
    var iptc: [UInt8]?
    /// The container's text with XMP names.
    var texts: [(name: String, text: String)] = []
}
