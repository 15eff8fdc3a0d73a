import FilmgateModel
import Testing

@Suite("The value of a property that needs no right")
struct ValueWordDetectorTests {
    @Test("is numbers, dates, and words that the schema lists")
    func plain() {
        for (name, text) in [
            ("FNumber", "28/10"), ("DateTimeOriginal", "2024-05-01T12:00:00.12+02:00"),
            ("CreateDate", "2024-05-01T12:00:00Z"),
            ("GainMapMin", "-1.5e-05"), ("Fired", "True"), ("format", "image/jpeg"), ("Semantic", "GainMap"),
            ("ProjectionType", "equirectangular"), ("ComponentsConfiguration", "1 2 3 0"), ("Rating", "-1"),
        ] { #expect(XMPVocabulary.isPlain(text, named: name), "\(name) \(text)") }
        for (name, text) in [
            ("FNumber", "Anna"), ("DateTimeOriginal", "2024 ANNA"), ("Rating", "T"), ("Gamma", "1eT"),
            ("format", "image/anna"),
            ("Semantic", "equirectangular"), ("Version", "ZZ"), ("Fired", "TRUE"), ("Length", "\u{661}"),
            ("Length", String(repeating: "1", count: 65)),
        ] { #expect(!XMPVocabulary.isPlain(text, named: name), "\(name) \(text)") }
    }

    @Test("is in a language that is one")
    func languages() {
        for language in ["x-default", "de", "en-US", "zh-Hans-CN", "es-419"] {
            #expect(XMPVocabulary.isLanguage(language))
        }
        for language in ["x-anna", "en-anna-was-here", "annette", "", "en-"] {
            #expect(!XMPVocabulary.isLanguage(language))
        }
    }
}
