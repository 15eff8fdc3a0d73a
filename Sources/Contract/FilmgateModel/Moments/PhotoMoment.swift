/// Photos that belong together by time and place.
public struct PhotoMoment: Hashable, Sendable {
    /// The date of the first photo; `end` is the date of the last. Moments do not overlap.
    public fileprivate(set) var start: Timestamp
    public fileprivate(set) var end: Timestamp
    /// The first photo. If several photos have the same date, it is the photo with the lowest identifier.
    public fileprivate(set) var first: AssetID
    public fileprivate(set) var count: UInt32
    /// The day on which the first photo was taken, in local time. It is never earlier than the days of older photos.
    public fileprivate(set) var firstDay: LocalDay
    public fileprivate(set) var lastDay: LocalDay

    public var title: String { FilmgateModel.title(from: firstDay, to: lastDay) }

    /// The year in which the moment began.
    public var year: Int { firstDay.year }
}

/// The properties of an asset that determine its moment.
public struct MomentPhoto: Hashable, Sendable {
    public var id: AssetID
    public var date: Timestamp
    /// The location; nil if it is unknown, or if the client may not read it.
    public var location: Location?
    /// The time zone in seconds east of UTC; nil if it is unknown, or if the client may not read it.
    public var timeZoneOffset: Int32?
    /// The offset to use if neither the photo nor any photo within the preceding `offsetLifetime` has a time zone.
    public var usualOffset: Int32

    public init(
        id: AssetID, date: Timestamp, location: Location? = nil, timeZoneOffset: Int32? = nil, usualOffset: Int32 = 0
    ) {
        self.id = id
        self.date = date
        self.location = location
        self.timeZoneOffset = timeZoneOffset
        self.usualOffset = usualOffset
    }
}

/// The rules that decide where one moment ends and the next begins.
public struct MomentRules: Hashable, Sendable {
    /// The time without photos that ends a moment, in seconds.
    public var gap: Int64 = 6 * 3600
    /// The time without photos that ends a moment if a new day begins in this time, in seconds. The time is long enough
    /// to keep an event that continues past midnight in one moment.
    public var gapOverMidnight: Int64 = 2 * 3600
    /// The distance that ends a moment if `travelTime` has also passed, in meters. Without that time, photos that
    /// another person took elsewhere would split a moment.
    public var distance: Double = 20_000
    /// The time that must pass for `distance` to end a moment, in seconds.
    public var travelTime: Int64 = 1800
    /// The time for which the last known time zone applies to later photos without a time zone, in seconds.
    public var offsetLifetime: Int64 = 24 * 3600

    public init() {}
}

/// Finds moments in a sequence of photos, from the oldest to the newest photo.
///
/// Photos with equal dates are in the same moment, so that a moment's dates determine its content.
public struct MomentFinder {
    private let rules: MomentRules
    private var moment: PhotoMoment?
    /// The last known location in the current moment.
    private var place: Location?
    /// The last known time zone, and the date of its photo.
    private var clock: (offset: Int32, at: Timestamp)?
    /// The latest day so far. The days of moments ascend, although the local date can go back when a person travels
    /// across time zones.
    private var latestDay: LocalDay?

    public init(rules: MomentRules = MomentRules()) { self.rules = rules }

    /// Adds the next photo. Returns the moment that this photo ended, or nil if the photo did not end a moment.
    ///
    /// - Parameter photo: a photo that is not older than the previous one.
    public mutating func add(_ photo: MomentPhoto) -> PhotoMoment? {
        if let offset = photo.timeZoneOffset { clock = (offset, photo.date) }
        let own = LocalDay(of: photo.date, offset: offset(of: photo))
        let day = max(own, latestDay ?? own)
        latestDay = day
        defer { place = photo.location ?? place }
        guard var current = moment, !begins(photo, on: day, after: current) else {
            defer {
                moment = PhotoMoment(
                    start: photo.date, end: photo.date, first: photo.id, count: 1, firstDay: day, lastDay: day)
                place = nil
            }
            return moment
        }
        if photo.date == current.start, photo.id.bytes.lexicographicallyPrecedes(current.first.bytes) {
            current.first = photo.id
        }
        current.end = max(current.end, photo.date)
        current.count += 1
        current.firstDay = min(current.firstDay, day)
        current.lastDay = max(current.lastDay, day)
        moment = current
        return nil
    }

    /// Returns the last moment. Call this after all photos were added.
    public mutating func finish() -> PhotoMoment? {
        defer { moment = nil }
        return moment
    }

    /// Returns the photo's own offset, or else the last known offset while it applies, or else `usualOffset`.
    private func offset(of photo: MomentPhoto) -> Int32 {
        guard let clock, (photo.date.rawValue - clock.at.rawValue) / 1_000_000 <= rules.offsetLifetime else {
            return photo.usualOffset
        }
        return clock.offset
    }

    private func begins(_ photo: MomentPhoto, on day: LocalDay, after moment: PhotoMoment) -> Bool {
        let gap = (photo.date.rawValue - moment.end.rawValue) / 1_000_000
        if photo.date == moment.end { return false }
        if gap >= rules.gap { return true }
        if day != moment.lastDay, gap >= rules.gapOverMidnight { return true }
        guard gap >= rules.travelTime, let here = photo.location, let there = place else { return false }
        return here.distance(to: there) > rules.distance
    }
}

/// Returns the moments of photos, which must be sorted from oldest to newest.
public func moments(of photos: some Sequence<MomentPhoto>, rules: MomentRules = MomentRules()) -> [PhotoMoment] {
    var finder = MomentFinder(rules: rules)
    var moments: [PhotoMoment] = []
    for photo in photos {
        if let moment = finder.add(photo) { moments.append(moment) }
    }
    if let moment = finder.finish() { moments.append(moment) }
    return moments
}
