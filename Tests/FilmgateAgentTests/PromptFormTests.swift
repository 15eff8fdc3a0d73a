import FilmgateModel
import FilmgatePrompts
import Testing

@Suite("The answer that a person composes")
struct PromptFormTests {
    @Test("says in one line what the app gets, as the person changes it")
    func summary() {
        var form = PromptForm(Samples.question())
        let others = "original files, titles, captions, camera data and changes"
        #expect(form.summary == "Places: none · also: \(others)")
        form.places = .town
        #expect(form.summary == "Places: town · also: \(others)")
        for right in [PromptRight.originals, .captions, .write] { form.set(right, false) }
        #expect(form.summary == "Places: town · also: camera data")
        form.set(.metadata, false)
        form.places = nil
        #expect(form.summary == "Places: none · pictures only")
        let program = PromptForm(Samples.question(client: Samples.program))
        #expect(program.summary == "Places: exact · also: \(others)")
    }
}
