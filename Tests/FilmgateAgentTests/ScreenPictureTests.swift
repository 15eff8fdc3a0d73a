import FilmgateModel
import FilmgatePictures
import FilmgatePrompts
import FilmgateText
import Testing

@testable import filmgate_agent

@Suite("Pictures on the agent's screen")
struct ScreenPictureTests {
    private func selection(
        _ pictures: TerminalModel.Pictures = .shown, count: Int = 500, rows: Int = 24, columns: Int = 80
    ) -> TypedTerminal {
        var terminal = TypedTerminal(
            Samples.question(assets: count), rows: rows, columns: columns, pictures: pictures)
        terminal.type("s")
        terminal.press(.enter)
        return terminal
    }

    /// Whether each picture lies on blank cells between the bars, and no two on the same cells.
    private func check(_ terminal: TypedTerminal, _ what: String) {
        let frame = terminal.model.frame()
        var taken: Set<[Int]> = []
        for place in frame.pictures {
            #expect(place.row > 0 && place.rows.upperBound < frame.lines.count, "\(what): \(place)")
            for row in place.rows where frame.lines.indices.contains(row) {
                let end = place.column + place.box.columns
                // Everything before a picture is one column wide.
                let under = Array(Text.padded(frame.lines[row].text, to: end))[place.column..<end]
                #expect(under.allSatisfy { $0 == " " }, "\(what): \(frame.lines[row].text)")
                for column in 0..<place.box.columns {
                    #expect(taken.insert([row, place.column + column]).inserted, "\(what): \(place)")
                }
            }
        }
    }

    @Test("stand in the rows of the list, in its order, each beside the name of its photo")
    func list() {
        let terminal = selection()
        let pictures = terminal.model.frame().pictures
        // 20 lines: a heading, four photos of four lines, and a part of the fifth.
        #expect(pictures.map(\.photo) == (0..<4).map(Samples.id))
        for (index, place) in pictures.enumerated() {
            #expect(terminal.lines[place.row].contains("IMG_000\(index + 1).JPG"), "\(terminal.text)")
            #expect(terminal.lines[place.row].hasPrefix(index == 0 ? "▸[ ]" : " [ ]"))
        }
        #expect(terminal.lines[pictures[0].row + 1].contains("The harbour"), "the title is below the name")
        check(terminal, "list")
    }

    @Test("follow the cursor through the whole list, and the cursor's photo is always shown as a whole")
    func scrolling() {
        for (rows, columns) in [(24, 80), (12, 40), (40, 120), (13, 61)] {
            var terminal = selection(count: 60, rows: rows, columns: columns)
            func check(at index: Int, _ what: String) {
                let pictures = terminal.model.frame().pictures
                let place = pictures.first { $0.photo == Samples.id(index) }
                #expect(place.map { terminal.lines[$0.row].hasPrefix("▸") } == true, "\(what): \(terminal.text)")
                #expect(pictures.map(\.photo) == pictures.map(\.photo).sorted { "\($0)" < "\($1)" })
                #expect(terminal.lines.count <= rows, "\(what)")
                for line in terminal.lines { #expect(Text.width(line) <= columns, "\(what): \(line)") }
                self.check(terminal, what)
            }
            for index in 0..<60 {
                check(at: index, "down \(index)")
                terminal.press(.down)
            }
            for index in (0..<60).reversed() {
                check(at: index, "up \(index)")
                terminal.press(.up)
            }
            terminal.press(.end)
            check(at: 59, "end")
            terminal.press(.home, .pageDown)
            #expect(terminal.hasCursor)
        }
    }

    @Test("come and go with the key p, and the selection stays")
    func toggle() {
        var terminal = selection(.hidden)
        #expect(terminal.model.frame().pictures.isEmpty)
        terminal.type("17")
        terminal.press(.enter, .character("p"))
        #expect(terminal.model.frame().pictures.contains { $0.photo == Samples.id(16) }, "the cursor's photo is shown")
        #expect(terminal.lines[0].contains("1 of 500 selected"))
        terminal.press(.character("p"))
        #expect(terminal.model.frame().pictures.isEmpty)
        // While a filter is typed, it is a letter.
        terminal.type("/p")
        #expect(terminal.model.frame().pictures.isEmpty && terminal.text.contains("“p”"))

        var plain = selection(.none)
        plain.press(.character("p"))
        #expect(plain.model.frame().pictures.isEmpty)
    }

    @Test("of the newest photos stand in a question about the library, if there is room")
    func newest() {
        var terminal = TypedTerminal(Samples.question(), rows: 30, pictures: .shown)
        let pictures = terminal.model.frame().pictures
        #expect(pictures.map(\.photo) == (0..<6).map(Samples.id))
        let row = pictures.first?.row ?? 1
        #expect(terminal.lines[row - 1].contains("Your newest photos:"))
        check(terminal, "question")
        let pages = terminal.actions.compactMap { action -> PageRequest? in
            if case .say(.want(let request)) = action { request } else { nil }
        }
        #expect(pages == [PageRequest(question: "7", offset: 0, count: 20)], "no more than the pictures need")
        // The list continues behind them.
        terminal.type("s")
        terminal.press(.enter)
        #expect(terminal.text.contains("500 photos by day\n") || terminal.text.contains("500 photos by day "))
        #expect(!terminal.text.contains("loaded …"), "\(terminal.text)")
        terminal.press(.end)
        #expect(terminal.text.contains("IMG_0500.JPG"))

        let small = TypedTerminal(Samples.question(), rows: 12, columns: 40, pictures: .shown)
        #expect(small.model.frame().pictures.isEmpty && small.text.contains("Not now"))
        let hidden = TypedTerminal(Samples.question(), rows: 30, pictures: .hidden)
        #expect(!hidden.actions.contains { if case .say(.want) = $0 { true } else { false } })
    }

    @Test("of what an app may not see yet are not requested for a question about adding")
    func adding() {
        let terminal = TypedTerminal(Samples.question(.access(.addOnly, highest: nil)), rows: 40, pictures: .shown)
        #expect(terminal.model.frame().pictures.isEmpty && terminal.actions == [.forgetKeys])
    }

    @Test("of the photos of a change stand above their names")
    func confirm() {
        let change = AgentPrompt.Change(name: "delete-assets", assets: (0..<40).map(Samples.id))
        let question = Samples.question(.confirm([change]), assets: 40)
        var terminal = TypedTerminal(question, pictures: .shown)
        #expect(terminal.model.frame().pictures.map(\.photo) == (0..<6).map(Samples.id))
        #expect(terminal.text.contains("IMG_0001.JPG") && terminal.text.contains("and "))
        check(terminal, "confirmation")
        terminal.press(.character("?"))
        #expect(terminal.model.frame().pictures.isEmpty, "the help covers everything")
        terminal.press(.other)
        #expect(!terminal.model.frame().pictures.isEmpty)
        terminal.send(.dismiss("7"))
        #expect(terminal.model.frame().pictures.isEmpty)
    }
}
