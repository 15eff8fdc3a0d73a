import CFilmgateTerminal
import Filmgate
import FilmgateTestKit
import FilmgateText
import Foundation
import Testing

@testable import FilmgateTool

@Suite("Texts for a terminal")
struct TerminalTextTests {
    init() { fg_use_utf8_locale() }

    @Test(
        "no text of a library moves the cursor or changes the direction of text",
        arguments: [
            ("\u{1B}[31mred", "\u{FFFD}[31mred"), ("a\nb\tc\r", "a b c "), ("\u{9B}2J", "\u{FFFD}2J"),
            ("\u{202E}gpj.exe", "\u{FFFD}gpj.exe"), ("\u{7F}\u{00}", "\u{FFFD}\u{FFFD}"), ("Zürich 東京", "Zürich 東京"),
            ("\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}\u{200D}\u{1F4BB}"), ("\u{2028}", " "), ("\u{E0041}", "\u{FFFD}"),
            ("vi\u{3164}ew\u{FFA0}", "vi\u{FFFD}ew\u{FFFD}"), ("❤\u{FE0F}", "❤\u{FE0F}"),
        ])
    func plain(_ text: String, _ expected: String) { #expect(Text.printable(text) == expected) }

    @Test("columns are counted as a terminal shows them")
    func width() {
        #expect(Text.width("abc") == 3)
        #expect(Text.width("Zürich") == 6)
        #expect(Text.width("東京") == 4)
        #expect(Text.width("e\u{301}") == 1)
    }

    @Test("a text is cut between characters, and never exceeds its width")
    func shortened() {
        #expect(Text.shortened("photograph", to: 10) == "photograph")
        #expect(Text.shortened("photographs", to: 10) == "photograp…")
        #expect(Text.shortened("東京東京", to: 6) == "東京…")
    }

    @Test("the columns of a table are aligned, numbers at the right")
    func table() {
        var table = Table([.init("NAME"), .init("SIZE", numeric: true), .init("CITY")], width: nil)
        let lines = table.lines([["a", "5", "東京"], ["long name", "12,345", ""], ["x", "1", "Bern"]])
        #expect(
            lines == """
                NAME         SIZE  CITY
                a               5  東京
                long name  12,345
                x               1  Bern

                """)
    }

    @Test("later rows keep the widths of the first ones")
    func parts() {
        var table = Table([.init("A"), .init("B")], width: nil)
        #expect(table.lines([["123", "x"]]) == "A    B\n123  x\n")
        #expect(table.lines([["1", "y"]]) == "1    y\n")
    }

    @Test("on a narrow terminal, the widest column that can shrink does; elsewhere nothing is cut")
    func narrow() {
        let columns = [Table.Column("ID"), Table.Column("NAME", shrinks: true)]
        var narrow = Table(columns, width: 16)
        #expect(narrow.lines([["12", "a very long name indeed"]]) == "ID  NAME\n12  a very long…\n")
        var piped = Table(columns, width: nil)
        #expect(piped.lines([["12", "a very long name indeed"]]) == "ID  NAME\n12  a very long name indeed\n")
    }

    @Test("names are cut first, in the middle; if that is not enough, columns are omitted in their order")
    func leaving() {
        let columns = [
            Table.Column("CLIENT", isName: true), Table.Column("LEVEL"), Table.Column("RIGHTS", leaves: 2),
            Table.Column("SINCE", leaves: 1),
        ]
        let row = ["flatpak:org.example.Organizer", "full", "no location", "2026-11-21"]
        func shown(_ width: Int?) -> String {
            var table = Table(columns, width: width)
            return String(table.lines([row]).split(separator: "\n")[1])
        }
        #expect(shown(nil) == "flatpak:org.example.Organizer  full   no location  2026-11-21")
        #expect(shown(61) == shown(nil))
        #expect(shown(60) == "flatpak:org.ex…ple.Organizer  full   no location  2026-11-21")
        #expect(shown(42) == "flatp…izer  full   no location  2026-11-21")
        #expect(shown(41) == "flatpak:or….Organizer  full   no location")
        #expect(shown(30) == "flatp…izer  full   no location")
        #expect(shown(29) == "flatpak:org….Organizer  full")
        #expect(shown(15) == "flat…zer  full")
    }

