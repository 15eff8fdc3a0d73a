internal import FilmgateText

/// Rows in columns that are as wide as what is in them.
struct Table {
    struct Column {
        var heading: String
        /// Numbers stand at the right.
        var isNumeric = false
        /// Whether it may be cut where the terminal is too narrow.
        var shrinks = false
        /// Where that is not enough, the column is left out, those with the lowest number first; nil: never.
        var leaves: Int?
        /// Whether it is an identifier, of which the beginning is enough: it is cut before all others.
        var isIdentifier = false
        /// Whether it tells one row from another: it is cut last, and at its beginning, for names differ at their ends.
        var isName = false

        init(
            _ heading: String, numeric: Bool = false, shrinks: Bool = false, leaves: Int? = nil, isName: Bool = false,
            isIdentifier: Bool = false
        ) {
            self.isIdentifier = isIdentifier
            self.heading = heading
            isNumeric = numeric
            self.shrinks = shrinks
            self.leaves = leaves
            self.isName = isName
        }
    }

    /// The least that is left of a column that is cut.
    private static let least = 8

    let columns: [Column]
    /// Of the terminal; nil: nothing is cut.
    let width: Int?
    private let hasHeadings: Bool
    /// Nil: the column is left out.
    private var widths: [Int?]?

    init(_ columns: [Column], width: Int?, hasHeadings: Bool = true) {
        self.hasHeadings = hasHeadings
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
        let headings = isFirst && hasHeadings ? [columns.map(\.heading)] : []
        return headings.map { Style.bold(line($0, widths), on: .output) + "\n" }.joined()
            + rows.map { line($0, widths) + "\n" }.joined()
    }

    private func line(_ cells: [String], _ widths: [Int?]) -> String {
        var shown: [String] = []
        for (index, (cell, column)) in zip(cells, columns).enumerated() {
            guard let room = widths[index] else { continue }
            shown.append(Text.padded(fitted(cell, column, to: room), to: room, leading: column.isNumeric))
        }
        var line = shown.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        // Where even that is too wide, a mark at the end says less than a line that goes on at the next one's beginning.
        return width.map { Text.shortened(line, to: $0) } ?? line
    }

    private func fitted(_ cell: String, _ column: Column, to room: Int) -> String {
        guard width != nil else { return cell }
        if column.isIdentifier, Text.width(cell) > room { return String(cell.prefix(room)) }
        if column.isName { return Text.shortenedAtStart(cell, to: room) }
        return column.shrinks ? Text.shortened(cell, to: room) : cell
    }

    private func settle(_ rows: [[String]]) -> [Int?] {
        var widths = columns.map { hasHeadings ? Text.width($0.heading) : 0 }
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], Text.width(cell)) }
        }
        guard let width else { return widths }
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        for index in columns.indices where columns[index].isIdentifier && excess > 0 {
            let room = max(min(widths[index], Table.least), widths[index] - excess)
            excess -= widths[index] - room
            widths[index] = room
        }
        // The widest column gives first.
        while excess > 0 {
            let shrinking = columns.indices.filter { columns[$0].shrinks && widths[$0] > Table.least }
            guard let widest = shrinking.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        var settled = widths.map(Optional.some)
        let leaving = columns.indices.filter { columns[$0].leaves != nil }
        for index in leaving.sorted(by: { columns[$0].leaves ?? 0 < columns[$1].leaves ?? 0 }) where excess > 0 {
            settled[index] = nil
            excess -= widths[index] + 2
        }
        for index in columns.indices where columns[index].isName && excess > 0 {
            let room = max(Table.least, widths[index] - excess)
            settled[index] = room
            excess -= widths[index] - room
        }
        return settled
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
