import FilmgateModel
import FilmgateSQLite

/// An asset to which imported files may belong. The owner's tools added the asset.
struct RelatedAsset {
    let key: AssetKey
    let mediaType: MediaType
    let subtypes: Set<MediaSubtype>
    let isEdited: Bool
    let name: PhotoBaseName
    /// The date of capture at the import. Later changes do not count, because an app may have made them.
    let importDate: Timestamp
    let timeZoneOffset: Int32?
    /// The clock offset, which determines the asset's day.
    let clockOffset: Int32
    /// The content identifier, which the two files of a live photo share.
    let contentIdentifier: String?
    /// The duration of a video, in seconds.
    let duration: Double?
    let cameraMake: String?
    let cameraModel: String?
    let mimeType: String
    let types: Set<ResourceType>

    init(_ row: borrowing Row, in database: DatabaseConnection) throws {
        let key = AssetKey(rawValue: row.integer(0))
        self.key = key
        mediaType = row.mediaType(1)
        subtypes = row.subtypes(2)
        isEdited = !row.isNull(3)
        name = PhotoBaseName(row.optionalText(4) ?? "")
        importDate = Timestamp(rawValue: row.integer(5))
        timeZoneOffset = row.optionalInteger(6).map { Int32(clamping: $0) }
        clockOffset = Int32(clamping: row.integer(7))
        contentIdentifier = row.optionalText(8)
        duration = row.optionalReal(9)
        cameraMake = row.optionalText(10)
        cameraModel = row.optionalText(11)
        mimeType = row.text(12)
        types = try database.resourceTypes(of: key)
    }

    static let columns: SQL = """
        SELECT a.row, a.media_type, a.subtypes, a.adjustment_format, r.filename, a.import_date, a.time_zone_offset,
            a.clock_offset, a.content_identifier, coalesce(a.original_duration, a.duration),
            a.camera_make, a.camera_model, r.mime_type
        FROM asset AS a JOIN resource AS r ON r.asset = a.row AND r.type IN ('photo', 'video')
        """

    enum Role: Hashable {
        case resource(ResourceType)
        /// The edited version of the asset's original.
        case edit
        /// The original of an asset that has only the edited version.
        case original
        /// The photo of a live photo, for an asset that has only the video.
        case photo
    }

    /// Returns the role of a photo or video in the asset, or nil if the file does not belong to the asset.
    ///
    /// - Parameter byAnyWord: whether any additional word in the name can mark an edit. The caller passes true if the
    ///   client named the asset and `isSameShot` is true.
    func role(
        of type: ResourceType, _ facts: MediaFacts, named name: PhotoBaseName, byAnyWord: Bool = false
    ) -> Role? {
        switch (type, mediaType) {
        case (.photo, .image):
            if let role = edit(name, byAnyWord: byAnyWord) { return role }
            guard !name.isEdit, !self.name.isEdit else { return nil }
            return facts.subtypes.contains(.raw) != subtypes.contains(.raw) && !types.contains(.alternatePhoto)
                ? .resource(.alternatePhoto) : nil
        case (.video, .image):
            if name.isEdit, isEdited, types.contains(.pairedVideo) {
                return types.contains(.fullSizePairedVideo) || isOfOther(facts) ? nil : .resource(.fullSizePairedVideo)
            }
            guard isOtherHalf(facts) else { return nil }
            return types.contains(.pairedVideo) ? nil : .resource(.pairedVideo)
        case (.photo, .video): return isEdited || name.isEdit || !isOtherHalf(facts) ? nil : .photo
        case (.video, .video): return edit(name, byAnyWord: byAnyWord)
        default: return nil
        }
    }

    private func edit(_ name: PhotoBaseName, byAnyWord: Bool) -> Role? {
        guard !isEdited else { return nil }
        if byAnyWord ? name.mayEdit(self.name) : name.edits(self.name) { return .edit }
        return self.name.isEdit && !name.isEdit && name.stem == self.name.stem ? .original : nil
    }

    /// Returns whether a photo and a video can form a live photo. Their content identifiers must be equal. If both
    /// lack an identifier, the video must be short enough.
    private func isOtherHalf(_ facts: MediaFacts) -> Bool {
        guard contentIdentifier == nil, facts.contentIdentifier == nil else {
            return contentIdentifier == facts.contentIdentifier
        }
        let seconds = facts.mediaType == .video ? facts.duration : duration
        return seconds.map { $0 <= RelatedAsset.longestHalf } ?? false
    }

    /// Returns whether the two have different content identifiers. A missing one does not count: editors may remove it.
    private func isOfOther(_ facts: MediaFacts) -> Bool {
        guard let contentIdentifier, let other = facts.contentIdentifier else { return false }
        return contentIdentifier != other
    }

    /// Returns whether a file and the asset come from the same shot: whether the cameras are equal, and the seconds of
    /// capture are equal by absolute or local time.
    ///
    /// - Parameter clockOffset: the clock offset that an asset from this file would get.
    func isSameShot(_ facts: MediaFacts, takenAt date: Timestamp, clockOffset: Int32) -> Bool {
        let difference = date.rawValue.floorDivided(by: 1_000_000) - importDate.rawValue.floorDivided(by: 1_000_000)
        return (difference == 0 || difference + Int64(clockOffset) - Int64(self.clockOffset) == 0)
            && facts.cameraMake == cameraMake && facts.cameraModel == cameraModel
    }

    /// Returns whether equal names and times are enough to combine a photo and a video as a live photo. Cameras never
    /// use the formats in `neverHalves` for live photos.
    func isOfHalves(_ facts: MediaFacts) -> Bool {
        RelatedAsset.neverHalves.isDisjoint(with: [mimeType, facts.mimeType])
    }

    private static let neverHalves: Set<String> = [
        "image/png", "image/gif", "image/bmp", "image/webp", "image/jp2", "video/x-msvideo", "video/x-matroska",
        "video/webm", "video/mpeg", "video/mp2t", "video/x-ms-wmv", "video/x-flv",
    ]

    /// The maximum duration of a live photo's video, in seconds. Phones record about three.
    private static let longestHalf = 5.0

    /// Returns whether a file with this date may belong to the asset. The dates may differ by three seconds, as
    /// absolute or local times. If the two are a photo and a video, and one has no time zone, the dates may also differ
    /// by a multiple of 15 minutes, up to 14 hours, because videos record UTC.
    ///
    /// - Parameter clockOffset: the clock offset that an asset from this file would get.
    func isTaken(at date: Timestamp, zone: Int32?, clockOffset: Int32, _ type: MediaType) -> Bool {
        let difference = date.rawValue - importDate.rawValue
        let tolerance: Int64 = 3_000_000
        if abs(difference) <= tolerance { return true }
        let clocks = difference + (Int64(clockOffset) - Int64(self.clockOffset)) * 1_000_000
        if abs(clocks) <= tolerance { return true }
        guard type != mediaType, zone == nil || timeZoneOffset == nil, abs(difference) <= 14 * 3_600_000_000 else {
            return false
        }
        let rest = abs(difference) % 900_000_000
        return min(rest, 900_000_000 - rest) <= tolerance
    }
}
