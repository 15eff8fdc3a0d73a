import FilmgateModel
import FilmgatePictures
import FilmgateText

/// The appearance of a piece of text. On terminals without color, some styles look alike.
enum TextStyle: Hashable, Sendable {
    case plain, strong, quiet, heading
    /// The style of the cursor's line.
    case current
    /// The style of the bars at the top and the bottom.
    case bar
    case chosen, warning
}

/// A piece of a line, in one style.
struct Span: Hashable, Sendable {
    let text: String
    let look: TextStyle

    init(_ text: String, _ look: TextStyle = .plain) {
        self.text = text
        self.look = look
    }
}

struct Line: Hashable, Sendable {
    var spans: [Span]

    init(_ first: Span, _ rest: Span...) { spans = [first] + rest }

    init(_ text: String = "", _ look: TextStyle = .plain) { spans = text.isEmpty ? [] : [Span(text, look)] }

    var text: String { spans.map(\.text).joined() }

    func cut(to columns: Int) -> Line {
        guard Text.width(text) > columns else { return self }
        var line = Line()
        var left = columns
        for span in spans where left > 0 {
            let part = Text.shortened(span.text, to: left)
            line.spans.append(Span(part, span.look))
            left -= Text.width(part)
        }
        return line
    }

    /// Returns a bar across the screen, with text at each end.
    static func bar(_ left: String, _ right: String, columns: Int) -> Line {
        let right = right.isEmpty ? "" : " \(right) "
        return Line(Span(Text.fitted(" " + left, to: max(0, columns - Text.width(right))) + right, .bar))
    }

    static func indented(_ text: String, by columns: Int, _ look: TextStyle = .plain) -> Line {
        Line(Span(String(repeating: " ", count: columns)), Span(text, look))
    }
}

/// The size of a terminal, in character cells.
struct TerminalSize: Hashable, Sendable {
    var rows: Int
    var columns: Int

    static let smallest = TerminalSize(rows: 12, columns: 40)

    var isEnough: Bool { rows >= TerminalSize.smallest.rows && columns >= TerminalSize.smallest.columns }
}

struct PicturePlacement: Hashable, Sendable {
    let photo: AssetID
    let row: Int
    let column: Int
    let box: CellBox

    var rows: Range<Int> { row..<(row + box.rows) }

    func lower(by count: Int) -> PicturePlacement {
        PicturePlacement(photo: photo, row: row + count, column: column, box: box)
    }
}

struct Frame: Hashable, Sendable {
    var lines: [Line]
    /// The pictures, at places that the lines leave blank.
    var pictures: [PicturePlacement] = []
    /// The position of the visible cursor; nil if there is none.
    var cursor: (row: Int, column: Int)? {
        get { typing.map { ($0.row, $0.column) } }
        set { typing = newValue.map { CursorPosition(row: $0.row, column: $0.column) } }
    }
    private var typing: CursorPosition?

    init(lines: [Line] = []) { self.lines = lines }

    private struct CursorPosition: Hashable, Sendable {
        let row: Int
        let column: Int
    }

    var text: String { lines.map { $0.text }.joined(separator: "\n") }
}
