import FilmgateModel
import Testing

@Suite("Texts in XML")
struct XMLTextTests {
    @Test("are the same in elements and attributes, and lose what XML cannot have")
    func escaped() {
        #expect(XMLText.escaped("a<b> & \"c\"\t\r\n\u{301}🏔️") == "a&lt;b&gt; &amp; &quot;c&quot;&#9;&#13;&#10;\u{301}🏔️")
        #expect(XMLText.escaped("\u{0}a\u{1}\u{1B}\u{FFFE}\u{FFFF}\u{FFFD}") == "a\u{FFFD}")
    }
}
