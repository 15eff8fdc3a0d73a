import FilmgateFrontEnd
import FilmgateModel
import Testing

@testable import filmgate_agent

@Suite("The messages between the agent and its front ends")
struct MessageTests {
    @Test("stay the same when they are encoded and decoded")
    func roundTrip() throws {
        var question = Samples.question(.confirm, nil)
        question.purpose = "“why”\n"
        question.highest = "limited"
        question.limit = 3
        question.isOrdered = true
        question.selection = [Samples.id(1)]
        question.changes = [PendingChange("delete-assets", [Samples.id(2)])]
        let page = AssetPage(question: "7", offset: 3, total: 9, assets: Samples.assets(0..<3))
        for message in [
            AgentMessage.hello(version: 1), .question(question), .question(Samples.question()), .dismiss("7"),
            .assets(page), .waiting(.broker), .albums(AlbumList(question: "7", albums: Samples.albums)),
            .assets(AssetPage(question: "7", album: Samples.albums[0].id, offset: 0, total: 0, assets: [])),
        ] {
            let bytes = try Datagram.bytes(of: message)
            #expect(try Datagram.message(AgentMessage.self, from: bytes) == message)
        }
        var bounded = Answer(to: "7", .allow)
        (bounded.maxPixels, bounded.locationPrecision) = (1920, .town)
        for message in [
            FrontEndMessage.want(PageRequest(question: "7", offset: 0, count: 100)), .present("7"), .wantAlbums("7"),
            .want(PageRequest(question: "7", album: Samples.albums[0].id, offset: 0, count: 100)),
            .answer(Answer(to: "7", .limit, albums: [Samples.albums[0].id])),
            .answer(Answer(to: "7", .limit, selection: [Samples.id(4)], lasting: .seconds(5400), rights: [])),
            .answer(Answer(to: "7", .deny)), .answer(bounded),
        ] {
            let bytes = try Datagram.bytes(of: message)
            #expect(try Datagram.message(FrontEndMessage.self, from: bytes) == message)
        }
    }

    @Test("can be written as JSON by other languages")
    func json() throws {
        let text = #"{"type":"answer","answer":{"id":"7","decision":"allow","for":"1d","rights":["originals"]}}"#
        let message = try Datagram.message(FrontEndMessage.self, from: Array(text.utf8))
        #expect(message == .answer(Answer(to: "7", .allow, lasting: .seconds(86_400), rights: ["originals"])))
        let bytes = try Datagram.bytes(of: AgentMessage.dismiss("7"))
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"id":"7","type":"dismiss"}"#)
    }

    @Test(
        "are refused if they are malformed",
        arguments: [
            "", "{}", "[]", #"{"type":"other"}"#, #"{"type":"answer"}"#, #"{"type":"answer","answer":{"id":"7"}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"perhaps"}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"allow","for":"0d"}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"limit","selection":["1"]}}"#,
        ])
    func refused(_ text: String) {
        #expect(throws: Datagram.Fault.self) {
            try Datagram.message(FrontEndMessage.self, from: Array(text.utf8))
        }
    }

    @Test("times are read and written in words")
    func lasting() {
        #expect(Answer.Lasting("90m") == .seconds(5400) && Answer.Lasting.seconds(5400).text == "90m")
        #expect(Answer.Lasting("2w") == .seconds(1_209_600) && Answer.Lasting("once") == .once)
        for text in ["", "d", "-1d", "1", "1y", "9999999999999999999w", "1.5d"] { #expect(Answer.Lasting(text) == nil) }
    }
}
