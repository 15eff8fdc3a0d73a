/// A range of rows in a list that is replaced by new rows.
nonisolated struct RowReplacement: Hashable {
    /// The positions of the replaced rows before the change.
    let rows: Range<Int>
    let added: Int

    /// The maximum number of replacements. More replacements take longer than replacing all rows from the first change
    /// to the last.
    private static let most = 200

    /// Returns the replacements that turn the old list into the new list, from the last rows to the first. If possible,
    /// unchanged elements keep their rows, so that a view does not scroll.
    static func all<Element: Identifiable & Equatable>(from old: [Element], to new: [Element]) -> [RowReplacement] {
        let most = min(old.count, new.count)
        let start = (0..<most).first { old[$0] != new[$0] } ?? most
        let end = (0..<most - start).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? most - start
        let (before, after) = (old[start..<old.count - end], new[start..<new.count - end])
        guard !before.isEmpty || !after.isEmpty else { return [] }
        let whole = [RowReplacement(rows: before.indices, added: after.count)]
        guard !before.isEmpty, !after.isEmpty, let parts = parts(from: before, to: after), parts.count <= Self.most
        else {
            return whole
        }
        return parts.reversed()
    }

    /// Returns the replacements; nil if the elements that both lists contain are in different orders.
    private static func parts<Element: Identifiable & Equatable>(
        from old: ArraySlice<Element>, to new: ArraySlice<Element>
    ) -> [RowReplacement]? {
        let (known, kept) = (Set(old.map(\.id)), Set(new.map(\.id)))
        var parts: [RowReplacement] = []
        var (from, to) = (old.startIndex, new.startIndex)
        while from < old.endIndex || to < new.endIndex {
            let (first, firstNew) = (from, to)
            while true {
                if from < old.endIndex, !kept.contains(old[from].id) {
                    from += 1
                } else if to < new.endIndex, !known.contains(new[to].id) {
                    to += 1
                } else if from < old.endIndex, to < new.endIndex, old[from].id == new[to].id, old[from] != new[to] {
                    (from, to) = (from + 1, to + 1)
                } else {
                    break
                }
            }
            if from > first || to > firstNew { parts.append(RowReplacement(rows: first..<from, added: to - firstNew)) }
            guard from < old.endIndex || to < new.endIndex else { break }
            guard from < old.endIndex, to < new.endIndex, old[from] == new[to] else { return nil }
            (from, to) = (from + 1, to + 1)
        }
        return parts
    }
}
