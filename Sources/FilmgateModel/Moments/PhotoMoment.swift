/// Photos that belong together by time and place.
public struct PhotoMoment: Hashable, Sendable {
    /// When its first and its last were taken. No other moment has any within.
    public fileprivate(set) var start: Timestamp
    public fileprivate(set) var end: Timestamp
    /// Its first; where several were taken at that time, the one whose identifier comes first.
    public fileprivate(set) var first: AssetID
    public fileprivate(set) var count: UInt32
    /// The days at the places.
    public fileprivate(set) var firstDay: LocalDay
    public fileprivate(set) var lastDay: LocalDay

    public var title: String { FilmgateModel.title(from: firstDay, to: lastDay) }

    /// The year that it counts to: where it goes past midnight on the last of December, the one that it began in.
    public var year: Int { firstDay.year }
}

/// What of an asset decides which moment it is part of.
public struct MomentPhoto: Hashable, Sendable {
    public var id: AssetID
    public var date: Timestamp
    /// Nil where it is not known, or may not be.
    public var location: Location?
    /// Of the clock where it was taken, in seconds east of UTC; nil where it is not known, or may not be.
    public var timeZoneOffset: Int32?

    public init(id: AssetID, date: Timestamp, location: Location? = nil, timeZoneOffset: Int32? = nil) {
        self.id = id
        self.date = date
        self.location = location
        self.timeZoneOffset = timeZoneOffset
    }
}

/// When one moment ends and another begins.
public struct MomentRules: Hashable, Sendable {
    /// For so long nothing was taken, in seconds.
    public var pause: Int64 = 6 * 3600
    /// The same, where another day has begun meanwhile: who celebrates past midnight is still celebrating.
    public var pauseOverMidnight: Int64 = 2 * 3600
    /// So far away, in metres, and after so many seconds; somebody else's photos from elsewhere, among one's own, part nothing.
    public var distance: Double = 20_000
    public var journey: Int64 = 1800
    /// A photo that does not know its clock's offset has that of the one before that knew, not longer than so many seconds after it.
    public var sameClock: Int64 = 24 * 3600

    public init() {}
}

/// Finds moments among photos that come oldest first.
///
/// Photos of one and the same time are in one moment, so that its dates say what is in it.
public struct MomentFinder {
    private let rules: MomentRules
    private var moment: PhotoMoment?
    /// The last that was known.
    private var place: Location?
    private var clock: (offset: Int32, at: Timestamp)?

    public init(rules: MomentRules = MomentRules()) { self.rules = rules }

    /// - Parameter photo: not older than the one before it.
    /// - Returns: the moment that has ended with the photo before this one.
    public mutating func add(_ photo: MomentPhoto) -> PhotoMoment? {
        if let offset = photo.timeZoneOffset { clock = (offset, photo.date) }
        let day = LocalDay(of: photo.date, offset: offset(at: photo.date))
        defer { place = photo.location ?? place }
        guard var current = moment, !begins(photo, on: day, after: current) else {
            defer {
                moment = PhotoMoment(
                    start: photo.date, end: photo.date, first: photo.id, count: 1, firstDay: day, lastDay: day)
                // A place is that of the moment alone.
                place = nil
            }
            return moment
        }
        if photo.date == current.start, photo.id.bytes.lexicographicallyPrecedes(current.first.bytes) {
            current.first = photo.id
        }
        current.end = photo.date
        current.count += 1
        current.firstDay = min(current.firstDay, day)
        current.lastDay = max(current.lastDay, day)
        moment = current
        return nil
    }

    /// The last moment, of which no more comes.
    public mutating func finish() -> PhotoMoment? {
        defer { moment = nil }
        return moment
    }

    /// Of the clock at the place; where nobody knows, dates stand as the camera wrote them.
    private func offset(at date: Timestamp) -> Int32 {
        guard let clock, (date.rawValue - clock.at.rawValue) / 1_000_000 <= rules.sameClock else { return 0 }
        return clock.offset
    }

    private func begins(_ photo: MomentPhoto, on day: LocalDay, after moment: PhotoMoment) -> Bool {
        let pause = (photo.date.rawValue - moment.end.rawValue) / 1_000_000
        if photo.date == moment.end { return false }
        if pause >= rules.pause { return true }
        if day != moment.lastDay, pause >= rules.pauseOverMidnight { return true }
        guard pause >= rules.journey, let here = photo.location, let there = place else { return false }
        return here.distance(to: there) > rules.distance
    }
}

/// The moments of photos that come oldest first.
public func moments(of photos: some Sequence<MomentPhoto>, rules: MomentRules = MomentRules()) -> [PhotoMoment] {
    var finder = MomentFinder(rules: rules)
    var moments: [PhotoMoment] = []
    for photo in photos {
        if let moment = finder.add(photo) { moments.append(moment) }
    }
    if let moment = finder.finish() { moments.append(moment) }
    return moments
}
