/// How a result became another, in the frames that lists on screens take: what was removed and where moves begin are indexes in
/// the result before, what was inserted, where moves end and what changed are indexes in the one afterwards.
///
/// To apply it, take out all that was removed or moved, then put in what was inserted or moved, in ascending order of the new index.
public struct FetchDifference: Hashable, Sendable {
    public struct Move: Hashable, Sendable {
        public var from: Int
        public var to: Int

        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// Whether it says all that there is to say; otherwise nothing but the count, and everything is to be read anew.
    public var isIncremental = true
    /// Ascending.
    public var removed: [Int] = []
    /// Ascending.
    public var inserted: [Int] = []
    /// By where they end; as few as there can be.
    public var moves: [Move] = []
    /// What is in both and may have other values now, moved or not; ascending.
    public var changed: [Int] = []
    /// How many there are afterwards.
    public var count: Int

    public init(count: Int) { self.count = count }

    /// Says that everything is to be read anew.
    public static func reload(count: Int) -> FetchDifference {
        var difference = FetchDifference(count: count)
        difference.isIncremental = false
        return difference
    }

    /// Whether nothing is another than before.
    public var isEmpty: Bool { isIncremental && size == 0 }

    /// How much it lists.
    public var size: Int { removed.count + inserted.count + moves.count + changed.count }

    /// Whether it can be applied to so many elements: all that it names is there, and each only once.
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

    /// What stood in the old order, in the new one; `element` gives what was inserted, by its new index.
    ///
    /// It must fit them, and be incremental.
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
