/// The difference between two states of a result, for displayed lists. `removed` and the starts of moves are indexes in
/// the old state; `inserted`, `changed` and the ends of moves are indexes in the new state.
///
/// To apply the difference, first remove all removed and moved elements. Then insert all inserted and moved elements,
/// in ascending order of the new index.
public struct FetchDifference: Hashable, Sendable {
    public struct Move: Hashable, Sendable {
        public var from: Int
        public var to: Int

        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// Whether the lists are complete. If not, the lists are empty, and the whole result must be read again.
    public var isIncremental = true
    /// The indexes of removed elements, ascending.
    public var removed: [Int] = []
    /// The indexes of inserted elements, ascending.
    public var inserted: [Int] = []
    /// The moves, as few as possible, in ascending order of `to`.
    public var moves: [Move] = []
    /// The indexes of elements in both states, moved or not, whose values may have changed; ascending.
    public var changed: [Int] = []
    /// The number of elements in the new state.
    public var count: Int

    public init(count: Int) { self.count = count }

    /// Returns a difference without lists, after which the client must read the whole result again.
    public static func reload(count: Int) -> FetchDifference {
        var difference = FetchDifference(count: count)
        difference.isIncremental = false
        return difference
    }

    /// Whether the states are equal.
    public var isEmpty: Bool { isIncremental && size == 0 }

    /// The number of entries in all lists together.
    public var size: Int { removed.count + inserted.count + moves.count + changed.count }

    /// Returns whether the difference fits this number of old elements: the counts agree, and in each state every index
    /// is in range and occurs once. A difference without lists fits any number.
    public func fits(_ before: Int) -> Bool {
        guard isIncremental else { return count >= 0 }
        let ends = FetchDifference.merged(inserted, moves.map(\.to))
        let starts = FetchDifference.merged(removed, moves.map(\.from).sorted())
        return before - starts.count + ends.count == count
            && [(starts, before), (ends, count), (changed, count)].allSatisfy { indexes, end in
                (indexes.first ?? 0) >= 0 && (indexes.last ?? -1) < end
                    && zip(indexes, indexes.dropFirst()).allSatisfy { $0 < $1 }
            }
    }

    /// Returns the elements of the new state. `element` returns the inserted element at a new index.
    ///
    /// The difference must be incremental, and must fit the number of elements.
    public func applied<Element>(
        to elements: some RandomAccessCollection<Element>, inserting element: (Int) throws -> Element
    ) rethrows -> [Element] {
        precondition(isIncremental && fits(elements.count), "a difference of other elements")
        var gone = Set(removed)
        gone.formUnion(moves.map(\.from))
        var kept = elements.indices.lazy.enumerated().filter { !gone.contains($0.offset) }.makeIterator()
        let starts = Dictionary(uniqueKeysWithValues: moves.map { ($0.to, $0.from) })
        let new = Set(inserted)
        return try (0..<count).map { index in
            if new.contains(index) { return try element(index) }
            if let start = starts[index] { return elements[elements.index(elements.startIndex, offsetBy: start)] }
            guard let next = kept.next() else { preconditionFailure("a difference that fits leaves enough") }
            return elements[next.element]
        }
    }

    private static func merged(_ left: [Int], _ right: [Int]) -> [Int] { (left + right).sorted() }
}
