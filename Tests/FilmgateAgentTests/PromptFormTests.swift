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
        for right in [PromptOption.originals, .captions, .write] { form.set(right, false) }
        #expect(form.summary == "Places: town · also: camera data")
        form.set(.metadata, false)
        form.places = nil
        #expect(form.summary == "Places: none · pictures only")
        let program = PromptForm(Samples.question(client: Samples.program))
        #expect(program.summary == "Places: exact · also: \(others)")
    }

    @Test("calls limited access without a selection by one name, which is not that of the level add-only")
    func onlyAdded() {
        var form = PromptForm(Samples.question())
        form.choice = .onlyAdded
        #expect(form.choice.title(for: form.question) == "Only photos it adds")
        #expect(form.record(form.answer()) == "Frame Viewer: only photos it adds, permanently")
        #expect(form.answer().decision == .limit([]))
        #expect(!PromptForm(Samples.question(.access(.addOnly, highest: nil))).choices.contains(.onlyAdded))
    }

    @Test("about a paused app says that Filmgate paused it and why, and not that the app asks")
    func paused() {
        for client in [Samples.question().app, Samples.program] {
            var question = Samples.question(client: client)
            question.pause = "It took 500 photos in an hour."
            let text = PromptText(question)
            #expect(
                text.sentence
                    == "Filmgate paused \(text.name), because it took more photos within a short time than is allowed.")
            #expect(text.extent == "It sees no photos until you decide. You have 500 photos.")
            #expect(!text.subject.contains("Access") && (text.warning == nil) == client.isVerified)
            #expect(PromptChoice.notNow.title(for: question) == "Not now; it stays paused")
        }
    }
}
