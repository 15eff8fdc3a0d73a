import FilmgateModel
import FilmgatePolicy
import FilmgatePrompts
import Testing

@testable import filmgate_agent

@Suite("A pick in a terminal")
struct TerminalPickTests {
    private static func question(_ change: (inout PickerConfiguration) -> Void = { _ in }) -> AgentPrompt {
        var picker = PickerConfiguration()
        picker.limit = 3
        change(&picker)
        return Samples.question(.pick(picker))
    }

    @Test("says what the app wants, in its own words")
    func words() {
        let question = Self.question {
            $0.prompt = "Choose \u{1B}[31ma picture"
            $0.isOrdered = true
            $0.maxDuration = 2.5
            $0.crop = .square
        }
        let terminal = TypedTerminal(question, rows: 40)
        for part in [
            "Frame Viewer asks you for at most 3 photos.", "only the photos that you pick", "“Choose [31ma picture”",
            "in the order in which you pick them", "end after 2.5 seconds", "needs a window", "Pick photos",
            "Give it nothing",
        ] {
            #expect(terminal.text.replacing(/\s+/, with: " ").contains(part), "\(part): \(terminal.text)")
        }
        let many = Self.question { $0.limit = PickerConfiguration.mostItems }
        #expect(TypedTerminal(many).text.contains("asks you for photos."))
        var unlimited = TypedTerminal(many)
        unlimited.type("s")
        unlimited.press(.enter)
        #expect(unlimited.lines[0].contains("0 of 500 selected"), "\(unlimited.lines[0])")
        var denied = Self.question()
        denied.isDenied = true
        #expect(
            TypedTerminal(denied).text.replacing(/\s+/, with: " ").contains("It was denied access to your photos"))
        #expect(!TypedTerminal(Self.question()).text.contains("denied"))
    }

    @Test("gives the items in order, without the metadata that the person leaves out")
    func pick() {
        var terminal = TypedTerminal(Self.question { $0.removed = [.captions] })
        terminal.type("s")
        #expect(terminal.text.contains("[ ] c titles, captions") && terminal.text.contains("[x] w places"))
        #expect(!terminal.text.contains("sees them from now on"))
        terminal.type("w")
        #expect(terminal.text.contains("the files come without titles, captions and places"))
        terminal.press(.enter)
        #expect(terminal.lines[0].contains("Pick photos for Frame Viewer"))
        terminal.press(.enter)
        #expect(terminal.text.contains("Nothing is selected yet"))
        terminal.type("3")
        terminal.press(.enter)
        terminal.type("1")
        terminal.press(.enter)
        terminal.press(.enter)
        #expect(terminal.text.contains("Give these 2 photos to Frame Viewer?"))
        terminal.press(.enter)
        let expected = PickAnswer([Samples.id(2), Samples.id(0)], removed: [.captions, .location])
        #expect(terminal.answers == [Answer(to: "7", .picked(expected))])
    }

    @Test("keeps what was picked only if that was asked for and the person says so")
    func keep() {
        var terminal = TypedTerminal(Self.question { $0.offersKeep = true })
        terminal.type("s")
        #expect(terminal.text.contains("[ ] r sees them from now on"))
        terminal.type("r")
        terminal.press(.enter, .space, .enter, .enter)
        #expect(terminal.answers.first?.pick?.keeps == true && terminal.answers.first?.pick?.removed == [])
        var other = TypedTerminal(Self.question())
        other.type("sr")
        other.press(.enter, .space, .enter, .enter)
        #expect(other.answers.first?.pick?.keeps == false)
    }

    @Test("begins with what is picked already, with the search and in the album that the app names")
    func beginning() {
        let question = Self.question {
            $0.preselected = [Samples.id(4)]
            $0.search = "IMG_0005"
        }
        var terminal = TypedTerminal(question)
        terminal.type("s")
        terminal.press(.enter)
        #expect(terminal.lines[0].contains("1 of at most 3 selected"), "\(terminal.text)")
        #expect(terminal.text.contains("IMG_0005.JPG") && !terminal.text.contains("IMG_0006.JPG"))
        let favorites = SmartAlbum.all.first { $0.subtype == "favorites" }!
        var album = TypedTerminal(Self.question { $0.album = AlbumID(uuid: favorites.id.uuid) })
        album.type("s")
        album.press(.enter)
        #expect(album.text.contains("album “Favorites” · 50 photos"), "\(album.text)")
        // Without albums, leaving the album leads to all photos.
        album.press(.escape, .escape)
        #expect(album.answers.isEmpty)
    }

    @Test("is cancelled by Escape, and by its answer")
    func cancel() {
        var terminal = TypedTerminal(Self.question())
        terminal.press(.escape)
        #expect(terminal.answers == [Answer(to: "7", .dismiss)])
        var other = TypedTerminal(Self.question())
        other.type("n")
        other.press(.enter)
        #expect(other.answers == [Answer(to: "7", .dismiss)])
    }

    @Test("lets the app open the items again only if that was asked for and the person says so")
    func lasting() {
        var terminal = TypedTerminal(Self.question { $0.offersLasting = true })
        terminal.type("s")
        #expect(terminal.text.contains("[ ] l may open them again later"), "\(terminal.text)")
        terminal.type("l")
        terminal.press(.enter, .space, .enter, .enter)
        #expect(terminal.answers.first?.pick?.lasts == true && terminal.answers.first?.pick?.removed == [])
        var other = TypedTerminal(Self.question())
        other.type("sl")
        other.press(.enter, .space, .enter, .enter)
        #expect(other.answers.first?.pick?.lasts == false)
    }

    @Test("lets the person choose the formats only if that was asked for, and begins with those of the question")
    func formats() {
        for usual in [PickerConfiguration.Representation.compatible, .current] {
            let question = Self.question { ($0.offersRepresentation, $0.representation) = (true, usual) }
            var terminal = TypedTerminal(question)
            terminal.type("s")
            let mark = usual == .compatible ? "[x]" : "[ ]"
            #expect(terminal.text.contains("\(mark) f compatible formats"), "\(terminal.text)")
            terminal.press(.enter, .space, .enter, .enter)
            #expect(terminal.answers.first?.pick?.representation == usual)
            var other = TypedTerminal(question)
            other.type("sf")
            other.press(.enter, .space, .enter, .enter)
            #expect(other.answers.first?.pick?.representation == (usual == .compatible ? .current : .compatible))
        }
        var plain = TypedTerminal(Self.question())
        plain.type("sf")
        plain.press(.enter, .space, .enter, .enter)
        #expect(plain.answers.count == 1 && plain.answers.first?.pick?.representation == nil)
    }

    @Test("offers other files only if that was asked for, and then gives nothing")
    func otherFiles() {
        var terminal = TypedTerminal(Self.question { $0.offersOtherFiles = true })
        #expect(terminal.text.contains("o  Choose other files …"))
        terminal.type("o")
        terminal.press(.enter)
        #expect(terminal.answers == [Answer(to: "7", .otherFiles)])
        var printer = PlainFrontEndModelTests.Printer(Self.question { $0.offersOtherFiles = true })
        #expect(printer.text.contains("2  Choose other files …"))
        printer.enter("2")
        #expect(printer.text.contains("other files") && printer.answers == [Answer(to: "7", .otherFiles)])
        #expect(!TypedTerminal(Self.question()).text.contains("other files"))
    }

    @Test("goes in plain lines, too")
    func lines() {
        var printer = PlainFrontEndModelTests.Printer(
            Self.question {
                $0.offersKeep = true
                $0.removed = [.location]
            })
        #expect(printer.text.contains("1  Pick photos …") && printer.text.contains("2  Give it nothing"))
        printer.enter("1")
        #expect(printer.text.contains("3  places: no") && printer.text.contains("4  sees them from now on: no"))
        printer.enter("3", "4", "2", "", "1-4")
        #expect(printer.text.contains("At most 3 photos"))
        printer.enter("2,1", "done")
        #expect(printer.text.contains("2 photos for Frame Viewer. Is that right?"))
        printer.enter("yes")
        let expected = PickAnswer([Samples.id(1), Samples.id(0)], removed: [.metadata], keeps: true)
        #expect(printer.answers == [Answer(to: "7", .picked(expected))])
        var other = PlainFrontEndModelTests.Printer(Self.question())
        other.enter("1", "", "q")
        #expect(other.answers == [Answer(to: "7", .dismiss)])
    }
}
