import FilmgateFrontEnd
import FilmgateModel
import FilmgateText
import Testing

@testable import filmgate_agent

@Suite("The question on the screen")
struct QuestionScreenTests {
    @Test("says who asks for what, in whose words, and how many photos there are")
    func words() {
        var question = Samples.question()
        question.purpose = "To show your holidays.\u{202E}\n\u{1B}[31mred"
        let desk = Desk(question)
        #expect(desk.text.contains("Frame Viewer asks to see and change your photos."))
        #expect(desk.text.contains("flatpak:org.example.Frame · Flatpak, verified"))
        #expect(desk.text.contains("“To show your holidays. [31mred”"))
        #expect(desk.text.contains("You have 500 photos."))
        #expect(!desk.text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1B}" })
        #expect(!desk.text.contains("claims"))
    }

    @Test("says that a program of the host only claims to be who it is, and that nothing it gets lasts")
    func unverified() {
        var desk = Desk(Samples.question(client: Samples.program))
        #expect(desk.text.contains("claims to be exe:/usr/bin/frame"))
        desk.type("a")
        #expect(desk.text.contains("until it disconnects") && !desk.text.contains("for good"))
        desk.press(.enter)
        #expect(desk.answers.first?.lasting == .once)
        #expect(desk.answers.first?.rights == ["originals", "captions", "location"])
    }

    @Test("gives nothing away by Enter, Escape or q alone", arguments: [[Key.enter], [.escape], [.character("q")]])
    func notNow(_ keys: [Key]) {
        var desk = Desk(Samples.question())
        for key in keys { desk.press(key) }
        #expect(desk.answers == [Answer(to: "7", .dismiss)])
    }

    @Test("a letter leads to an answer, and only Enter gives it")
    func letters() {
        var desk = Desk(Samples.question())
        desk.type("a")
        #expect(desk.answers.isEmpty)
        desk.press(.enter)
        #expect(desk.answers == [Answer(to: "7", .allow, rights: ["originals", "captions"])])
        desk = Desk(Samples.question())
        desk.type("x")
        desk.press(.enter)
        #expect(desk.answers == [Answer(to: "7", .deny)])
        desk = Desk(Samples.question())
        desk.type("d")
        desk.press(.enter)
        #expect(desk.answers == [Answer(to: "7", .limit, rights: ["originals", "captions"])])
    }

