internal import FilmgateModel
internal import FilmgatePolicy

/// Up to where somebody has been told what happens to what they see, and through which lens they saw it.
public struct ViewPosition: Hashable, Sendable {
    /// Of the last change that they could see, and when that was made: after a backup was put back, other changes have its
    /// numbers. Both 0 where there was none.
    let number: Int64
    let date: Int64
    let lens: ViewScope

    /// As what somebody sees the library.
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
            + [lens.extent.rawValue, UInt8(truncatingIfNeeded: lens.rights.rawValue)]
    }

    /// Nil for what `bytes` never gives.
    init?(bytes: [UInt8]) {
        guard bytes.count == ViewPosition.byteCount, let extent = ViewScope.Extent(rawValue: bytes[16]) else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 << 8 | Int64($1) } }
        self.init(
            number: number(0..<8), date: number(8..<16),
            lens: ViewScope(extent: extent, rights: Rights(rawValue: Int(bytes[17]))))
    }
}
