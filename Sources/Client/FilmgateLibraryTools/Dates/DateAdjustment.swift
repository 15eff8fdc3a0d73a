public import Filmgate
public import FilmgateModel

/// A photo or video with its creation date, for adjusting the date.
public struct DatedPhoto: Hashable, Sendable {
    public let id: AssetID
    public let date: Timestamp
    /// The offset with which to show the date, in seconds east of UTC.
    public let clockOffset: Int32?
    public let camera: String?

    public init(id: AssetID, date: Timestamp, clockOffset: Int32?, camera: String? = nil) {
        (self.id, self.date, self.clockOffset, self.camera) = (id, date, clockOffset, camera)
    }

    /// Returns nil for an asset without a date.
    public init?(_ asset: Asset) {
        guard let date = asset.creationTimestamp else { return nil }
        self.init(id: asset.id, date: date, clockOffset: asset.clockOffset, camera: asset.camera)
    }

    /// The properties that `init(_:)` needs.
    public static let properties: Set<AssetProperty> = [.creationDate, .clockOffset, .camera]

    /// The local time at which the photo was taken, as microseconds since 1970-01-01 00:00 local time.
    var shown: Int64 { date.rawValue + Int64(clockOffset ?? 0) * 1_000_000 }
}

/// A correction for the dates of photos from a camera whose clock was wrong.
public enum DateAdjustment: Hashable, Sendable {
    /// The clock was slow by this number of seconds, or fast if the number is negative.
    case difference(Int64)
    /// The clock showed the correct local time of a time zone with this offset, in seconds east of UTC.
    case zone(Int32)
    /// The points in time are correct, but the time zone was wrong. The photos get a time zone with this offset, in
    /// seconds east of UTC.
    case zoneKeepingMoments(Int32)

    /// Returns the adjustment after which a photo has this date.
    public static func right(_ date: Timestamp, of photo: DatedPhoto) -> DateAdjustment {
        .difference(date.rawValue.floorDivided(by: 1_000_000) - photo.date.rawValue.floorDivided(by: 1_000_000))
    }

    /// Returns the photo with its new date; nil if the new date is out of the supported range.
    public func adjusted(_ photo: DatedPhoto) -> DatedPhoto? {
        let (seconds, offset): (Int64, Int32?) =
            switch self {
            case .difference(let seconds): (seconds, photo.clockOffset)
            case .zone(let offset): (Int64(photo.clockOffset ?? 0) - Int64(offset), offset)
            case .zoneKeepingMoments(let offset): (0, offset)
            }
        let (micros, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (date, isTooFar) = photo.date.rawValue.addingReportingOverflow(micros)
        guard !overflow, !isTooFar, ContractLimits.dates.contains(Timestamp(rawValue: date)) else { return nil }
        return DatedPhoto(id: photo.id, date: Timestamp(rawValue: date), clockOffset: offset, camera: photo.camera)
    }

    /// Returns the changes to a photo; nil if the new date is out of the supported range.
    public func changes(of photo: DatedPhoto) -> AssetChanges? {
        guard let adjusted = adjusted(photo) else { return nil }
        var changes = AssetChanges()
        switch self {
        case .difference: changes.creationDate = adjusted.date
        case .zone(let offset):
            changes.creationDate = adjusted.date
            changes.timeZoneOffset = offset
        case .zoneKeepingMoments(let offset): changes.timeZoneOffset = offset
        }
        return changes
    }

    /// Returns the new date and the photo's offset, for `correctClocks`; nil if the adjustment sets the offset, or if
    /// the offset or the new date is missing. For a photo without a time zone, the library assumes an offset, which may
    /// differ at the new date because of daylight saving time.
    public func clock(of photo: DatedPhoto) -> OffsetDateTime? {
        guard case .difference = self, let offset = photo.clockOffset, let date = adjusted(photo)?.date else {
            return nil
        }
        return OffsetDateTime(date, offset: offset)
    }
}

/// The dates of several photos, before and after an adjustment.
public struct AdjustedDates: Sendable {
    public let photos: [DatedPhoto]
    public let adjustment: DateAdjustment

    /// Returns nil if there are no photos, or if one of the new dates is out of the supported range.
    public init?(_ photos: [DatedPhoto], by adjustment: DateAdjustment) {
        guard !photos.isEmpty, photos.allSatisfy({ adjustment.adjusted($0) != nil }) else { return nil }
        self.photos = photos.sorted { ($0.shown, $0.id.description) < ($1.shown, $1.id.description) }
        self.adjustment = adjustment
    }

    /// The photos with the earliest and the latest local time, before and after the adjustment.
    public var ends: [(before: DatedPhoto, after: DatedPhoto)] {
        let ends = photos.count == 1 ? [photos.first] : [photos.first, photos.last]
        return ends.compactMap { photo in
            photo.flatMap { photo in adjustment.adjusted(photo).map { (before: photo, after: $0) } }
        }
    }

    /// Whether the adjustment changes any photo.
    public var isChange: Bool {
        photos.contains { photo in
            guard let adjusted = adjustment.adjusted(photo) else { return false }
            // Even if the date stays the same, the adjustment may set a time zone that the photo does not have yet.
            if case .difference = adjustment { return adjusted != photo }
            return true
        }
    }

    /// The batches of changes that set the dates. Pass the `clocks` to `correctClocks` after each batch.
    public var batches: [(request: ChangeRequest, clocks: [AssetID: OffsetDateTime])] {
        photos.batches(of: 500).map { part in
            var request = ChangeRequest()
            var clocks: [AssetID: OffsetDateTime] = [:]
            for photo in part {
                if let changes = adjustment.changes(of: photo) { request.set(changes, of: photo.id) }
                clocks[photo.id] = adjustment.clock(of: photo)
            }
            return (request, clocks)
        }
    }
}
