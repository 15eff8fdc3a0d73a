import FilmgateText

/// A table with columns as wide as their contents.
struct Table {
    struct Column {
        var heading: String
        /// Whether the column is aligned to the right.
        var isNumeric = false
        /// Whether the column's text is cut on a narrow terminal.
        var shrinks = false
        /// The rank for omitting columns if cutting is not enough: the column with the lowest rank is omitted first.
        /// Nil if the column is never omitted.
        var leaves: Int?
        /// Whether the column has identifiers, whose beginning is enough. This column is cut before all others.
        var isIdentifier = false
        /// Whether the column has names that distinguish the rows. Names differ at their ends, so they are cut in the
        /// middle. Only identifiers are cut before names.
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

    /// The minimum width of a column that is cut.
    private static let least = 8
    /// The width to which names are cut before other columns are cut or omitted. Names are cut further only after that.
    private static let leastOfNames = 10

    let columns: [Column]
    /// The width of the terminal; nil cuts nothing.
    let width: Int?
    private let hasHeadings: Bool
    /// Whether the headings are bold.
    private let isStyled: Bool
    /// The widths of the columns; nil for a column that is omitted.
    private var widths: [Int?]?

    /// - Parameter isCut: whether cells are cut if the stream is a terminal that is too narrow for them.
    init(_ columns: [Column], for stream: StandardStream, isCut: Bool = true, hasHeadings: Bool = true) {
        self.init(
            columns, width: isCut ? stream.columns : nil, hasHeadings: hasHeadings, isStyled: stream.isStyled)
    }

    init(_ columns: [Column], width: Int?, hasHeadings: Bool = true, isStyled: Bool = false) {
        self.isStyled = isStyled
        self.hasHeadings = hasHeadings
        self.columns = columns
        self.width = width
    }

    /// Returns the rows as lines. The first call also returns the headings.
    ///
    /// The rows of the first call determine the widths, so that a long list can be written in parts.
    ///
    /// - Parameter rows: rows with one cell for each column. A cell can be any text.
    mutating func lines(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map { Text.printable($0) } }
        let isFirst = widths == nil
        let widths = self.widths ?? settle(rows)
        self.widths = widths
        let headings = isFirst && hasHeadings ? [columns.map(\.heading)] : []
        return headings.map { Style.bold(line($0, widths), isShown: isStyled) + "\n" }.joined()
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
        // A line that is still too wide is cut, because a wrapped line is harder to read.
        return width.map { Text.shortened(line, to: $0) } ?? line
    }

    private func fitted(_ cell: String, _ column: Column, to room: Int) -> String {
        guard width != nil else { return cell }
        if column.isIdentifier, Text.width(cell) > room { return String(cell.prefix(room)) }
        if column.isName { return Text.shortenedInside(cell, to: room) }
        return column.shrinks ? Text.shortened(cell, to: room) : cell
    }

    private func settle(_ rows: [[String]]) -> [Int?] {
        var whole = columns.map { hasHeadings ? Text.width($0.heading) : 0 }
        for row in rows {
            for (index, cell) in row.enumerated() { whole[index] = max(whole[index], Text.width(cell)) }
        }
        guard let width else { return whole }
        var widths = whole
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        func cut(to least: Int, _ isMeant: (Column) -> Bool) {
            for index in columns.indices where isMeant(columns[index]) && excess > 0 {
                let room = max(min(widths[index], least), widths[index] - excess)
                excess -= widths[index] - room
                widths[index] = room
            }
        }
        cut(to: Table.least) { $0.isIdentifier }
        cut(to: Table.leastOfNames) { $0.isName }
        // The widest column shrinks first.
        while excess > 0 {
            let shrinking = columns.indices.filter { columns[$0].shrinks && widths[$0] > Table.least }
            guard let widest = shrinking.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        let leaving = columns.indices.filter { columns[$0].leaves != nil }
        var omitted: Set<Int> = []
        for index in leaving.sorted(by: { columns[$0].leaves ?? 0 < columns[$1].leaves ?? 0 }) where excess > 0 {
            omitted.insert(index)
            excess -= widths[index] + 2
        }
        cut(to: Table.least) { $0.isName }
        // The names get the width that omitting columns has freed, as far as they need it.
        for index in columns.indices where columns[index].isName && excess < 0 {
            let room = min(whole[index], widths[index] - excess)
            excess += room - widths[index]
            widths[index] = room
        }
        return columns.indices.map { omitted.contains($0) ? nil : widths[$0] }
    }
}

/// The values of one object, one on each line.
struct KeyValueTextTable {
    private var facts: [(name: String, value: String)] = []

    /// Adds a line. Does nothing if the value is nil.
    mutating func add(_ name: String, _ value: String?) {
        if let value { facts.append((name, Text.printable(value))) }
    }

    var lines: String {
        let width = facts.map { Text.width($0.name) }.max() ?? 0
        return facts.map { Text.padded($0.name, to: width) + "  " + $0.value + "\n" }.joined()
    }
}