    @Test(
        "at 80 columns, the tables of who, audit and clients have every answer in each language, and only the client is cut",
        arguments: ["en", "de", "es", "fr", "ja"])
    func eighty(_ language: String) throws {
        let headings = try Self.translations(language)
        let client = "flatpak:org.example.desktop.Organizer"
        let date = "2026-11-28 07:01"
        let tables: [([Table.Column], [String])] = [
            (WhoRecord.columns, [client, "yes", "not-selected", date, date, date]),
            (AuditTable.columns, [date + ":04", client, "request-image", "not-determined", "1,000", "It took more"]),
            (ConnectedApp.columns, [client, "undetermined", "no", "65534", "4194304", "256", ":1.1234"]),
        ]
        for (columns, row) in tables {
            let shown = columns.map { column in
                var column = column
                column.heading = headings[column.heading] ?? column.heading
                return column
            }
            var table = Table(shown, width: 80)
            let lines = table.lines([row]).split(separator: "\n")
            #expect(lines.allSatisfy { Text.width(String($0)) <= 80 }, "\(lines)")
            for (column, cell) in zip(shown, row) where cell != client && column.heading != headings["LAST READ"] {
                let cell = column.shrinks ? String(cell.prefix(7)) : cell
                #expect(lines[0].contains(column.heading) && lines[1].contains(cell), "\(column.heading): \(lines)")
            }
            #expect(lines[1].contains("flat") && lines[1].contains("zer  "), "\(lines)")
        }
    }

    /// The headings of tables in a language, by those in English.
    private static func translations(_ language: String) throws -> [String: String] {
        guard language != "en" else { return ["LAST READ": "LAST READ"] }
        let text = try String(contentsOfFile: "\(Source.root)/po/\(language).po", encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init)
        var headings: [String: String] = [:]
        for (line, next) in zip(lines, lines.dropFirst()) {
            guard line.hasPrefix("msgid \""), next.hasPrefix("msgstr \"") else { continue }
            headings[String(line.dropFirst(7).dropLast())] = String(next.dropFirst(8).dropLast())
        }
        try #require(headings["LAST READ"] != nil && headings["VERIFIED"] != nil)
        return headings
    }

    @Test("JSON escapes what a terminal would act upon")
    func json() throws {
        let texts = ["a\u{1B}\u{9B}\u{202E}\u{E0041}ü/"]
        let json = try JSON.text(of: texts)
        #expect(!json.unicodeScalars.contains { $0 != "\n" && $0.isUnprintable })
        #expect(json.contains("\\udb40\\udc41ü/"))
        #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == texts)
    }
}

@Suite("Amounts")
struct AmountTests {
    @Test(
        "bytes are shown in powers of 1024, with two to four digits",
        arguments: [
            (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (10_188, "9.9 KiB"), (10_189, "10 KiB"),
            (1_048_063, "1023 KiB"), (1_048_064, "1.0 MiB"), (4_404_019, "4.2 MiB"), (500 << 20, "500 MiB"),
            (UInt64.max, "16 EiB"),
        ])
    func bytes(_ count: UInt64, _ text: String) { #expect(AmountText.bytes(count) == text) }

    @Test("numbers have commas")
    func numbers() {
        #expect(Text.number(1_234_567) == "1,234,567")
        #expect(Text.number(-1234) == "-1,234")
        #expect(Text.number(Int64.min) == "-9,223,372,036,854,775,808")
    }

    @Test("durations have their two largest units")
    func durations() {
        #expect(AmountText.duration(.seconds(42)) == "42 s")
        #expect(AmountText.duration(.seconds(65)) == "1 min 5 s")
        #expect(AmountText.duration(.seconds(3900)) == "1 h 5 min")
    }
}

@Suite("Progress")
struct ProgressTests {
    @Test("a line says what is done, how fast, and what is left, in exactly the terminal's columns")
    func line() {
        let progress = Progress(
            done: 1200, total: 4800, bytes: (100 << 20, 400 << 20), elapsed: .seconds(10))
        #expect(progress.facts == "1,200 of 4,800 · 100 MiB of 400 MiB · 10 MiB/s · 30 s left")
        let line = progress.line(columns: 100)
        #expect(line.hasPrefix("[#########."))
        for columns in [20, 40, 80, 200] { #expect(Text.width(progress.line(columns: columns)) == columns) }
    }

    @Test("the beginning and the end promise nothing")
    func ends() {
        #expect(Progress(done: 0, total: 5, bytes: (0, 10), elapsed: .seconds(9)).facts == "0 of 5 · 0 B of 10 B")
        #expect(Progress(done: 5, total: 5, bytes: nil, elapsed: .seconds(9)).facts == "5 of 5")
        #expect(Progress(done: 0, total: 0, bytes: nil, elapsed: .zero).fraction == 1)
    }
}
