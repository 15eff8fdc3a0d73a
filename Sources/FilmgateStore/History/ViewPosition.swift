internal import FilmgateModel
internal import FilmgatePolicy

/// A position in the history of a view, with the scope of the view at that time.
public struct ViewPosition: Hashable, Sendable {
    /// The number and the date of the last visible change; both 0 before the first one. The date is needed because after a backup
    /// was restored, different changes get the same numbers.
    let number: Int64
    let date: Int64
    let scope: ViewScope

    /// How much of the library a view shows.
    struct ViewScope: Hashable, Sendable {
        enum Extent: UInt8 {
            case nothing, limited, everything
        }

        let extent: Extent
        let rights: Rights

        init(extent: Extent, rights: Rights) {
            self.extent = extent
            self.rights = rights
        }

        init(_ visibility: Visibility) {
            rights = visibility.rights
            extent =
                switch visibility.scope {
                case .everything: .everything
                case .selection: .limited
                case .nothing: .nothing
                }
        }
    }
}

extension ViewPosition {
    static let byteCount = 18

    var bytes: [UInt8] {
        [number, date].flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
            + [scope.extent.rawValue, UInt8(truncatingIfNeeded: scope.rights.rawValue)]
    }

    /// Returns nil for bytes that `bytes` never returns.
    init?(bytes: [UInt8]) {
        guard bytes.count == ViewPosition.byteCount, let extent = ViewScope.Extent(rawValue: bytes[16]) else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 << 8 | Int64($1) } }
        self.init(
            number: number(0..<8), date: number(8..<16),
            scope: ViewScope(extent: extent, rights: Rights(rawValue: Int(bytes[17]))))
    }
}