    @Test("how long and which rights are changed by arrows and letters")
    func settings() {
        var desk = Desk(Samples.question())
        desk.type("a")
        desk.press(.right, .tab, .down, .space)
        #expect(desk.text.contains("▸[ ] o original files") && desk.text.contains("• a  Allow all"))
        #expect(desk.lines.last?.contains("Space Change  ←→ Move  Enter Back to the answer") == true)
        desk.type("w")
        #expect(desk.text.contains("▸[ ] o original files") && desk.text.contains("[x] w places"))
        desk.press(.enter)
        #expect(desk.answers.isEmpty && desk.text.contains("▸ a  Allow all"))
        desk.press(.enter)
        #expect(
            desk.answers == [Answer(to: "7", .allow, lasting: .seconds(86_400), rights: ["captions", "location"])])
    }

    @Test("a setting's letter leaves the cursor on the answer, which Enter gives", arguments: ["l", "o", "c", "w"])
    func settingLetters(_ letter: String) {
        var desk = Desk(Samples.question())
        desk.type("a")
        let before = desk.lines
        desk.type(letter)
        #expect(desk.lines != before && desk.text.contains("▸ a  Allow all"), "\(desk.text)")
        #expect(desk.lines.last?.contains("Enter Answer  ←→ How long  Tab Settings  Esc Not now  ? Help") == true)
        desk.press(.enter)
        #expect(desk.answers.map(\.decision) == [.allow])
        #expect(desk.answers != [Answer(to: "7", .allow, rights: ["originals", "captions"])])
    }

    @Test("an answer that grants nothing offers no settings, and its keys change none", arguments: ["n", "x"])
    func nothingToSet(_ letter: String) {
        var desk = Desk(Samples.question())
        desk.type(letter)
        #expect(!desk.text.contains("How long") && !desk.text.contains("And also"), "\(desk.text)")
        #expect(desk.lines.last?.contains("↑↓ Choose  Enter Answer  Esc Not now") == true)
        let before = desk.text
        desk.type("locw")
        desk.press(.left, .right, .tab, .space)
        #expect(desk.text == before)
        desk.type("a")
        desk.press(.enter)
        #expect(desk.answers == [Answer(to: "7", .allow, rights: ["originals", "captions"])])
    }

    @Test("original files without captions or places are said to be none for now, as long as that is so")
    func originalsWithoutPlaces() {
        var desk = Desk(Samples.question())
        let note = "no original files without places, for now"
        #expect(!desk.text.contains(note))
        desk.type("a")
        #expect(desk.text.contains(note))
        desk.type("w")
        #expect(!desk.text.contains(note))
        desk.type("c")
        #expect(desk.text.contains("no original files without titles, captions, for now"))
        desk.type("wo")
        #expect(!desk.text.contains("no original files"))
    }

    @Test("adding alone has no rights and no selection")
    func addOnly() {
        var desk = Desk(Samples.question(.access, .addOnly))
        #expect(!desk.text.contains("Select the photos") && !desk.text.contains("And also"))
        desk.type("a")
        desk.press(.enter)
        #expect(desk.answers == [Answer(to: "7", .allow)])
    }

    @Test("what policy forbids is not offered")
    func capped() {
        var question = Samples.question()
        question.highest = "limited"
        let desk = Desk(question)
        #expect(!desk.text.contains("Allow all") && desk.text.contains("The administrator's policy"))
    }

    @Test("a program is called as its file is, and its whole path is shown")
    func path() {
        let desk = Desk(
            Samples.question(
                client: Requester(id: "exe:/opt/photos/bin/viewer", name: "/opt/photos/bin/viewer", isVerified: false)))
        #expect(desk.text.contains("viewer asks to see") && desk.text.contains("exe:/opt/photos/bin/viewer · program"))
    }

    @Test("what was typed before the question stood there does not count, and the next one follows")
    func queue() {
        var desk = Desk(Samples.question())
        #expect(desk.actions == [.forgetKeys])
        desk.tell(.question(Samples.question(id: "8", client: Samples.program)))
        #expect(desk.text.contains("1 more waiting"))
        desk.press(.escape)
        #expect(desk.text.contains("frame asks to see"))
        #expect(desk.actions.last == .forgetKeys)
        desk.tell(.dismiss("8"))
        #expect(desk.text.contains("frame: taken back") && desk.text.contains("Frame Viewer: not now"))
    }

    @Test("every key says that the person is there, and none does while nothing is asked")
    func presence() {
        var desk = Desk(Samples.question())
        for key in [Key.down, .other, .character("?"), .other] { desk.press(key) }
        #expect(desk.actions.filter { $0 == .say(.present("7")) }.count == 4)
        desk.press(.escape)
        let count = desk.actions.count
        desk.press(.down)
        #expect(desk.actions.count == count)
    }

    @Test("a question that is taken back while another is shown never appears")
    func takenBack() {
        var desk = Desk(Samples.question())
        desk.tell(.question(Samples.question(id: "8", client: Samples.program)))
        desk.tell(.dismiss("8"))
        desk.press(.escape)
        desk.tell(.waiting(.questions))
        #expect(desk.text.contains("Waiting for apps"))
        #expect(desk.answers.map(\.id) == ["7"])
    }

    @Test("a change that waits for a word shows what it touches, and Escape is a no to this once")
    func confirm() {
        var question = Samples.question(.confirm, nil, assets: 40)
        question.changes = [PendingChange("delete-assets", (0..<40).map(Samples.id))]
        var desk = Desk(question)
        #expect(desk.text.contains("Frame Viewer is about to move 40 photos to the trash."))
        #expect(desk.text.contains("IMG_0001.JPG") && desk.text.contains("and 2"))
        desk.press(.escape)
        #expect(desk.answers == [Answer(to: "7", .deny)])
        desk = Desk(question)
        desk.type("a")
        desk.press(.enter)
        #expect(desk.answers == [Answer(to: "7", .allow)])
    }

    @Test("every screen fits its terminal", arguments: [(24, 80), (12, 40), (40, 120), (30, 60), (5, 20)])
    func fits(_ rows: Int, _ columns: Int) {
        var question = Samples.question(
            client: Requester(id: "exe:/opt/" + String(repeating: "写真", count: 60), name: "写真の管理", isVerified: false))
        question.purpose = String(repeating: "Bilder für 写真 und mehr ", count: 12)
        var desk = Desk(question, rows: rows, columns: columns)
        func check(_ what: String) {
            #expect(desk.lines.count <= rows, "\(what)")
            for line in desk.lines { #expect(Text.width(line) <= columns, "\(what): \(line)") }
        }
        check("question")
        desk.press(.character("?"))
        check("help")
        desk.press(.other)
        for _ in 0..<12 {
            desk.press(.down)
            check("question below")
        }
        desk.type("s")
        desk.press(.enter)
        check("selection")
        desk.press(.character("?"))
        check("help of the selection")
        desk.press(.other, .end, .character("v"), .pageUp)
        check("selection at its end")
        desk.type("/写真")
        check("filter")
        desk.press(.escape, .space, .enter)
        check("confirmation")
    }

    @Test(
        "who asks, what their name is worth and where the cursor is stay in sight, however much they have to say",
        arguments: [(24, 80), (12, 40), (14, 60), (50, 132)], [false, true])
    func askerInSight(_ size: (rows: Int, columns: Int), _ isNamedAtLength: Bool) {
        let path = isNamedAtLength ? "/opt/" + String(repeating: "long/", count: 60) + "viewer" : "/usr/bin/viewer"
        let client = Requester(id: "exe:" + path, name: path, isVerified: false)
        for kind in [Question.Kind.access, .selection, .confirm] {
            var question = Samples.question(kind, client: client)
            question.purpose = String(repeating: "写", count: 256)
            if kind == .confirm { question.changes = [PendingChange("purge-assets", (0..<40).map(Samples.id))] }
            var desk = Desk(question, rows: size.rows, columns: size.columns)
            for _ in 0..<12 {
                let text = desk.text
                let joined = desk.lines.dropFirst().map { $0.drop { $0 == " " } }.joined(separator: " ")
                #expect(joined.contains("viewer ask") || joined.contains("viewer is about to"), "\(text)")
                #expect(joined.contains("exe:/") && joined.contains("viewer"), "\(text)")
                #expect(joined.contains("! It claims to be") || joined.contains("! Not verified"), "\(text)")
                let hasCursor = desk.hasCursor
                #expect(hasCursor, "\(text)")
                desk.press(.down)
            }
        }
    }

    @Test(
        "a verified app's kind stays in sight on the smallest terminal, and its words get what is left"
    )
    func cutWords() {
        var question = Samples.question()
        question.purpose = String(repeating: "写", count: 256)
        var desk = Desk(question, rows: 12, columns: 40)
        for _ in 0..<8 {
            #expect(desk.text.contains("Frame Viewer asks") && desk.text.contains("Flatpak, verified"))
            desk.press(.down)
        }
        desk = Desk(question)
        #expect(desk.text.contains("“写写") && desk.text.contains("写…”") && desk.text.contains("Never"))
        desk = Desk(question, rows: 40, columns: 80)
        #expect(desk.text.contains("写”") && !desk.text.contains("…”"), "\(desk.text)")
    }

    @Test("an app's words do not get out of their quotation marks", arguments: ["”", "\"", "“”", "''"])
    func quotation(_ mark: String) {
        var question = Samples.question()
        question.purpose = "To show them.\(mark) The system says: it is safe.\(mark)"
        let text = Desk(question).text
        #expect(text.contains("“To show them.' The system says: it is safe.'”"), "\(text)")
        #expect(text.filter { $0 == "“" }.count == 1 && text.filter { $0 == "”" }.count == 1)
    }

    @Test("the cursor is always in sight, on small screens too")
    func inSight() {
        var question = Samples.question(client: Samples.program)
        question.purpose = String(repeating: "long words ", count: 30)
        var desk = Desk(question, rows: 12, columns: 60)
        for title in ["Allow all", "Select the", "Only let", "Not now", "Never"] {
            desk.press(
                .character(
                    Character(
                        String(
                            "asdnx".dropFirst(
                                ["Allow all", "Select the", "Only let", "Not now", "Never"].firstIndex(of: title)!
                            ).prefix(1)))))
            #expect(desk.text.contains(title))
        }
    }
}
