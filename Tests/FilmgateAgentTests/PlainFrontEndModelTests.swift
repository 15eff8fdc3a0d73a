import FilmgateModel
import FilmgatePrompts
import Testing

@testable import filmgate_agent

@Suite("The question in plain lines")
struct PlainFrontEndModelTests {
    /// A person at a line printer, and an agent with photos.
    struct Printer {
        var dialogue: PlainFrontEndModel
        private(set) var text = ""
        private(set) var answers: [Answer] = []
        private let assets: Int
        private(set) var turn = 0
        private(set) var hasQuit = false

        init(_ question: AgentPrompt) {
            _ = Samples.locale
            dialogue = PlainFrontEndModel(localTime: Samples.utc)
            assets = question.assetCount
            follow(dialogue.receive(.waiting(.questions)))
            follow(dialogue.receive(.question(question)))
        }

        mutating func enter(_ lines: String...) {
            for line in lines {
                text = ""
                follow(dialogue.enter(line, at: turn))
            }
        }

        mutating func enter(_ line: String, typedAt turn: Int) {
            text = ""
            follow(dialogue.enter(line, at: turn))
        }

        mutating func send(_ message: AgentMessage) { follow(dialogue.receive(message)) }

        private mutating func follow(_ outputs: [PlainFrontEndModel.Output]) {
            for output in outputs {
                switch output {
                case .text(let part): text += part
                case .say(.answer(let answer, let id)): answers.append(Answer(answer, to: id))
                case .say(.want(let request)):
                    let end = min(request.album == nil ? assets : 4, request.offset + request.count)
                    send(
                        .assets(
                            AssetPage(
                                question: request.question, album: request.album, offset: request.offset,
                                total: request.album == nil ? assets : 4,
                                assets: Samples.assets(request.offset..<end))))
                case .say(.wantAlbums(let id)): send(.albums(AlbumListReply(question: id, albums: Samples.albums)))
                case .forgetLines(let new): turn = new
                case .quit: hasQuit = true
                case .say(.present), .say(.wantList), .say(.wantImages), .say(.wantPreviews), .say(.forgetImages): break
                }
            }
        }
    }

