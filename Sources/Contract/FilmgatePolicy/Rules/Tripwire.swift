public import FilmgateModel

/// The kinds of reading that a tripwire counts. A tripwire pauses a client that reads unusually much.
public enum TripwireKind: String, CaseIterable, Sendable {
    /// Opening the files of assets.
    case originals
    /// Getting images or converted videos of assets.
    case images
}

/// The number of different assets whose files or images a client may get within a period. One more asset pauses it.
/// The limit's text has the form `500/1m`.
public struct TripwireLimit: Hashable, Sendable, CustomStringConvertible {
    public let count: UInt32
    public let seconds: UInt32

    public static let mostAssets: UInt32 = 1_000_000
    public static let mostSeconds: UInt32 = 86_400

    public init(count: UInt32, seconds: UInt32) {
        self.count = count
        self.seconds = seconds
    }

    /// Returns nil for a string that is not a limit.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let unit = parts[1].last, let factor = TripwireLimit.units[unit],
            let count = TripwireLimit.number(parts[0]), let length = TripwireLimit.number(parts[1].dropLast()),
            (1...TripwireLimit.mostAssets).contains(count), length > 0, length <= TripwireLimit.mostSeconds / factor
        else { return nil }
        self.init(count: count, seconds: length * factor)
    }

    public var description: String {
        for (unit, factor) in [("h", UInt32(3_600)), ("m", 60)] where seconds % factor == 0 {
            return "\(count)/\(seconds / factor)\(unit)"
        }
        return "\(count)/\(seconds)s"
    }

    private static let units: [Character: UInt32] = ["s": 1, "m": 60, "h": 3_600]

    private static func number(_ text: Substring) -> UInt32? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt32(text) : nil
    }
}

/// The assets whose files or images a client got recently.
public struct TripwireCounter: Sendable {
    /// The time at which the client last got each asset, in microseconds. All calls must use the same clock.
    private var taken: [AssetID: Int64] = [:]

    public init() {}

    public var isEmpty: Bool { taken.isEmpty }

    /// Counts an asset. After the limit is exceeded, the caller no longer uses the counter.
    ///
    /// - Parameter now: the current time, in microseconds.
    /// - Returns: false if the limit is exceeded.
    public mutating func take(_ asset: AssetID, at now: Int64, within limit: TripwireLimit) -> Bool {
        taken[asset] = now
        guard taken.count > Int(limit.count) else { return true }
        removeOld(at: now, limit)
        return taken.count <= Int(limit.count)
    }

    public mutating func removeOld(at now: Int64, _ limit: TripwireLimit) {
        let (oldest, isBefore) = now.subtractingReportingOverflow(Int64(limit.seconds) * 1_000_000)
        guard !isBefore else { return }
        taken = taken.filter { $0.value > oldest }
    }
}

extension ClientRules {
    /// Returns the limit on a kind of reading; nil if there is no limit.
    public func tripwire(_ kind: TripwireKind) -> TripwireLimit? {
        switch kind {
        case .originals: tripwireOriginals?.value ?? nil
        case .images: tripwireImages?.value ?? nil
        }
    }
}

extension Grant {
    /// The grant of a paused client. Permission to read becomes undetermined.
    public var paused: Grant {
        var grant = self
        if readWrite.allowsReading { grant.readWrite = .notDetermined }
        return grant
    }
}

extension Level {
    /// Whether a client with this level sees photos.
    public var readsPhotos: Bool { statuses?.readWrite.allowsReading == true }
}
