import CFilmgateGTK

/// A number that the person chose, which is stored like a `RememberedFlag`.
@MainActor public final class RememberedNumber {
    public let range: ClosedRange<Int>
    private let name: String
    private var current: Int

    /// - Parameter usual: the value if the stored number, which is 0 until the person chooses one, is not in `range`.
    public init(_ name: String, in range: ClosedRange<Int>, usual: Int) {
        self.name = name
        self.range = range
        let stored = RememberedState.read { Int(g_key_file_get_integer($0, RememberedState.group, name, nil)) }
        current = range.contains(stored) ? stored : usual
    }

    public var value: Int {
        get { current }
        set {
            let number = min(max(newValue, range.lowerBound), range.upperBound)
            guard number != current else { return }
            current = number
            RememberedState.change { g_key_file_set_integer($0, RememberedState.group, name, Int32(number)) }
        }
    }
}
