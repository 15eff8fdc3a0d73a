import FilmgateFrontEnd
import FilmgateModel
import Testing

@testable import filmgate_agent

@Suite("The selection on the screen")
struct SelectionScreenTests {
    private func desk(_ count: Int = 500, rows: Int = 24) -> Desk {
        var desk = Desk(Samples.question(assets: count), rows: rows)
        desk.type("s")
        desk.press(.enter)
        return desk
    }

    @Test("lists by day, the newest first, with numbers and counts")
    func list() {
        let desk = desk()
        #expect(desk.lines[0].contains("0 of 500 selected"))
        #expect(desk.lines[2].contains("Wednesday, 1 May 2024") && desk.lines[2].contains("10 photos"))
        #expect(desk.lines[3].contains("1  21:46  ♥ IMG_0001.JPG") && desk.lines[3].contains("The harbour"))
        #expect(desk.lines[13].contains("Tuesday, 30 April 2024"))
    }

    @Test("takes photos one by one, by ranges, by numbers and by days, and asks once more")
    func twelve() {
        var desk = desk()
        desk.press(.space, .down, .down, .space)
        desk.press(.down, .character("v"), .down, .down, .space)
        #expect(desk.lines[0].contains("5 of 500 selected"))
        desk.type("15-17")
        desk.press(.enter)
        desk.press(.shiftDown, .shiftDown, .space)
        #expect(
            desk.lines[0].contains("10 of 500 selected"), "the range touches 17, which is chosen: 18 and 19 are new")
    }

    @Test("a range with unchosen photos in it chooses all, one with none drops all")
    func ranges() {
        var desk = desk()
        desk.press(.space, .shiftDown, .shiftDown, .space)
        #expect(desk.lines[0].contains("3 of 500"))
        desk.press(.shiftUp, .shiftUp, .space)
        #expect(desk.lines[0].contains("0 of 500"))
        desk.press(.character("v"), .down, .escape, .enter)
        #expect(desk.text.contains("Nothing is selected yet"))
    }

    @Test("the answer holds what was chosen, in the order of choosing")
    func answer() {
        var desk = desk()
        desk.type("3,1")
        desk.press(.enter, .end, .space, .enter)
        #expect(desk.text.contains("Let Frame Viewer see these 3 photos, for good?"))
        #expect(desk.answers.isEmpty)
        desk.press(.escape)
        #expect(desk.answers.isEmpty)
        desk.press(.enter, .enter)
        #expect(desk.answers.first?.decision == .limit)
        #expect(desk.answers.first?.selection == [2, 0, 499].map(Samples.id))
    }

    @Test("Escape goes back step by step and decides nothing")
    func back() {
        var desk = desk()
        desk.press(.character("a"), .character("v"))
        desk.type("/img_02")
        desk.press(.enter, .escape, .escape)
        #expect(desk.text.contains("Frame Viewer asks"), "\(desk.text)")
        #expect(desk.answers.isEmpty)
        desk.press(.enter)
        #expect(desk.lines[0].contains("10 of 500 selected"), "what was chosen is kept")
    }

    @Test("filters by name, title and date, and keeps what was chosen")
    func filter() {
        var desk = desk()
        desk.press(.space)
        desk.type("/harbour april")
        #expect(desk.lines[1].contains("match “harbour april”"))
        desk.press(.enter, .character("A"), .escape)
        let april = (0..<500).filter { $0.isMultiple(of: 7) && (10..<310).contains($0) }.count
        #expect(desk.lines[0].contains("\(april + 1) of 500"))
        desk.press(.character("t"))
        #expect(desk.lines[1].contains("only what is selected"))
        desk.type("/nothing of this kind")
        #expect(desk.text.contains("No photo matches."))
        desk.press(.enter, .space, .character("a"), .character("v"), .down, .shiftDown)
        desk.type("1")
        desk.press(.enter)
        #expect(desk.text.contains("There is no 1 here"))
    }

    @Test("the last question says how many of the photos a filter keeps out of sight")
    func hidden() {
        var desk = desk()
        desk.type("1-6")
        desk.press(.enter, .enter)
        #expect(desk.text.contains("see these 6 photos, for good?") && !desk.text.contains("not shown"))
        desk.press(.escape)
        desk.type("/img_0003")
        desk.press(.enter, .enter)
        #expect(desk.text.contains("see these 6 photos, for good? 5 of them are not shown here."), "\(desk.text)")
        desk.press(.escape, .escape)
        desk.type("/img_0400")
        desk.press(.enter, .enter)
        #expect(desk.text.contains("None of them is shown here."))
    }

    @Test("numbers outside the list change nothing")
    func numbers() {
        var desk = desk()
        for text in ["0", "501", "3-501", "3--4", "1,", "999999999999999999999"] {
            desk.type(text)
            desk.press(.enter)
            #expect(desk.text.contains("There is no \(text) here"), "\(text)")
        }
        #expect(desk.lines[0].contains("0 of 500"))
        #expect(Numbers.parse("3-17", upTo: 17) == [2..<17])
        #expect(Numbers.parse("17-3, 5", upTo: 17) == [2..<17, 4..<5])
    }

    @Test("a picker's limit holds, and where it is one the last one chosen counts")
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

    @Test("pages come in the background, for the question that is shown alone")
    func pages() {
        var desk = Desk(Samples.question(assets: 2500), answersPages: false)
        desk.type("s")
        desk.press(.enter)
        #expect(desk.text.contains("Loading …"))
        func page(_ question: String, _ offset: Int, _ count: Int) -> AgentMessage {
            .assets(
                AssetPage(
                    question: question, offset: offset, total: 2500, assets: Samples.assets(offset..<offset + count)))
        }
        desk.tell(page("other", 0, 100))
        desk.tell(page("7", 100, 100))
        #expect(desk.text.contains("Loading …"), "pages of others and out of turn do not count")
        desk.tell(page("7", 0, 100))
        #expect(desk.lines[1].contains("2,500 photos by day · 100 loaded"))
        #expect(desk.actions.last == .say(.want(PageRequest(question: "7", offset: 100, count: 1000))))
        desk.press(.down, .space)
        desk.tell(page("7", 100, 1000))
        #expect(desk.lines[0].contains("1 of 2,500 selected"))
        desk.press(.end)
        #expect(desk.text.contains("IMG_1100.JPG"))
    }

    @Test("a hundred thousand photos: keys and filters answer at once, the list is never copied")
    func large() {
        var desk = desk(100_000)
        let clock = ContinuousClock()
        var slowest = Duration.zero
        for key in [
            Key.end, .pageUp, .home, .pageDown, .space, .character("/"), .character("h"), .character("a"),
            .character("r"),
        ] {
            slowest = max(
                slowest,
                clock.measure {
                    desk.press(key)
                    _ = desk.text
                })
        }
        // An unoptimised build: optimised it is a tenth of it.
        #expect(slowest < .seconds(2), "\(slowest)")
    }

    @Test("albums are listed, opened, and chosen as such, where there are any")
    func albums() {
        var desk = Desk(Samples.question(), albums: Samples.albums)
        desk.type("s")
        desk.press(.enter)
        #expect(desk.lines.last?.contains("g Albums") == true)
        desk.press(.character("g"), .down)
        #expect(desk.text.contains("▸[ ]  Summer in Köln"))
        desk.press(.enter)
        #expect(desk.lines[1].contains("album “Summer in Köln” · 50 photos"))
        #expect(desk.text.contains("IMG_0011.JPG") && !desk.text.contains("IMG_0002.JPG"))
        desk.press(.down, .space, .escape)
        #expect(desk.lines[1].contains("2 albums"), "back to the albums")
        desk.press(.home, .space, .escape)
        #expect(desk.lines[0].contains("1 of 500 and 1 album selected"))
        desk.press(.enter)
        #expect(desk.text.contains("Let Frame Viewer see 1 photo and 1 album, for good?"))
        desk.press(.enter)
        #expect(desk.answers.first?.selection == [Samples.id(10)])
        #expect(desk.answers.first?.albums == [Samples.albums[0].id])
    }

    @Test("where there are none nothing speaks of albums, and a limited app's selection holds photos alone")
    func noAlbums() {
        var desk = desk()
        desk.press(.character("g"))
        #expect(!desk.text.contains("Albums"))
        var editing = Desk(Samples.question(.selection, nil), albums: Samples.albums)
        editing.type("s")
        editing.press(.enter, .character("g"), .space, .escape, .enter, .enter)
        #expect(editing.answers == [Answer(to: "7", .done)])
    }

    @Test("an edited selection may become empty, and cancelling leaves it")
    func edit() {
        var question = Samples.question(.selection, nil)
        question.selection = [3, 4].map(Samples.id)
        var desk = Desk(question)
        desk.type("s")
        desk.press(.enter)
        #expect(desk.lines[0].contains("2 of 500 selected"))
        desk.press(.character("u"), .enter)
        #expect(desk.text.contains("see nothing but what it adds?"))
        desk.press(.enter)
        #expect(desk.answers == [Answer(to: "7", .done)])
        desk = Desk(question)
        desk.press(.escape)
        #expect(desk.answers == [Answer(to: "7", .cancel)])
    }
}
