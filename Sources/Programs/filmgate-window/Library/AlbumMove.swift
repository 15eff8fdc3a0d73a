/// Computes the new position of photos that the person moves in an album, or of albums and folders in the sidebar.
enum AlbumMove {
    /// A move by one position.
    enum Step { case earlier, later }

    /// Returns the new index of photos that are dropped on a target photo. If the first of them was before the target,
    /// they move after the target; otherwise they move before the target.
    ///
    /// - Returns: the index among the photos that do not move; nil if the target is one of the moved photos.
    static func index<ID: Hashable>(of moved: [ID], droppedOn position: Int, in order: [ID]) -> Int? {
        let isMoved = Set(moved)
        guard order.indices.contains(position), !isMoved.contains(order[position]) else { return nil }
        let before = order[..<position].count { !isMoved.contains($0) }
        let wasAfter = moved.first.flatMap { order.firstIndex(of: $0) }.map { $0 > position } ?? true
        return wasAfter ? before : before + 1
    }

    /// Returns the new index of photos that the person moves together by one position.
    ///
    /// - Returns: the index among the photos that do not move; nil if the photos cannot move further.
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
        // Photos that are not adjacent can move even at the start or the end, because the move makes them adjacent.
        let isTogether = last - first + 1 == isMoved.count
        guard (0...rest).contains(index) || !isTogether else { return nil }
        return max(0, min(index, rest))
    }

    /// Converts an index among the shown photos of an album to an index among all its photos. Neither index counts the
    /// photos that move.
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