    @Test("says the same as the screen, and takes numbers")
    func numbers() {
        var question = Samples.question()
        question.purpose = "To show \u{1B}]0;x\u{07} them"
        var printer = Printer(question)
        #expect(printer.text.contains("Waiting for apps to ask"))
        for part in [
            "Frame Viewer asks to see and change your photos.", "verified", "“To show ]0;x them”", "500 photos",
            "1  Allow all", "5  Never",
        ] {
            #expect(printer.text.contains(part), "\(part)")
        }
        printer.enter("9", "yes", "", "\(Int.min)")
        #expect(printer.answers.isEmpty && printer.text.contains("a number from 1 to 5"))
        printer.enter("1")
        #expect(printer.text.contains("For how long?"))
        printer.enter("2")
        #expect(printer.text.contains("places: none"))
        printer.enter("5")
        #expect(printer.text.contains("places: town"))
        printer.enter("5")
        #expect(printer.text.contains("places: exact"))
        printer.enter("")
        #expect(printer.answers.isEmpty && printer.text.contains("Frame Viewer: all photos, for a day. Is that right?"))
        printer.enter("yes")
        #expect(
            printer.answers
                == [
                    Answer(
                        to: "7", .allow, validity: .seconds(86_400),
                        rights: [.originals, .captions, .metadata, .write, .location])
                ])
    }

    @Test("q means 'not now' everywhere")
    func quit() {
        for lines in [["q"], ["2", "", "", "q"], ["2", "", "", "3", "done", "q"], ["1", "q"]] {
            var printer = Printer(Samples.question())
            for line in lines { printer.enter(line) }
            #expect(printer.answers == [Answer(to: "7", .dismiss)], "\(lines)")
        }
    }

    @Test("photos are selected by numbers, ranges and filter words")
    func selection() {
        var printer = Printer(Samples.question(assets: 1500))
        printer.enter("2", "3", "")
        #expect(printer.text.contains("1,500 photos, 0 selected"))
        printer.enter("list")
        #expect(printer.text.contains("Wednesday, 1 May 2024\n  1  21:46, IMG_0001.JPG, The harbour, favorite"))
        #expect(printer.text.contains("\n  2  21:45, IMG_0002.JPG, A boat at a pier\n"))
        printer.enter("/pier")
        #expect(printer.text.contains("1 photo match"))
        printer.enter("/", "3-17", "-5-6", "1499")
        #expect(printer.text.contains("14 photos selected"))
        printer.enter("/img_15 nothing")
        #expect(printer.text.contains("0 photos match"))
        printer.enter("list \(Int.min)", "album \(Int.min)", "whole \(Int.min)", "all", "/", "2000")
        #expect(printer.text.contains("not a command or a list of numbers from 1 to"))
        printer.enter("done", "no", "done", "yes")
        let chosen = [2, 3] + Array(6...16) + [1498]
        #expect(
            printer.answers == [
                Answer(
                    to: "7", .limit(chosen.map { ObjectID(Samples.id($0)) }), validity: .once,
                    rights: [.originals, .captions, .metadata, .write])
            ])
    }

    @Test("albums are listed, opened and selected")
    func albums() {
        var printer = Printer(Samples.question(assets: 30))
        printer.enter("2", "1", "", "albums")
        #expect(printer.text.contains("2  Summer in Köln, 50 photos"))
        printer.enter("album 2")
        #expect(printer.text.contains("Album Summer in Köln: 4 photos"))
        printer.enter("all", "photos", "album 3", "whole 1")
        #expect(printer.text.contains("4 photos and 1 album selected"))
        printer.enter("done", "yes")
        guard case .limit(let selection)? = printer.answers.first?.decision else {
            Issue.record("\(printer.answers)")
            return
        }
        #expect(selection.count == 5 && selection.last == ObjectID(Samples.albums[0].id))
        #expect(Set(selection).count == 5 && Samples.albums.count { selection.contains(ObjectID($0.id)) } == 1)
    }

    @Test("the next question follows one that is withdrawn")
    func takenBack() {
        var printer = Printer(Samples.question())
        printer.send(.question(Samples.question(id: "8", client: Samples.program)))
        printer.send(.dismiss("7"))
        #expect(
            printer.text.contains("has withdrawn its question")
                && printer.text.contains("claims to be exe:/usr/bin/frame"))
        printer.enter("5", "yes")
        #expect(printer.answers == [Answer(to: "8", .deny)])
    }

    @Test("a line typed before a question was printed does not answer it", arguments: ["1", "5", "q", "yes", ""])
    func typedBefore(_ line: String) {
        var printer = Printer(Samples.question())
        let before = printer.turn
        printer.send(.question(Samples.question(.confirm([]), id: "8")))
        printer.send(.dismiss("7"))
        #expect(printer.text.contains("is about to"))
        printer.enter(line, typedAt: before)
        #expect(printer.answers.isEmpty && printer.text == "Ignored what you typed before this question.\n> ")
        // Nor does it end the agent that has nothing to ask any more.
        printer.send(.dismiss("8"))
        printer.enter(line, typedAt: before)
        #expect(printer.answers.isEmpty && !printer.hasQuit)
        printer.enter("q")
        #expect(printer.hasQuit)
    }

    @Test("a decision needs a word, not only a number or Enter")
    func words() {
        for lines in [["1", "", ""], ["3", "1", ""], ["5"]] {
            for word in ["", "y", "1", "no", "yes."] {
                var printer = Printer(Samples.question())
                for line in lines + [word] { printer.enter(line) }
                #expect(printer.answers.isEmpty && printer.text.contains("Nothing was decided.\n\nFrame Viewer asks"))
            }
            var printer = Printer(Samples.question())
            for line in lines + ["Yes"] { printer.enter(line) }
            #expect(printer.answers.count == 1)
        }
        var printer = Printer(Samples.question(.confirm([])))
        printer.enter("1")
        #expect(printer.answers.isEmpty)
        printer.enter("yes")
        #expect(printer.answers == [Answer(to: "7", .allow)])
        printer = Printer(Samples.question(.confirm([])))
        printer.enter("2")
        #expect(printer.answers == [Answer(to: "7", .deny)])
    }
}
