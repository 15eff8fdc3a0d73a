import FilmgateTestKit
import Testing

@testable import filmgate_window

@Suite("Rows that are replaced when a list changes")
struct RowReplacementTests {
    private struct Row: Identifiable, Equatable {
        let id: Int
        var mark = ""
    }

    private func applied(_ parts: [RowReplacement], _ old: [Row], _ new: [Row]) -> [Row?] {
        var rows: [Row?] = old
        for part in parts { rows.replaceSubrange(part.rows, with: Array(repeating: nil, count: part.added)) }
        return rows
    }

    @Test("photos that an import adds among others leave the rows of the others")
    func interleaved() {
        let old = stride(from: 0, to: 40, by: 2).map { Row(id: $0) }
        let new = (0..<40).map { Row(id: $0) }.filter { $0.id.isMultiple(of: 2) || [3, 5, 31].contains($0.id) }
        let parts = RowReplacement.all(from: old, to: new)
        #expect(parts.count == 3)
        #expect(parts.allSatisfy { $0.rows.isEmpty && $0.added == 1 })
        #expect(applied(parts, old, new).compactMap(\.self) == old)
    }

    @Test("rows that both lists have stay, and the others come and go")
    func random() {
        for seed in 0..<300 {
            var random = SeededRandom(seed: UInt64(seed))
            let all = (0..<30).map { Row(id: $0) }
            let old = all.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
            var new = all.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
            if let index = new.indices.first, seed.isMultiple(of: 2) { new[index].mark = "changed" }
            let rows = applied(RowReplacement.all(from: old, to: new), old, new)
            #expect(rows.count == new.count)
            for (row, wanted) in zip(rows, new) where row != nil { #expect(row == wanted) }
            #expect(rows.count { $0 != nil } == new.count(where: old.contains))
        }
    }

    @Test("a list in a different order is replaced")
    func reordered() {
        let old = [1, 2, 3, 4].map { Row(id: $0) }
        let new = [1, 3, 2, 4].map { Row(id: $0) }
        #expect(RowReplacement.all(from: old, to: new) == [RowReplacement(rows: 1..<3, added: 2)])
        #expect(RowReplacement.all(from: old, to: old).isEmpty)
        #expect(RowReplacement.all(from: [Row](), to: old) == [RowReplacement(rows: 0..<0, added: 4)])
    }
}
