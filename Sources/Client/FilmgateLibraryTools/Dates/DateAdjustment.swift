public import Filmgate
public import FilmgateModel

/// A photo with its date.
public struct DatedPhoto: Hashable, Sendable {
    public let id: AssetID
    public let date: Timestamp
    /// Of the clock by which the date is shown, in seconds east of UTC.
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

    /// What must be read of an asset.
    public static let properties: Set<AssetProperty> = [.creationDate, .clockOffset, .camera]

    /// The time that its clock shows, in microseconds, as if it were UTC.
    var shown: Int64 { date.rawValue + Int64(clockOffset ?? 0) * 1_000_000 }
}

/// A correction of the dates of photos that were taken with a clock that was wrong.
public enum DateAdjustment: Hashable, Sendable {
    /// The clock was slow by so many seconds, or fast by a negative number.
    case difference(Int64)
    /// The clock showed the right time, in this zone.
    case zone(Int32)
    /// The clock showed the time of a different zone: the moments are right, and this is the zone of the photos.
    case zoneKeepingMoments(Int32)

    /// The adjustment after which a photo has this date.
    public static func right(_ date: Timestamp, of photo: DatedPhoto) -> DateAdjustment {
        .difference(date.rawValue.floorDivided(by: 1_000_000) - photo.date.rawValue.floorDivided(by: 1_000_000))
    }

    /// Returns what a photo has afterwards. Returns nil if the calendar does not have the date.
    public func adjusted(_ photo: DatedPhoto) -> DatedPhoto? {
        let (seconds, offset): (Int64, Int32?) =
            switch self {
            case .difference(let seconds): (seconds, photo.clockOffset)
            case .zone(let offset): (Int64(photo.clockOffset ?? 0) - Int64(offset), offset)
            case .zoneKeepingMoments(let offset): (0, offset)
            }
        let (micros, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (date, isTooFar) = photo.date.rawValue.addingReportingOverflow(micros)
        guard !overflow, !isTooFar, Bounds.dates.contains(Timestamp(rawValue: date)) else { return nil }
        return DatedPhoto(id: photo.id, date: Timestamp(rawValue: date), clockOffset: offset, camera: photo.camera)
    }

    /// Returns what to set for a photo.
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

    /// Returns a date whose clock must be compared after the change, because the library assumes the clock of a photo
    /// without a zone, and it can be in daylight saving time at the new date.
    public func clock(of photo: DatedPhoto) -> ClockDate? {
        guard case .difference = self, let offset = photo.clockOffset, let date = adjusted(photo)?.date else {
            return nil
        }
        return ClockDate(date, offset: offset)
    }
}

/// The dates of several photos, before and after an adjustment.
public struct AdjustedDates: Sendable {
    public let photos: [DatedPhoto]
    public let adjustment: DateAdjustment

    /// Returns nil without a photo, or if the calendar does not have one of the new dates.
    public init?(_ photos: [DatedPhoto], by adjustment: DateAdjustment) {
        guard !photos.isEmpty, photos.allSatisfy({ adjustment.adjusted($0) != nil }) else { return nil }
        self.photos = photos.sorted { ($0.shown, $0.id.description) < ($1.shown, $1.id.description) }
        self.adjustment = adjustment
    }

    /// The photo with the earliest and the one with the latest date on their clocks, before and after.
    public var ends: [(before: DatedPhoto, after: DatedPhoto)] {
        let ends = photos.count == 1 ? [photos.first] : [photos.first, photos.last]
        return ends.compactMap { photo in
            photo.flatMap { photo in adjustment.adjusted(photo).map { (before: photo, after: $0) } }
        }
    }

    /// Whether it changes anything.
    public var isChange: Bool {
        photos.contains { photo in
            guard let adjusted = adjustment.adjusted(photo) else { return false }
            // The zone may not have been known.
            if case .difference = adjustment { return adjusted != photo }
            return true
        }
    }

    /// The batches that set the dates, each with the dates whose clocks must be compared afterwards.
    public var batches: [(request: ChangeRequest, clocks: [AssetID: ClockDate])] {
        photos.batches(of: 500).map { part in
            var request = ChangeRequest()
            var clocks: [AssetID: ClockDate] = [:]
            for photo in part {
                if let changes = adjustment.changes(of: photo) { request.set(changes, of: photo.id) }
                clocks[photo.id] = adjustment.clock(of: photo)
            }
            return (request, clocks)
        }
    }
}
