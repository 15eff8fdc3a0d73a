import FilmgateModel
import FilmgatePrompts
import Testing

@testable import filmgate_agent

@Suite("The selection on the screen")
struct SelectionScreenTests {
    private func terminal(_ count: Int = 500, rows: Int = 24) -> TypedTerminal {
        var terminal = TypedTerminal(Samples.question(assets: count), rows: rows)
        terminal.type("s")
        terminal.press(.enter)
        return terminal
    }

    @Test("lists photos by day, newest first, with numbers and counts")
    func list() {
        let terminal = terminal()
        #expect(terminal.lines[0].contains("0 of 500 selected"))
        #expect(terminal.lines[2].contains("Wednesday, 1 May 2024") && terminal.lines[2].contains("10 photos"))
        #expect(terminal.lines[3].contains("1  21:46  ♥ IMG_0001.JPG") && terminal.lines[3].contains("The harbour"))
        #expect(terminal.lines[13].contains("Tuesday, 30 April 2024"))
    }

    @Test("selects photos one by one, by range, by number and by day, and asks for a confirmation")
    func twelve() {
        var terminal = terminal()
        terminal.press(.space, .down, .down, .space)
        terminal.press(.down, .character("v"), .down, .down, .space)
        #expect(terminal.lines[0].contains("5 of 500 selected"))
        terminal.type("15-17")
        terminal.press(.enter)
        terminal.press(.shiftDown, .shiftDown, .space)
        #expect(
            terminal.lines[0].contains("10 of 500 selected"), "the range touches 17, which is chosen: 18 and 19 are new"
        )
    }

    @Test("a range selects all its photos, or removes them if all are selected")
    func ranges() {
        var terminal = terminal()
        terminal.press(.space, .shiftDown, .shiftDown, .space)
        #expect(terminal.lines[0].contains("3 of 500"))
        terminal.press(.shiftUp, .shiftUp, .space)
        #expect(terminal.lines[0].contains("0 of 500"))
        terminal.press(.character("v"), .down, .escape, .enter)
        #expect(terminal.text.contains("Nothing is selected yet"))
    }

    @Test("the answer has the selected photos in the order of selection")
    func answer() {
        var terminal = terminal()
        terminal.type("3,1")
        terminal.press(.enter, .end, .space, .enter)
        #expect(terminal.text.contains("Let Frame Viewer see these 3 photos permanently?"))
        #expect(terminal.answers.isEmpty)
        terminal.press(.escape)
        #expect(terminal.answers.isEmpty)
        terminal.press(.enter, .enter)
        #expect(terminal.answers.first?.decision == .limit([2, 0, 499].map { ObjectID(Samples.id($0)) }))
    }

    @Test("Escape goes back step by step and decides nothing")
    func back() {
        var terminal = terminal()
        terminal.press(.character("a"), .character("v"))
        terminal.type("/img_02")
        terminal.press(.enter, .escape, .escape)
        #expect(terminal.text.contains("Frame Viewer asks"), "\(terminal.text)")
        #expect(terminal.answers.isEmpty)
        terminal.press(.enter)
        #expect(terminal.lines[0].contains("10 of 500 selected"), "what was chosen is kept")
    }

    @Test("filters by name, title and date, and keeps the selection")
    func filter() {
        var terminal = terminal()
        terminal.press(.space)
        terminal.type("/harbour april")
        #expect(terminal.lines[1].contains("match “harbour april”"))
        terminal.press(.enter, .character("A"), .escape)
        let april = (0..<500).filter { $0.isMultiple(of: 7) && (10..<310).contains($0) }.count
        #expect(terminal.lines[0].contains("\(april + 1) of 500"))
        terminal.press(.character("t"))
        #expect(terminal.lines[1].contains("only selected photos"))
        terminal.type("/nothing of this kind")
        #expect(terminal.text.contains("No photo matches."))
        terminal.press(.enter, .space, .character("a"), .character("v"), .down, .shiftDown)
        terminal.type("1")
        terminal.press(.enter)
        #expect(terminal.text.contains("There is no 1 here"))
    }

    @Test("the confirmation says how many selected photos a filter hides")
    func hidden() {
        var terminal = terminal()
        terminal.type("1-6")
        terminal.press(.enter, .enter)
        #expect(terminal.text.contains("see these 6 photos permanently?") && !terminal.text.contains("not shown"))
        terminal.press(.escape)
        terminal.type("/img_0003")
        terminal.press(.enter, .enter)
        #expect(
            terminal.text.contains("see these 6 photos permanently? 5 of them are not shown here."), "\(terminal.text)")
        terminal.press(.escape, .escape)
        terminal.type("/img_0400")
        terminal.press(.enter, .enter)
        #expect(terminal.text.contains("None of them is shown here."))
    }

    @Test("numbers outside the list change nothing")
    func numbers() {
        var terminal = terminal()
        for text in ["0", "501", "3-501", "3--4", "1,", "999999999999999999999"] {
            terminal.type(text)
            terminal.press(.enter)
            #expect(terminal.text.contains("There is no \(text) here"), "\(text)")
        }
        #expect(terminal.lines[0].contains("0 of 500"))
        #expect(PhotoNumberParser.parse("3-17", upTo: 17) == [2..<17])
        #expect(PhotoNumberParser.parse("17-3, 5", upTo: 17) == [2..<17, 4..<5])
    }

    @Test("the limit of a picker holds, and with a limit of one the last photo counts")
    func limit() {
        var list = Samples.list(30, limit: 3)
        let outcomes = [
            list.choose([0..<3]), list.choose([5..<6]), list.toggle(0..<5), list.toggle(0..<1), list.choose([5..<6]),
        ]
        #expect(outcomes == [true, false, false, true, true])
        #expect(list.selection.photos == [1, 2, 5].map(Samples.id))
        var one = Samples.list(30, limit: 1)
        let replaced = [one.choose([0..<1]), one.choose([4..<5])]
        #expect(replaced == [true, true])
        #expect(one.selection.photos == [Samples.id(4)])
    }

    @Test("pages load in the background, only for the shown question")
    func pages() {
        var terminal = TypedTerminal(Samples.question(assets: 2500), answersPages: false)
        terminal.type("s")
        terminal.press(.enter)
        #expect(terminal.text.contains("Loading …"))
        func page(_ question: String, _ offset: Int, _ count: Int) -> AgentMessage {
            .assets(
                AssetPage(
                    question: question, offset: offset, total: 2500, assets: Samples.assets(offset..<offset + count)))
        }
        terminal.send(page("other", 0, 100))
        terminal.send(page("7", 100, 100))
        #expect(terminal.text.contains("Loading …"), "pages of others and out of turn do not count")
        terminal.send(page("7", 0, 100))
        #expect(terminal.lines[1].contains("2,500 photos by day · 100 loaded"))
        #expect(terminal.actions.last == .say(.want(PageRequest(question: "7", offset: 100, count: 1000))))
        terminal.press(.down, .space)
        terminal.send(page("7", 100, 1000))
        #expect(terminal.lines[0].contains("1 of 2,500 selected"))
        terminal.press(.end)
        #expect(terminal.text.contains("IMG_1100.JPG"))
    }

    @Test("keys and filters are fast with 100,000 photos, because the list is never copied")
    func large() {
        var terminal = terminal(100_000)
        let clock = ContinuousClock()
        var slowest = Duration.zero
        for key in [
            TerminalKey.end, .pageUp, .home, .pageDown, .space, .character("/"), .character("h"), .character("a"),
            .character("r"),
        ] {
            slowest = max(
                slowest,
                clock.measure {
                    terminal.press(key)
                    _ = terminal.text
                })
        }
        // An unoptimised build: optimised it is a tenth of it.
        #expect(slowest < .seconds(2), "\(slowest)")
    }

    @Test("albums are listed, opened and selected")
    func albums() {
        var terminal = TypedTerminal(Samples.question(), albums: Samples.albums)
        terminal.type("s")
        terminal.press(.enter)
        #expect(terminal.lines.last?.contains("g Albums") == true)
        terminal.press(.character("g"), .down)
        #expect(terminal.text.contains("▸[ ]  Summer in Köln"))
        terminal.press(.enter)
        #expect(terminal.lines[1].contains("album “Summer in Köln” · 50 photos"))
        #expect(terminal.text.contains("IMG_0011.JPG") && !terminal.text.contains("IMG_0002.JPG"))
        terminal.press(.down, .space, .escape)
        #expect(terminal.lines[1].contains("2 albums"), "back to the albums")
        terminal.press(.home, .space, .escape)
        #expect(terminal.lines[0].contains("1 of 500 and 1 album selected"))
        terminal.press(.enter)
        #expect(terminal.text.contains("Let Frame Viewer see 1 photo and 1 album permanently?"))
        terminal.press(.enter)
        let chosen = [ObjectID(Samples.id(10)), ObjectID(Samples.albums[0].id)]
        #expect(terminal.answers.first?.decision == .limit(chosen))
    }

    @Test("without albums the screen does not mention them, and the selection of a limited app has only photos")
    func noAlbums() {
        var terminal = terminal()
        terminal.press(.character("g"))
        #expect(!terminal.text.contains("Albums"))
        var editing = TypedTerminal(Samples.question(.selection([])), albums: Samples.albums)
        editing.type("s")
        editing.press(.enter, .character("g"), .space, .escape, .enter, .enter)
        #expect(editing.answers == [Answer(to: "7", .done([]))])
    }

    @Test("Escape leaves the album of a picker that began in it before the albums are read")
    func earlyAlbum() {
        var screen = SelectionScreen(Samples.question(), list: PhotoList(total: 3)) { _ in "" }
        screen.show(PhotoList.OpenAlbum(title: "Summer", photos: []))
        for key in [TerminalKey.escape, .down, .space] {
            guard case .stay = screen.press(key) else {
                Issue.record("\(key)")
                return
            }
        }
        #expect(screen.mode == .browsing)
    }

    @Test("an edited selection can become empty, and cancelling does not change it")
    func edit() {
        let question = Samples.question(.selection([3, 4].map(Samples.id)))
        var terminal = TypedTerminal(question)
        terminal.type("s")
        terminal.press(.enter)
        #expect(terminal.lines[0].contains("2 of 500 selected"))
        terminal.press(.character("u"), .enter)
        #expect(terminal.text.contains("see only the photos that it adds?"))
        terminal.press(.enter)
        #expect(terminal.answers == [Answer(to: "7", .done([]))])
        terminal = TypedTerminal(question)
        terminal.press(.escape)
        #expect(terminal.answers == [Answer(to: "7", .dismiss)])
    }
}
