/// Computes the position to which the person moves photos of an album, or albums and folders. Pure arithmetic.
enum AlbumMove {
    /// A move by one position.
    enum Step { case earlier, later }

    /// Returns the index to which photos move that are dropped on another photo: before that photo if they were after
    /// it, or else after it.
    ///
    /// - Returns: the index among the photos that are not moved; nil if they cannot be moved there.
    static func index<ID: Hashable>(of moved: [ID], droppedOn position: Int, in order: [ID]) -> Int? {
        let isMoved = Set(moved)
        guard order.indices.contains(position), !isMoved.contains(order[position]) else { return nil }
        let before = order[..<position].count { !isMoved.contains($0) }
        let wasAfter = moved.first.flatMap { order.firstIndex(of: $0) }.map { $0 > position } ?? true
        return wasAfter ? before : before + 1
    }

    /// Returns the index to which photos move if the person moves all of them together by one place.
    ///
    /// - Parameter moved: the photos to move, in the album's order.
    /// - Returns: the index among the photos that are not moved; nil if they are already at the end.
    static func index<ID: Hashable>(of moved: [ID], after step: Step, in order: [ID]) -> Int? {
        let isMoved = Set(moved)
        guard let first = order.firstIndex(where: isMoved.contains), let last = order.lastIndex(where: isMoved.contains)
        else { return nil }
        let rest = order.count - isMoved.count
        let index =
            switch step {
            case .earlier: first - 1
            case .later: order[...last].count { !isMoved.contains($0) } + 1
            }
        // At either end of the album, separate photos are moved together.
        let isTogether = last - first + 1 == isMoved.count
        guard (0...rest).contains(index) || !isTogether else { return nil }
        return max(0, min(index, rest))
    }

    /// Converts an index among the visible photos of an album to an index in the whole album.
    ///
    /// - Parameters:
    ///   - index: the index among the shown photos that are not moved.
    ///   - all: the whole album.
    static func index<ID: Hashable>(
        _ index: Int, of moved: [ID], among shown: [ID], in all: [ID]
    ) -> Int {
        let isMoved = Set(moved)
        let rest = all.filter { !isMoved.contains($0) }
        let shownRest = shown.filter { !isMoved.contains($0) }
        guard shownRest.indices.contains(index) else { return rest.count }
        return rest.firstIndex(of: shownRest[index]) ?? rest.count
    }
}
