import FilmgateModel
import FilmgatePolicy
import FilmgatePrompts
import Testing

@testable import filmgate_agent

@Suite("The messages between the agent and its front ends")
struct MessageTests {
    @Test("stay the same when they are encoded and decoded")
    func roundTrip() throws {
        var paused = AgentPrompt(
            id: "7", app: Samples.program, purpose: "“why”\n", parentWindow: "x11:1a", assetCount: 3,
            subject: .access(.readWrite, highest: .limited))
        paused.pause = ""
        let edited = Timestamp(rawValue: 1_700_000_000_000_001)
        let change = AgentPrompt.Change(name: "delete-assets", assets: [Samples.id(2)])
        var pick = PickerConfiguration()
        (pick.limit, pick.isOrdered) = (3, true)
        (pick.filter, pick.search, pick.prompt) = ("media-type = 'video'", "sea", "Choose")
        (pick.preselected, pick.album) = ([Samples.id(3)], Samples.albums[0].id)
        (pick.crop, pick.maxDuration, pick.representation) = (.square, 2.5, .compatible)
        (pick.removed, pick.offersKeep) = ([.location, .captions], true)
        let page = AssetPage(question: "7", offset: 3, total: 9, assets: Samples.assets(0..<3))
        for message in [
            AgentMessage.hello(version: 1), .question(paused), .question(Samples.question()),
            .question(Samples.question(.pick(pick))),
            .question(Samples.question(.selection([Samples.id(1)], edited: edited))),
            .question(Samples.question(.confirm([change], previews: [AgentPrompt.Preview(asset: Samples.id(2))]))),
            .dismiss("7"),
            .assets(page), .waiting(.broker), .albums(AlbumListReply(question: "7", albums: Samples.albums)),
            .assets(AssetPage(question: "7", album: Samples.albums[0].id, offset: 0, total: 0, assets: [])),
            .list(AssetListMessage(AssetListRequest(question: "7", search: "sea"), count: 3)),
            .list(AssetListMessage(AssetListRequest(question: "7", addedAfter: Timestamp(rawValue: -5)), count: 0)),
            .list(AssetListMessage(AssetListRequest(question: "7", album: Samples.albums[0].id), count: nil)),
            .image(ImageMessage(question: "7", asset: Samples.id(1), size: 256, isDegraded: true)),
            .image(ImageMessage(question: "7", asset: Samples.id(1), size: 256, failure: "damaged")),
        ] {
            let bytes = try MessageDatagramCoder.bytes(of: message)
            #expect(try MessageDatagramCoder.message(AgentMessage.self, from: bytes) == message)
        }
        let limits = ContentLimits(maxPixels: 1920, locationPrecision: .town, mediaTypes: [.video])
        var picked = PickAnswer([Samples.id(4), Samples.id(5)], removed: [], keeps: true, lasts: true)
        picked.crops = [Samples.id(4): UnitRectangle(x: 0, y: 0.25, width: 0.5, height: 0.75)!]
        picked.trims = [Samples.id(5): 1.5..<4]
        for message in [
            FrontEndMessage.want(PageRequest(question: "7", offset: 0, count: 100)), .present("7"), .wantAlbums("7"),
            .want(PageRequest(question: "7", album: Samples.albums[0].id, offset: 0, count: 100)),
            .answer(PromptAnswer(.limit([ObjectID(Samples.id(4))]), validity: .seconds(5400), rights: []), to: "7"),
            .answer(PromptAnswer(.deny), to: "7"), .answer(PromptAnswer(.dismiss), to: "7"),
            .answer(PromptAnswer(.allow, rights: .location, limits: limits), to: "7"),
            .answer(PromptAnswer(.picked(picked)), to: "7"), .answer(PromptAnswer(.otherFiles), to: "7"),
        ] {
            let bytes = try MessageDatagramCoder.bytes(of: message)
            #expect(try MessageDatagramCoder.message(FrontEndMessage.self, from: bytes) == message)
        }
    }

