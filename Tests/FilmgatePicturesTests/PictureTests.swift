import Filmgate
import Testing

@testable import FilmgatePictures

/// The upper half is red, the lower half blue.
private func flag(_ width: Int, _ height: Int) throws -> Bitmap {
    var pixels: [UInt8] = []
    for row in 0..<height {
        let color: [UInt8] = row < height / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255]
        for _ in 0..<width { pixels += color }
    }
    return try Bitmap(width: width, height: height, pixels: pixels)
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite("Pictures on a terminal")
struct PictureTests {
    private static let cell = CellSize(width: 10, height: 20)
    private static let box = CellBox(columns: 8, rows: 4)

    private func printed(_ picture: Bitmap, _ environment: [String: String]) throws -> TerminalPicture {
        try PictureTerminal(environment).print(picture, in: Self.box, Self.cell)
    }

    @Test("are refused if the bytes do not match the size")
    func malformed() {
        #expect(throws: Bitmap.Malformed.byteCount) {
            try Bitmap(width: 2, height: 2, pixels: Array(repeating: 0, count: 15))
        }
        #expect(throws: Bitmap.Malformed.byteCount) {
            try Bitmap(width: 2, height: 2, pixels: Array(repeating: 0, count: 17))
        }
        for (width, height) in [(0, 2), (2, 0), (-1, 2), (4096, 1), (.max, .max)] {
            #expect(throws: Bitmap.Malformed.size) { try Bitmap(width: width, height: height, pixels: []) }
        }
    }

    @Test(
        "are shown as the terminal can",
        arguments: [
            (["TERM": "xterm-kitty"], TerminalPictureFormat.kitty), (["TERM": "foot"], .sixels),
            (["TERM": "mlterm"], .sixels),
            (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iTerm2),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .symbols(.direct)),
            (["TERM": "screen-256color"], .symbols(.indexed256)), (["TERM": "linux"], .symbols(.indexed16)),
            // The terminal around tmux has images, but tmux does not pass them on.
            (["TERM": "tmux-256color", "LC_TERMINAL": "iTerm2", "COLORTERM": "truecolor"], .symbols(.direct)),
        ] as [([String: String], TerminalPictureFormat)])
    func formats(_ environment: [String: String], _ format: TerminalPictureFormat) throws {
        #expect(try PictureTerminal(environment).format == format)
    }

    @Test("are refused by terminals without colors, and by NO_COLOR where colors make the picture")
    func refusals() throws {
        for environment in [[:], ["TERM": ""], ["TERM": "dumb", "COLORTERM": "truecolor"]] {
            #expect(throws: TerminalPictureRefusal.terminal) { try PictureTerminal(environment) }
        }
        #expect(throws: TerminalPictureRefusal.noColor) {
            try PictureTerminal(["TERM": "xterm-256color", "NO_COLOR": "1"])
        }
        // As no-color.org says, an empty value means nothing.
        #expect(try !PictureTerminal(["TERM": "xterm-256color", "NO_COLOR": ""]).format.showsPixels)
        #expect(try PictureTerminal(["TERM": "xterm-kitty", "NO_COLOR": "1"]).format == .kitty)
    }

    @Test("in symbols have their colors where they belong, and a part for each row")
    func symbols() throws {
        let shown = try printed(flag(64, 64), ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        #expect(shown.size == Self.box && shown.lines.count == 4)
        let (red, blue) = ("255;0;0", "0;0;255")
        for row in 0..<4 {
            let line = text(shown.lines[row])
            #expect(line.contains("2;\(row < 2 ? red : blue)m"), "\(row): \(line.debugDescription)")
            #expect(!line.contains(row < 2 ? blue : red), "\(row): \(line.debugDescription)")
            #expect(line.hasSuffix("\u{1B}[0m"), "text after it has the terminal's colors")
            #expect(Self.cells(of: line) == 8, "\(row): \(line.debugDescription)")
        }
    }

    @Test("in symbols show two rows of pixels in one row of cells")
    func halves() throws {
        let terminal = try PictureTerminal(["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        let shown = terminal.print(try flag(20, 20), in: CellBox(columns: 2, rows: 1), Self.cell)
        let line = text(try #require(shown.lines.first))
        #expect(shown.lines.count == 1 && line.contains("255;0;0") && line.contains("0;0;255"))
        #expect(line.contains("▀") || line.contains("▄"), "\(line.debugDescription)")
    }

    @Test("keep their ratio within the box")
    func sizes() throws {
        let environment = ["TERM": "xterm-kitty"]
        #expect(try printed(flag(80, 20), environment).size == CellBox(columns: 8, rows: 1))
        #expect(try printed(flag(20, 80), environment).size == CellBox(columns: 2, rows: 4))
        #expect(try printed(flag(2000, 1), environment).size == CellBox(columns: 8, rows: 1))
        #expect(try printed(flag(1, 2000), environment).size == CellBox(columns: 1, rows: 4))
        #expect(try printed(flag(80, 55), environment).size == CellBox(columns: 8, rows: 3), "2.75 rows")
        #expect(try printed(flag(2, 2), environment).size == Self.box, "small pictures are enlarged")
    }

    @Test("in Kitty are one image in its cells, with the pixels as they are")
    func kitty() throws {
        let shown = text(try printed(flag(80, 80), ["TERM": "xterm-kitty"]).lines[0])
        #expect(shown.hasPrefix("\u{1B}_Ga=T,f=32,s=80,v=80,c=8,r=4,m=1"))
        // The first pixels are red, in base64.
        #expect(shown.contains(";/wAA//8AAP//AAD/") && shown.hasSuffix("\u{1B}\\"))
    }

    @Test("in sixels have their introducer, end and exact size")
    func sixels() throws {
        // Sixels are six pixels high, so only these rows of cells can be filled.
        let shown = text(try printed(flag(80, 60), ["TERM": "foot"]).lines[0])
        #expect(shown.hasPrefix("\u{1B}P") && shown.contains("q\"1;1;80;60") && shown.hasSuffix("\u{1B}\\"))
    }

    @Test("in iTerm2 are a file inline, in its cells")
    func iTerm2() throws {
        let shown = text(try printed(flag(80, 80), ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"]).lines[0])
        #expect(shown.hasPrefix("\u{1B}]1337;File=inline=1;width=8;height=4"))
    }

    @Test("in symbols stand at the left of text, which begins in the same column in every row")
    func block() throws {
        let terminal = try PictureTerminal(["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        let block = try PictureTextLayout(on: terminal, Self.box, Self.cell)
        // Narrower than the box, and with more lines of text than rows.
        let lines = ["one", "two", "three", "four", "five"]
        let shown = text(block.bytes(try flag(20, 40), beside: lines)).split(separator: "\n").map(String.init)
        #expect(shown.count == 5)
        for (row, line) in zip(shown, lines) {
            #expect(row.hasSuffix(line) && Self.cells(of: row) == block.indentation + line.count, "\(row)")
        }
        let missing = text(block.bytes("damaged", beside: ["one"])).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(missing.count == 5 && missing[0] == "(damaged  one", "\(missing)")
    }

    /// Counts the characters outside of control sequences.
    private static func cells(of line: String) -> Int {
        line.replacing(/\u{1B}\[[0-9;]*m/, with: "").count
    }
}
