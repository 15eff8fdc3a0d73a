import FilmgateModel

/// The metadata of a picture, from Exif, IPTC and XMP.
struct Metadata {
    var exif = ExifFields()
    private(set) var xmp: XMPPacket?
    private(set) var iptc: IPTCBlock?
    /// The blocks as they are in the file.
    private(set) var blocks = MetadataBlocks()
    /// The container's own texts, if it has some.
    var title: String?
    var caption: String?
    var comment: String?
    var software: String?
    var creationDate: CaptureDate?
    /// Whether to go on reading a file that is damaged.
    let takesDamaged: Bool
    /// The damage that was found, if files with damage are read.
    private(set) var damage: Unreadable?

    init(takesDamaged: Bool = false) { self.takesDamaged = takesDamaged }

    /// Notes a damage that does not keep the file from being shown in part.
    ///
    /// - Throws: the damage, unless files with damage are read.
    mutating func note(damage: Unreadable) throws(Unreadable) {
        guard takesDamaged, case .invalid = damage else { throw damage }
        self.damage = self.damage ?? damage
    }

    /// Calls what finds damage.
    mutating func tolerate(_ check: () throws(Unreadable) -> Void) throws(Unreadable) {
        do throws(Unreadable) { try check() } catch { try note(damage: error) }
    }

    mutating func read(exif bytes: some Collection<UInt8>) {
        exif = ExifBlock.fields(bytes)
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

    /// Notes a text of the container that has a name in XMP, too.
    mutating func note(_ name: String, _ text: String) { blocks.texts.append((name, text)) }

    /// Sets the facts. Texts of people come from XMP first, which programs of today write; values of the camera come from Exif first.
    ///
    /// - Parameter upright: whether the decoder applies the orientation itself, so that there is none.
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
            CameraWords.copied(xmp?.caption), CameraWords.copied(iptc?.caption), CameraWords.copied(caption),
            CameraWords.caption(exif[.imageDescription]), MetadataText.caption(exif[.xpSubject]),
            CameraWords.comment(exif.comment), CameraWords.comment(exif[.xpComment]), CameraWords.comment(xmp?.comment),
            CameraWords.fileComment(comment),
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

    /// When the picture was taken, or digitized or created, or last changed: the order that the Metadata Working Group recommends.
    private var date: CaptureDate? {
        CaptureDate.best(
            of: [exif.takenDate, xmp?.takenDate, iptc?.date], time: iptc?.time,
            otherwise: [exif.digitisedDate, xmp?.digitisedDate, iptc?.digitisedDate, creationDate, exif.changedDate])
    }

    /// Names of programs that make only screenshots.
    private static let screenshooters: Set<String> = ["gnome-screenshot", "Spectacle", "spectacle", "Flameshot"]
}

/// The blocks of metadata in a file, and the texts of its container.
struct MetadataBlocks {
    var exif: [UInt8]?
    var xmp: [UInt8]?
    var iptc: [UInt8]?
    /// By the names that XMP has for them.
    var texts: [(name: String, text: String)] = []
}