    @Test("can be written as JSON by other languages")
    func json() throws {
        let text = #"{"type":"answer","answer":{"id":"7","decision":"allow","for":"1d","rights":["originals"]}}"#
        let message = try MessageDatagramCoder.message(FrontEndMessage.self, from: Array(text.utf8))
        let answer = PromptAnswer(.allow, validity: .seconds(86_400), rights: .originals)
        #expect(message == .answer(answer, to: "7"))
        let (photo, album) = (Samples.id(1), Samples.albums[0].id)
        let limited =
            #"{"type":"answer","answer":{"id":"8","decision":"limit","selection":["\#(photo)"],"albums":["\#(album)"]}}"#
        let selected = PromptAnswer(.limit([ObjectID(photo), ObjectID(album)]))
        #expect(
            try MessageDatagramCoder.message(FrontEndMessage.self, from: Array(limited.utf8))
                == .answer(selected, to: "8"))
        let cancelled = #"{"type":"answer","answer":{"id":"9","decision":"cancel"}}"#
        #expect(
            try MessageDatagramCoder.message(FrontEndMessage.self, from: Array(cancelled.utf8))
                == .answer(PromptAnswer(.dismiss), to: "9"))
        let bytes = try MessageDatagramCoder.bytes(of: AgentMessage.dismiss("7"))
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"id":"7","type":"dismiss"}"#)
    }

    @Test("of the agent have the keys that front ends know")
    func keys() throws {
        func text(_ subject: AgentPrompt.Subject) throws -> String {
            let app = AgentPrompt.App(id: "flatpak:org.example.Frame", name: "Frame", isVerified: true)
            let prompt = AgentPrompt(id: "7", app: app, purpose: "To show them.", assetCount: 500, subject: subject)
            return String(decoding: try MessageDatagramCoder.bytes(of: AgentMessage.question(prompt)), as: UTF8.self)
        }
        let (id, end) = (Samples.id(1), #"purpose":"To show them."},"type":"question"}"#)
        let client = #""client":{"id":"flatpak:org.example.Frame","name":"Frame","verified":true}"#
        let asked = try text(.access(.readWrite, highest: .limited))
        let access = #""access":"read-write","assets":500,\#(client),"highest":"limited","id":"7","kind":"access""#
        #expect(asked == #"{"question":{\#(access),"\#(end)"#)
        let change = AgentPrompt.Change(name: "delete-assets", assets: [id])
        let confirmed = try text(.confirm([change], previews: [AgentPrompt.Preview(asset: id)]))
        let changes = #""changes":[{"assets":["\#(id)"],"name":"delete-assets"}]"#
        let confirm = #""assets":500,\#(changes),\#(client),"id":"7","kind":"confirm","previewed":["\#(id)"]"#
        #expect(confirmed == #"{"question":{\#(confirm),"\#(end)"#)
        var picker = PickerConfiguration()
        (picker.maxDuration, picker.removed, picker.isOrdered) = (2.5, [.location], true)
        let picked = try text(.pick(picker))
        for pair in [
            #""keep":false"#, #""lasting":false"#, #""other-files":false"#, #""limit":1"#, #""max-duration":2.5"#,
            #""ordered":true"#, #""preselected":[]"#,
            #""remove":["location"]"#, #""representation":"current""#,
        ] {
            #expect(picked.contains(pair), "\(picked)")
        }
    }

    @Test("tell the clock of a photo by its own name, and by the one that earlier front ends know")
    func clocks() throws {
        let asset = AssetSummary(ListedAsset(id: Samples.id(1), clockOffset: 7200))
        let message = AgentMessage.assets(AssetPage(question: "7", offset: 0, total: 1, assets: [asset]))
        let text = String(decoding: try MessageDatagramCoder.bytes(of: message), as: UTF8.self)
        for pair in [#""clock-offset":7200,"#, #","time-zone":7200"#] {
            #expect(text.contains(pair), "\(text)")
            let other = text.replacing(pair, with: "")
            #expect(try MessageDatagramCoder.message(AgentMessage.self, from: Array(other.utf8)) == message, "\(other)")
        }
    }

    @Test(
        "are refused if they are malformed",
        arguments: [
            "", "{}", "[]", #"{"type":"other"}"#, #"{"type":"answer"}"#, #"{"type":"answer","answer":{"id":"7"}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"perhaps"}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"allow","for":"0d"}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"limit","selection":["1"]}}"#,
            #"{"type":"want-images","request":{"question":"7","assets":[],"size":0}}"#,
            #"{"type":"want-images","request":{"question":"7","assets":["x"],"size":64}}"#,
            #"{"type":"want-list","request":{}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"done","remove":["places"]}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"done","crops":{"1":[0,0,1,1]}}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"done","crops":{"00000000-0000-4000-8000-000000000001":[0,0,1]}}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"done","crops":{"00000000-0000-4000-8000-000000000001":[0,0.5,1,1]}}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"done","trims":{"00000000-0000-4000-8000-000000000001":[3,3]}}}"#,
            #"{"type":"answer","answer":{"id":"7","decision":"done","trims":{"00000000-0000-4000-8000-000000000001":[-1,3]}}}"#,
        ])
    func refused(_ text: String) {
        #expect(throws: DatagramError.self) {
            try MessageDatagramCoder.message(FrontEndMessage.self, from: Array(text.utf8))
        }
    }

    @Test("lists have 32 bytes for each asset, then alt texts")
    func lists() throws {
        let assets = [
            ListedAsset(id: Samples.id(1), creationDate: Timestamp(rawValue: -5), duration: 1.5, isFavorite: true),
            ListedAsset(id: Samples.id(2)), ListedAsset(id: Samples.id(3), clockOffset: -34_200),
        ]
        var bytes: [UInt8] = []
        for asset in assets { AssetListContent.append(asset, to: &bytes) }
        #expect(bytes.count == 96)
        #expect(MemoryLayout<ListedAsset>.stride == 48, "a list has one for each photo")
        let bare = try AssetListContent.assets(in: bytes, count: 3)
        #expect(bare.assets == assets && bare.altTexts.isEmpty)
        for count in [-1, 1, 2, 4, Int.max / 32] {
            #expect(throws: DatagramError.self) { try AssetListContent.assets(in: bytes, count: count) }
        }
        let altTexts = [Samples.id(1): "A boat", Samples.id(3): "Ein Hüne"]
        for (id, text) in altTexts { AssetListContent.append(text, of: id, to: &bytes) }
        #expect(bytes.count == 96 + 18 + 6 + 18 + 9)
        let whole = try AssetListContent.assets(in: bytes, count: 3)
        #expect(whole.assets == assets && whole.altTexts == altTexts)
        for count in 97..<bytes.count where ![96 + 24, 96 + 27].contains(count) {
            let cut = Array(bytes.prefix(count))
            #expect(throws: DatagramError.self) { try AssetListContent.assets(in: cut, count: 3) }
        }
    }

    @Test("that answer a question are taken only if they fit it")
    func fitting() {
        let ids = (1...3).map(Samples.id)
        var picker = PickerConfiguration()
        (picker.limit, picker.maxDuration) = (2, 5)
        var others = picker
        others.offersOtherFiles = true
        let long = PickAnswer([ids[0]], trims: [ids[0]: 0..<6])
        let cases: [(AgentPrompt.Subject, PromptAnswer.Decision, PromptAnswer.Decision?)] = [
            (.access(.readWrite, highest: nil), .dismiss, .dismiss), (.confirm([]), .dismiss, nil),
            (.access(.readWrite, highest: nil), .picked(PickAnswer(ids)), nil), (.confirm([]), .limit([]), nil),
            (.selection([]), .picked(PickAnswer(ids)), .done(ids)), (.selection([]), .allow, nil),
            (.selection([]), .picked(PickAnswer([ids[0], ids[0]])), nil), (.selection([]), .dismiss, .dismiss),
            (.pick(picker), .picked(PickAnswer([ids[1]])), .picked(PickAnswer([ids[1]]))),
            (.pick(picker), .picked(PickAnswer([])), nil), (.pick(picker), .picked(PickAnswer(ids)), nil),
            (.pick(picker), .picked(PickAnswer([ids[0]], keeps: true)), nil), (.pick(picker), .picked(long), nil),
            (.pick(picker), .picked(PickAnswer([ids[0]], lasts: true)), nil),
            (.pick(picker), .otherFiles, nil), (.pick(others), .otherFiles, .otherFiles),
            (.access(.readWrite, highest: nil), .otherFiles, nil),
        ]
        for (subject, decision, expected) in cases {
            #expect(PromptAnswer(decision).fitted(to: Samples.question(subject))?.decision == expected)
        }
    }

    @Test("times are read and written in words")
    func periods() {
        #expect(PromptAnswer.Validity("90m") == .seconds(5400) && PromptAnswer.Validity.seconds(5400).text == "90m")
        #expect(PromptAnswer.Validity("2w") == .seconds(1_209_600) && PromptAnswer.Validity("once") == .once)
        #expect(PromptAnswer.Validity("good") == .lasting && PromptAnswer.Validity.lasting.text == "good")
        for text in ["", "d", "-1d", "1", "1y", "9999999999999999999w", "1.5d"] {
            #expect(PromptAnswer.Validity(text) == nil)
        }
    }
}
