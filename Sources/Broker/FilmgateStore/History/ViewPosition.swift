import FilmgateModel
import FilmgatePolicy

/// A position in the history of a view, with the scope of the view at that time.
public struct ViewPosition: Hashable, Sendable {
    /// The number and the date of the last visible change; both 0 before the first one. The date is needed because
    /// after a backup is restored, different changes get the same numbers.
    let number: Int64
    let date: Int64
    let scope: ViewScope

    /// How much of the library a view shows.
    struct ViewScope: Hashable, Sendable {
        enum Extent: UInt8 {
            case nothing, limited, everything
        }

        let extent: Extent
        let reading: ReadPermissions

        init(extent: Extent, reading: ReadPermissions) {
            self.extent = extent
            self.reading = reading
        }

        init(_ visibility: Visibility) {
            reading = visibility.reading
            extent =
                switch visibility.scope {
                case .everything, .assets: .everything
                case .selection: .limited
                case .item, .nothing: .nothing
                }
        }
    }
}

extension ViewPosition {
    /// The sizes in bytes, without and with limits of content.
    static let byteCounts = [18, 24]

    var bytes: [UInt8] {
        let reading = scope.reading
        return [number, date].flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
            + [scope.extent.rawValue, UInt8(truncatingIfNeeded: reading.rights.rawValue)] + reading.limits.bytes
    }

    /// Returns nil for bytes that `bytes` never returns.
    init?(bytes: [UInt8]) {
        guard ViewPosition.byteCounts.contains(bytes.count), let extent = ViewScope.Extent(rawValue: bytes[16]) else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 << 8 | Int64($1) } }
        let reading = ReadPermissions(
            rights: Rights(rawValue: Int(bytes[17])), limits: ContentLimits(bytes: Array(bytes.dropFirst(18))))
        self.init(
            number: number(0..<8), date: number(8..<16), scope: ViewScope(extent: extent, reading: reading))
    }
}
