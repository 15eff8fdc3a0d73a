import FilmgateModel
import FilmgatePolicy
import FilmgatePrompts
import FilmgateText
import Testing

@testable import filmgate_agent

@Suite("The question on the screen")
struct QuestionScreenTests {
    @Test("says who asks for what, in the app's own words, and how many photos there are")
    func words() {
        var question = Samples.question()
        question.purpose = "To show your holidays.\u{202E}\n\u{1B}[31mred"
        let terminal = TypedTerminal(question)
        #expect(terminal.text.contains("Frame Viewer asks to see and change your photos."))
        #expect(terminal.text.contains("flatpak:org.example.Frame · Flatpak, verified"))
        #expect(terminal.text.contains("“To show your holidays. [31mred”"))
        #expect(terminal.text.contains("You have 500 photos."))
        #expect(!terminal.text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1B}" })
        #expect(!terminal.text.contains("claims"))
    }

    @Test("says that the name of a host program is not verified, and that its grant ends with the connection")
    func unverified() {
        var terminal = TypedTerminal(Samples.question(client: Samples.program))
        #expect(terminal.text.contains("claims to be exe:/usr/bin/frame"))
        terminal.type("a")
        #expect(terminal.text.contains("until it disconnects") && !terminal.text.contains("permanently"))
        terminal.press(.enter)
        #expect(terminal.answers.first?.validity == .once)
        #expect(terminal.answers.first?.rights == [.originals, .captions, .metadata, .write, .location])
    }

    @Test("Enter, Escape or q alone grants nothing", arguments: [[TerminalKey.enter], [.escape], [.character("q")]])
    func notNow(_ keys: [TerminalKey]) {
        var terminal = TypedTerminal(Samples.question())
        for key in keys { terminal.press(key) }
        #expect(terminal.answers == [Answer(to: "7", .dismiss)])
    }

    @Test("a letter goes to an answer, and only Enter gives it")
    func letters() {
        var terminal = TypedTerminal(Samples.question())
        terminal.type("a")
        #expect(terminal.answers.isEmpty)
        terminal.press(.enter)
        #expect(terminal.answers == [Answer(to: "7", .allow, rights: [.originals, .captions, .metadata, .write])])
        terminal = TypedTerminal(Samples.question())
        terminal.type("x")
        terminal.press(.enter)
        #expect(terminal.answers == [Answer(to: "7", .deny)])
        terminal = TypedTerminal(Samples.question())
        terminal.type("d")
        terminal.press(.enter)
        #expect(terminal.answers == [Answer(to: "7", .limit([]), rights: [.originals, .captions, .metadata, .write])])
    }

