internal import FilmgateText

/// Rows in columns that are as wide as what is in them.
struct Table {
    struct Column {
        var heading: String
        /// Numbers stand at the right.
        var isNumeric = false
        /// Whether it may be cut where the terminal is too narrow.
        var shrinks = false

        init(_ heading: String, numeric: Bool = false, shrinks: Bool = false) {
            self.heading = heading
            isNumeric = numeric
            self.shrinks = shrinks
        }
    }

    let columns: [Column]
    /// Of the terminal; nil: nothing is cut.
    let width: Int?
    private var widths: [Int]?

    init(_ columns: [Column], width: Int?) {
        self.columns = columns
        self.width = width
    }

    /// The rows as lines, and before the first ones the headings.
    ///
    /// The first rows settle the widths, so that a long list can be written part by part.
    ///
    /// - Parameter rows: as many cells as there are columns; they may come from anywhere.
    mutating func lines(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map { Text.plain($0) } }
        let isFirst = widths == nil
        let widths = self.widths ?? settle(rows)
        self.widths = widths
        let shown = isFirst ? [columns.map(\.heading)] + rows : rows
        return shown.map { line($0, widths) + "\n" }.joined()
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for (index, (cell, column)) in zip(cells, columns).enumerated() {
            let fitting = width != nil && column.shrinks ? Text.shortened(cell, to: widths[index]) : cell
            line += index == 0 ? "" : "  "
            line += Text.padded(fitting, to: widths[index], leading: column.isNumeric)
        }
        while line.last == " " { line.removeLast() }
        // Where even that is too wide, a mark at the end says less than a line that goes on at the next one's beginning.
        return width.map { Text.shortened(line, to: $0) } ?? line
    }

    private func settle(_ rows: [[String]]) -> [Int] {
        var widths = columns.map { Text.width($0.heading) }
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], Text.width(cell)) }
        }
        guard let width else { return widths }
        // The widest column gives first.
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        while excess > 0 {
            let shrinking = columns.indices.filter { columns[$0].shrinks && widths[$0] > 8 }
            guard let widest = shrinking.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}

/// Facts of one thing, a line each.
struct FactSheet {
    private var facts: [(name: String, value: String)] = []

    /// Leaves out what is not known.
    mutating func add(_ name: String, _ value: String?) {
        if let value { facts.append((name, Text.plain(value))) }
    }

    var lines: String {
        let width = facts.map { Text.width($0.name) }.max() ?? 0
        return facts.map { Text.padded($0.name, to: width) + "  " + $0.value + "\n" }.joined()
    }
}
