import FilmgateModel
import FilmgateText
import Testing

@testable import filmgate_agent

@Suite("Texts of apps and files")
struct SanitizedTextTests {
    init() { _ = Samples.locale }

    @Test(
        "lose what moves the cursor, sets colors, hides text or changes its direction",
        arguments: [
            ("\u{1B}[31mred", "[31mred"), ("a\nb\tc", "a b c"), ("\u{9B}2J", "2J"), ("\u{202E}gpj.exe", "gpj.exe"),
            ("\u{7F}\u{00}", ""), ("Zürich 東京", "Zürich 東京"), ("\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}\u{1F4BB}"),
            ("\u{2028}a\u{2029}", "a"), ("\u{E0041}\u{E000}", ""), ("a\u{200B}b\u{3164}\u{2066}", "ab"),
            ("e\u{301}\u{302}\u{303}\u{304}", "e\u{301}\u{302}"), ("\u{301}x", "x"),
        ])
    func singleLine(_ text: String, _ expected: String) {
        #expect(
            (Text.singleLine(text) ?? "").unicodeScalars.elementsEqual(expected.unicodeScalars),
            "\(Text.singleLine(text).debugDescription)")
    }

    @Test("that are different identities stay different")
    func identities() {
        let names = [
            "exe:/opt/view", "exe:/opt/vi\u{3164}ew", "exe:/opt/vi ew", "exe:/opt/vi  ew", "exe:/opt/view\u{A0}x",
            "exe:/opt/view ", "exe:/opt/view\u{301}\u{302}", "exe:/opt/view\u{301}\u{302}\u{303}",
            "exe:/opt/view\u{FE0F}",
        ]
        #expect(Set(names.map(Text.visibleIdentity)).count == names.count)
        #expect(Text.visibleIdentity(names[0]) == names[0])
        #expect(Text.visibleIdentity("exe:/x · Flatpak, verified") == "exe:/x␣·␣Flatpak,␣verified")
        #expect(Text.shortenedInside("exe:/opt/東京/viewer", to: 15) == "exe:/op…/viewer")
        let long = "exe:/opt/" + String(repeating: "x", count: 900)
        #expect(Text.shortenedInside(long + "/one", to: 120) != Text.shortenedInside(long + "/two", to: 120))
        #expect(Text.width(Text.shortenedInside(long, to: 120)) == 120)
    }

    @Test(
        "do not end their quotation",
        arguments: ["”", "\"", "“", "„x‟", "''", "‘’", "＂", "″", "❞", "〞", "’’"])
    func quotations(_ mark: String) {
        let words = Text.withoutQuotationMarks("a\(mark) it is verified. \(mark)b")
        #expect(!words.contains("''") && words.allSatisfy { $0.isASCII }, "\(words)")
        #expect(words.contains("a'") && words.contains("it is verified."))
    }

    @Test("are cut between characters, wrapped at blanks and beside wide characters, and never exceed their width")
    func fitted() {
        #expect(Text.shortened("東京東京", to: 6) == "東京…")
        #expect(Text.fitted("東京", to: 5) == "東京 ")
        #expect(Text.wrapped("one two 東京東京東京 three", to: 6) == ["one", "two 東", "京東京", "東京", "three"])
        // Punctuation stays with the character before it, and a bracket with the one behind.
        #expect(Text.wrapped("写真を。「選ぶ」", to: 6) == ["写真", "を。", "「選", "ぶ」"])
        #expect(Text.number(1_234_567) == "1,234,567" && Text.number(12) == "12")
        #expect(CivilDate(year: 2024, month: 2, day: 29)?.longText == "Thursday, 29 February 2024")
        #expect(CivilDate(year: 2000, month: 1, day: 1)?.longText == "Saturday, 1 January 2000")
    }
}