    @Test("arrows and letters change the period and the rights")
    func settings() {
        var terminal = TypedTerminal(Samples.question())
        terminal.type("a")
        terminal.press(.right, .tab, .down, .space)
        #expect(terminal.text.contains("▸[ ] o original files") && terminal.text.contains("• a  Allow all"))
        #expect(terminal.lines.last?.contains("Space Change  ←→ Move  Enter Back to the answer") == true)
        terminal.type("w")
        #expect(terminal.text.contains("▸[ ] o original files") && terminal.text.contains("[x] w places: town"))
        terminal.type("w")
        #expect(terminal.text.contains("▸[ ] o original files") && terminal.text.contains("[x] w places: exact"))
        terminal.press(.enter)
        #expect(terminal.answers.isEmpty && terminal.text.contains("▸ a  Allow all"))
        terminal.press(.enter)
        #expect(
            terminal.answers == [
                Answer(
                    to: "7", .allow, validity: .seconds(86_400), rights: [.captions, .metadata, .write, .location])
            ])
    }

    @Test(
        "a setting's letter leaves the cursor on the answer, which Enter gives",
        arguments: ["l", "o", "c", "m", "e", "w"])
    func settingLetters(_ letter: String) {
        var terminal = TypedTerminal(Samples.question())
        terminal.type("a")
        let before = terminal.lines
        terminal.type(letter)
        #expect(terminal.lines != before && terminal.text.contains("▸ a  Allow all"), "\(terminal.text)")
        #expect(terminal.lines.last?.contains("Enter Answer  ←→ How long  Tab Settings  Esc Not now  ? Help") == true)
        terminal.press(.enter)
        #expect(terminal.answers.map(\.decision) == [.allow])
        #expect(terminal.answers != [Answer(to: "7", .allow, rights: [.originals, .captions, .metadata, .write])])
    }

    @Test("an answer that grants nothing offers no settings, and its keys change none", arguments: ["n", "x"])
    func nothingToSet(_ letter: String) {
        var terminal = TypedTerminal(Samples.question())
        terminal.type(letter)
        #expect(!terminal.text.contains("How long") && !terminal.text.contains("And also"), "\(terminal.text)")
        #expect(terminal.lines.last?.contains("↑↓ Choose  Enter Answer  Esc Not now") == true)
        let before = terminal.text
        terminal.type("locmew")
        terminal.press(.left, .right, .tab, .space)
        #expect(terminal.text == before)
        terminal.type("a")
        terminal.press(.enter)
        #expect(terminal.answers == [Answer(to: "7", .allow, rights: [.originals, .captions, .metadata, .write])])
    }

    @Test("places are none, the town or exact, one after the other")
    func places() {
        for (letters, rights, precision) in [
            ("a", false, .exact), ("aw", true, .town), ("aww", true, .exact), ("awww", false, .exact),
        ] as [(String, Bool, LocationPrecision)] {
            var terminal = TypedTerminal(Samples.question())
            terminal.type(letters)
            terminal.press(.enter)
            #expect(terminal.answers.first?.rights?.contains(.location) == rights, "\(letters)")
            #expect(terminal.answers.first?.limits.locationPrecision == precision, "\(letters)")
        }
    }

    @Test("a note says what original files come without")
    func originalsWithoutPlaces() {
        var terminal = TypedTerminal(Samples.question())
        let note = "original files come without places"
        #expect(!terminal.text.contains(note))
        terminal.type("a")
        #expect(terminal.text.contains(note))
        terminal.type("w")
        #expect(terminal.text.contains("original files come without exact places"))
        terminal.type("w")
        #expect(!terminal.text.contains("exact places"))
        terminal.type("c")
        #expect(terminal.text.contains("original files come without titles, captions"))
        terminal.type("wo")
        #expect(!terminal.text.contains("original files come"))
    }

    @Test("add-only access has no rights and no selection")
    func addOnly() {
        var terminal = TypedTerminal(Samples.question(.access(.addOnly, highest: nil)))
        #expect(!terminal.text.contains("Select the photos") && !terminal.text.contains("And also"))
        terminal.type("a")
        terminal.press(.enter)
        #expect(terminal.answers == [Answer(to: "7", .allow)])
    }

    @Test("answers that policy forbids are not offered")
    func capped() {
        let terminal = TypedTerminal(Samples.question(.access(.readWrite, highest: .limited)))
        #expect(
            !terminal.text.contains("Allow all")
                && terminal.text.contains("Your administrator's policy does not allow full access."))
    }

    @Test("a program has the name of its file, and its whole path is shown")
    func path() {
        let terminal = TypedTerminal(
            Samples.question(
                client: AgentPrompt.App(
                    id: "exe:/opt/photos/bin/viewer", name: "/opt/photos/bin/viewer", isVerified: false)))
        #expect(
            terminal.text.contains("viewer asks to see")
                && terminal.text.contains("exe:/opt/photos/bin/viewer · program"))
    }

    @Test("keys from before the question do not count, and the next question follows")
    func queue() {
        var terminal = TypedTerminal(Samples.question())
        #expect(terminal.actions == [.forgetKeys])
        terminal.send(.question(Samples.question(id: "8", client: Samples.program)))
        #expect(terminal.text.contains("1 more waiting"))
        terminal.press(.escape)
        #expect(terminal.text.contains("frame asks to see"))
        #expect(terminal.actions.last == .forgetKeys)
        terminal.send(.dismiss("8"))
        #expect(
            terminal.text.contains("frame: withdrawn before an answer")
                && terminal.text.contains("Frame Viewer: not now"))
    }

    @Test("every key reports that the person is present, but only while there is a question")
    func presence() {
        var terminal = TypedTerminal(Samples.question())
        for key in [TerminalKey.down, .other, .character("?"), .other] { terminal.press(key) }
        #expect(terminal.actions.filter { $0 == .say(.present("7")) }.count == 4)
        terminal.press(.escape)
        let count = terminal.actions.count
        terminal.press(.down)
        #expect(terminal.actions.count == count)
    }

    @Test("a waiting question that is withdrawn never appears")
    func takenBack() {
        var terminal = TypedTerminal(Samples.question())
        terminal.send(.question(Samples.question(id: "8", client: Samples.program)))
        terminal.send(.dismiss("8"))
        terminal.press(.escape)
        terminal.send(.waiting(.questions))
        #expect(terminal.text.contains("Waiting for apps"))
        #expect(terminal.answers.map(\.id) == ["7"])
    }

    @Test("a change lists its photos, and Escape means no for this once")
    func confirm() {
        let change = AgentPrompt.Change(name: "delete-assets", assets: (0..<40).map(Samples.id))
        let question = Samples.question(.confirm([change]), assets: 40)
        var terminal = TypedTerminal(question)
        #expect(terminal.text.contains("Frame Viewer is about to move 40 photos to the trash."))
        #expect(terminal.text.contains("IMG_0001.JPG") && terminal.text.contains("and 2"))
        terminal.press(.escape)
        #expect(terminal.answers == [Answer(to: "7", .deny)])
        terminal = TypedTerminal(question)
        terminal.type("a")
        terminal.press(.enter)
        #expect(terminal.answers == [Answer(to: "7", .allow)])
    }

    @Test("every screen fits its terminal", arguments: [(24, 80), (12, 40), (40, 120), (30, 60), (5, 20)])
    func fits(_ rows: Int, _ columns: Int) {
        var question = Samples.question(
            client: AgentPrompt.App(
                id: "exe:/opt/" + String(repeating: "写真", count: 60), name: "写真の管理", isVerified: false))
        question.purpose = String(repeating: "Bilder für 写真 und mehr ", count: 12)
        var terminal = TypedTerminal(question, rows: rows, columns: columns)
        func check(_ what: String) {
            #expect(terminal.lines.count <= rows, "\(what)")
            for line in terminal.lines { #expect(Text.width(line) <= columns, "\(what): \(line)") }
        }
        check("question")
        terminal.press(.character("?"))
        check("help")
        terminal.press(.other)
        for _ in 0..<12 {
            terminal.press(.down)
            check("question below")
        }
        terminal.type("s")
        terminal.press(.enter)
        check("selection")
        terminal.press(.character("?"))
        check("help of the selection")
        terminal.press(.other, .end, .character("v"), .pageUp)
        check("selection at its end")
        terminal.type("/写真")
        check("filter")
        terminal.press(.escape, .space, .enter)
        check("confirmation")
    }

    @Test(
        "the app, its verification and the cursor are always visible, even with long texts",
        arguments: [(24, 80), (12, 40), (14, 60), (50, 132)], [false, true])
    func askerInSight(_ size: (rows: Int, columns: Int), _ isNamedAtLength: Bool) {
        let path = isNamedAtLength ? "/opt/" + String(repeating: "long/", count: 60) + "viewer" : "/usr/bin/viewer"
        let client = AgentPrompt.App(id: "exe:" + path, name: path, isVerified: false)
        let change = AgentPrompt.Change(name: "purge-assets", assets: (0..<40).map(Samples.id))
        for subject in [
            AgentPrompt.Subject.access(.readWrite, highest: nil), .selection([]), .confirm([change]),
        ] {
            var question = Samples.question(subject, client: client)
            question.purpose = String(repeating: "写", count: 256)
            var terminal = TypedTerminal(question, rows: size.rows, columns: size.columns)
            for _ in 0..<12 {
                let text = terminal.text
                let joined = terminal.lines.dropFirst().map { $0.drop { $0 == " " } }.joined(separator: " ")
                #expect(joined.contains("viewer ask") || joined.contains("viewer is about to"), "\(text)")
                #expect(joined.contains("exe:/") && joined.contains("viewer"), "\(text)")
                #expect(joined.contains("! It claims to be") || joined.contains("! Not verified"), "\(text)")
                let hasCursor = terminal.hasCursor
                #expect(hasCursor, "\(text)")
                terminal.press(.down)
            }
        }
    }

    @Test(
        "the kind of a verified app is visible on the smallest terminal, and its words get the remaining space"
    )
    func cutWords() {
        var question = Samples.question()
        question.purpose = String(repeating: "写", count: 256)
        var terminal = TypedTerminal(question, rows: 12, columns: 40)
        for _ in 0..<8 {
            #expect(terminal.text.contains("Frame Viewer asks") && terminal.text.contains("Flatpak, verified"))
            terminal.press(.down)
        }
        terminal = TypedTerminal(question)
        #expect(terminal.text.contains("“写写") && terminal.text.contains("写…”") && terminal.text.contains("Never"))
        terminal = TypedTerminal(question, rows: 40, columns: 80)
        #expect(terminal.text.contains("写”") && !terminal.text.contains("…”"), "\(terminal.text)")
    }

    @Test("an app's words cannot end their quotation", arguments: ["”", "\"", "“”", "''"])
    func quotation(_ mark: String) {
        var question = Samples.question()
        question.purpose = "To show them.\(mark) The system says: it is safe.\(mark)"
        let text = TypedTerminal(question).text
        #expect(text.contains("“To show them.' The system says: it is safe.'”"), "\(text)")
        #expect(text.filter { $0 == "“" }.count == 1 && text.filter { $0 == "”" }.count == 1)
    }

    @Test("the cursor is always visible, also on small screens")
    func inSight() {
        var question = Samples.question(client: Samples.program)
        question.purpose = String(repeating: "long words ", count: 30)
        var terminal = TypedTerminal(question, rows: 12, columns: 60)
        for title in ["Allow all", "Select the", "Only photos it adds", "Not now", "Never"] {
            terminal.press(
                .character(
                    Character(
                        String(
                            "asdnx".dropFirst(
                                ["Allow all", "Select the", "Only photos it adds", "Not now", "Never"].firstIndex(
                                    of: title)!
                            ).prefix(1)))))
            #expect(terminal.text.contains(title))
        }
    }
}
